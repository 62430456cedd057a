import Accounts
import Testing

@Suite struct ChangeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct TestError: Error, Equatable {
    let number: Int
  }

  @Test(arguments: StoreKind.all)
  func `a change that throws is rolled back, and its error is rethrown`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.users(in: folder)
    await #expect(throws: TestError(number: 7)) {
      try await store.change {
        try $0.put(Samples.user("cy", "Cy"))
        try $0.put(Samples.session("s1", 1))
        try $0.removeUser("p_bob")
        try $0.put(Samples.mail("m_1"))
        try $0.record(Samples.event("session.began"))
        throw TestError(number: 7)
      }
    }
    let users = try await store.read { try $0.users(after: "", limit: 9) }
    #expect(users == [Samples.ada, Samples.bob])
    #expect(try await store.read { try $0.session("s1") } == nil)
    #expect(try await store.read { try $0.queuedMailSummary().count } == 0)
    #expect(try await store.read { try $0.events(of: "p_ada", before: nil, limit: 9) } == [])
  }

  @Test(arguments: StoreKind.all)
  func `an account error is rethrown with its message and its delay`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.users(in: folder)
    let error = AccountError(.tooManyAttempts, "Wait a little.", retryAfter: 30)
    await #expect(throws: error) { try await store.change { _ in throw error } }
    await #expect(throws: error) { try await store.read { _ in throw error } }
  }

  @Test(arguments: StoreKind.all)
  func `a change reads its own writes, and returns a value`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    let names = try await store.change { writer in
      try writer.put(Samples.user("cy", "Cy"))
      try writer.removeUser("p_ada")
      return try writer.users(after: "", limit: 9).map(\.name)
    }
    #expect(names == ["Bob", "Cy"])
  }

  @Test(arguments: StoreKind.all)
  func `an error that the change catches rolls back only its own statement`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.users(in: folder)
    let isRejected = try await store.change { writer in
      try writer.put(Samples.session("s1", 1))
      do {
        try writer.put(
          User(
            id: "p_eve", email: "a", emailKey: Samples.ada.emailKey, name: "Eve", created: 1))
        return false
      } catch let error as AccountError where error.code == .addressTaken {
        return true
      }
    }
    #expect(isRejected)
    #expect(try await store.read { try $0.session("s1") } == Samples.session("s1", 1))
    #expect(try await store.read { try $0.user("p_eve") } == nil)
  }

  @Test(arguments: StoreKind.all)
  func `concurrent changes are serialized`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<40 {
        group.addTask {
          try await store.change { writer in
            let failures = try writer.throttle("k")?.failures ?? 0
            try writer.put(ThrottleState(key: "k", failures: failures + 1, lastFailure: 1))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await store.read { try $0.throttle("k")?.failures } == 40)
  }

  @Test(arguments: StoreKind.all)
  func `a one-time token is removed once by concurrent changes`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    let token = Samples.oneTimeToken(1)
    try await store.change { try $0.put(token) }
    let removals = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 {
        group.addTask { try await store.change { try $0.removeOneTimeToken(token.hash) } }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(removals == 1)
  }

  @Test(arguments: StoreKind.all)
  func `a change is committed even if its caller is cancelled`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    let attempt = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await store.change { try $0.put(ThrottleState(key: "k", failures: 1, lastFailure: 1)) }
    }
    try await attempt.value
    #expect(try await store.read { try $0.throttle("k")?.failures } == 1)
  }

  @Test(arguments: StoreKind.all)
  func `a text with a NUL byte is rejected in changes and in reads`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.users(in: folder)
    let writeError = try await errorCode {
      try await store.change { try $0.put(Samples.user("cy", "C\0y")) }
    }
    let readError = try await errorCode {
      _ = try await store.read { try $0.user(emailKey: "ada@example.com\0x") }
    }
    #expect(writeError == .invalidInput)
    #expect(readError == .invalidInput)
    #expect(try await store.read { try $0.user("p_cy") } == nil)
  }

  @Test(arguments: StoreKind.all)
  func `any other text is stored unchanged`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    let name = "'); DROP TABLE user; -- \u{301}Ünï\u{200B}\u{1F469}\u{200D}\u{1F680}\r\n"
    let cy = Samples.user("cy", name)
    try await store.change { try $0.put(cy) }
    let stored = try await store.read { try $0.user("p_cy")?.name }
    #expect(stored?.unicodeScalars.elementsEqual(name.unicodeScalars) == true)
  }
}
