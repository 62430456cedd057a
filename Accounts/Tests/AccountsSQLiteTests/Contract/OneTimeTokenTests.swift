import Accounts
import Testing

@Suite struct OneTimeTokenTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: StoreKind.all)
  func `a token is returned whatever its age, for each purpose`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    for (number, purpose) in OneTimeToken.Purpose.allCases.enumerated() {
      let token = Samples.oneTimeToken(
        number, purpose, of: number == 0 ? nil : Samples.ada, expires: 0)
      try await store.change { try $0.put(token) }
      #expect(try await store.read { try $0.oneTimeToken(token.hash) } == token)
    }
    #expect(try await store.read { try $0.oneTimeToken(Samples.hash(99)) } == nil)
    #expect(try await store.read { try $0.oneTimeToken([]) } == nil)
  }

  @Test(arguments: StoreKind.all)
  func `a purpose's tokens are listed newest first`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    let tokens = [(1, 310), (2, 320), (3, 310)].map {
      Samples.oneTimeToken($0.0, .setUp, created: $0.1)
    }
    try await store.change {
      for token in tokens { try $0.put(token) }
      try $0.put(Samples.oneTimeToken(4, .verifyEmail))
    }
    let setUpTokens = try await store.read { try $0.oneTimeTokens(for: .setUp) }
    #expect(setUpTokens == [tokens[1], tokens[2], tokens[0]])
    #expect(try await store.read { try $0.oneTimeTokens(for: .passkey) } == [])
    try await store.change { try $0.put(Samples.oneTimeToken(5, .setUp, of: Samples.bob)) }
    #expect(try await store.read { try $0.oneTimeTokens(of: "p_ada", for: .setUp) } == setUpTokens)
    #expect(try await store.read { try $0.oneTimeTokens(of: "p_ada", for: .passkey) } == [])
  }

  @Test(arguments: StoreKind.all)
  func `storing a token again replaces it`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    let later = Samples.oneTimeToken(1, .secondFactor, of: Samples.bob, created: 390, expires: 990)
    try await store.change { try $0.put(Samples.oneTimeToken(1)) }
    try await store.change { try $0.put(later) }
    #expect(try await store.read { try $0.oneTimeToken(later.hash) } == later)
  }

  @Test(arguments: StoreKind.all)
  func `a token can be removed once`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    try await store.change { try $0.put(Samples.oneTimeToken(1)) }
    #expect(try await store.change { try $0.removeOneTimeToken(Samples.hash(1)) })
    #expect(try await store.change { try $0.removeOneTimeToken(Samples.hash(1)) } == false)
    #expect(try await store.read { try $0.oneTimeToken(Samples.hash(1)) } == nil)
  }

  @Test(arguments: StoreKind.all)
  func `only a user's tokens for the purpose are removed`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    try await store.change {
      try $0.put(Samples.oneTimeToken(1))
      try $0.put(Samples.oneTimeToken(2))
      try $0.put(Samples.oneTimeToken(3, .verifyEmail))
      try $0.put(Samples.oneTimeToken(4, of: Samples.bob))
      try $0.put(Samples.oneTimeToken(5, of: nil))
      try $0.removeOneTimeTokens(of: "p_ada", for: .resetPassword)
    }
    let remaining = try await store.read { reader in
      try (1...5).filter { try reader.oneTimeToken(Samples.hash($0)) != nil }
    }
    #expect(remaining == [3, 4, 5])
  }

  @Test(arguments: StoreKind.all)
  func `tokens are removed by a text in their payload`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    try await store.change {
      for number in 1...3 { try $0.put(Samples.oneTimeToken(number)) }
      try $0.put(Samples.oneTimeToken(22, .verifyEmail))
      try $0.put(Samples.oneTimeToken(23, of: Samples.bob))
      try $0.removeOneTimeTokens(of: "p_ada", for: .resetPassword, containing: #""n":2"#)
    }
    let remaining = try await store.read { reader in
      try [1, 2, 3, 22, 23].filter { try reader.oneTimeToken(Samples.hash($0)) != nil }
    }
    #expect(remaining == [1, 3, 22, 23])
  }

  @Test(arguments: StoreKind.all)
  func `tokens that expired before a time are removed`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    try await store.change {
      for second in 398...401 { try $0.put(Samples.oneTimeToken(second, expires: second)) }
      try $0.removeOneTimeTokens(expiredBefore: 400)
    }
    let remaining = try await store.read { try $0.oneTimeTokens(for: .resetPassword) }
    #expect(Set(remaining.map(\.expires)) == [400, 401])
  }

  @Test(arguments: StoreKind.all)
  func `tokens that were created after a time are removed, and used ID tokens are kept`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.users(in: folder)
    try await store.change { writer in
      for second in 299...302 { try writer.put(Samples.oneTimeToken(second, created: second)) }
      try writer.put(Samples.oneTimeToken(1, .setUp, created: 302))
      try writer.put(Samples.oneTimeToken(2, .externalSignIn, created: 302))
      try writer.put(
        OneTimeToken(
          hash: Samples.hash(3), purpose: .externalSignIn, user: nil, created: 302, expires: 400))
      try writer.removeOneTimeTokens(for: .resetPassword, createdAfter: 300)
      try writer.removeOneTimeTokens(for: .externalSignIn, createdAfter: 300)
    }
    let remaining = try await store.read { reader in
      try [299, 300, 301, 302, 1, 2, 3].filter { try reader.oneTimeToken(Samples.hash($0)) != nil }
    }
    #expect(remaining == [299, 300, 1, 3])
  }
}
