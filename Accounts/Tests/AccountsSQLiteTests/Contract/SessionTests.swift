import Accounts
import Testing

@Suite struct SessionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: StoreKind.all)
  func `a browser's session is found by its id and its hash`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    let session = Samples.session("s1", 1)
    try await store.change { try $0.put(session) }
    #expect(try await store.read { try $0.session("s1") } == session)
    #expect(try await store.read { try $0.session(hash: Samples.hash(1)) } == session)
    #expect(try await store.read { try $0.session("S1") } == nil)
    #expect(try await store.read { try $0.session(hash: Samples.hash(2)) } == nil)
  }

  @Test(arguments: StoreKind.all)
  func `apps' sessions have no hash, and an empty one finds none of them`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.users(in: folder)
    let (first, second) = (Samples.session("a1"), Samples.session("a2"))
    try await store.change {
      try $0.put(first)
      try $0.put(second)
    }
    #expect(try await store.read { try $0.session("a2") } == second)
    #expect(try await store.read { try $0.session(hash: []) } == nil)
  }

  @Test(arguments: StoreKind.all)
  func `two sessions cannot have the same hash`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    try await store.change { try $0.put(Samples.session("s1", 1)) }
    let code = try await errorCode {
      try await store.change { try $0.put(Samples.session("s2", 1, of: Samples.bob)) }
    }
    #expect(code == .conflict)
    #expect(
      try await store.read { try $0.session(hash: Samples.hash(1)) } == Samples.session("s1", 1))
  }

  @Test(arguments: StoreKind.all)
  func `storing a session again replaces it and keeps its tokens`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    var session = Samples.session("a1")
    try await store.change { [session] in
      try $0.put(session)
      try $0.put(Samples.token(7, of: "a1"))
    }
    session.lastUsed = 590
    session.lastAuthenticated = 580
    session.hasSecondFactor = true
    let changed = session
    try await store.change { try $0.put(changed) }
    #expect(try await store.read { try $0.session("a1") } == changed)
    let tokens = try await store.read { try $0.refreshTokens(of: "a1") }
    #expect(tokens == [Samples.token(7, of: "a1")])
  }

  @Test(arguments: StoreKind.all)
  func `a user's sessions are listed with the last used first`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    try await store.change {
      try $0.put(Samples.session("s1", 1, lastUsed: 510))
      try $0.put(Samples.session("s2", 2, lastUsed: 530))
      try $0.put(Samples.session("s3", 3, lastUsed: 510))
      try $0.put(Samples.session("s4", 4, of: Samples.bob, lastUsed: 599))
    }
    let ids = try await store.read { try $0.sessions(of: "p_ada").map(\.id) }
    #expect(ids == ["s2", "s3", "s1"])
  }

  @Test(arguments: StoreKind.all)
  func `a session can be ended once, with its refresh tokens`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    try await store.change {
      try $0.put(Samples.session("a1"))
      try $0.put(Samples.session("a2"))
      try $0.put(Samples.token(1, of: "a1"))
      try $0.put(Samples.token(2, of: "a2"))
    }
    #expect(try await store.change { try $0.removeSession("a1") })
    #expect(try await store.change { try $0.removeSession("a1") } == false)
    #expect(try await store.read { try $0.refreshToken(Samples.hash(1)) } == nil)
    #expect(
      try await store.read { try $0.refreshToken(Samples.hash(2)) } == Samples.token(2, of: "a2"))
  }

  @Test(arguments: StoreKind.all)
  func `all of a user's sessions but one are ended, and their ids returned`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.users(in: folder)
    try await store.change {
      for (index, id) in ["s1", "s2", "s3"].enumerated() {
        try $0.put(Samples.session(id, index))
      }
      try $0.put(Samples.session("b1", 9, of: Samples.bob))
    }
    let others = try await store.change {
      try $0.removeSessions(of: "p_ada", except: "s2")
    }
    let foreign = try await store.change { try $0.removeSessions(of: "p_ada", except: "b1") }
    let noneRemoved = try await store.change { try $0.removeSessions(of: "p_ada", except: nil) }
    #expect(Set(others) == ["s1", "s3"])
    #expect(foreign == ["s2"])
    #expect(noneRemoved == [])
    #expect(try await store.read { try $0.sessions(of: "p_bob").map(\.id) } == ["b1"])
  }

  @Test(arguments: StoreKind.all)
  func `expired and idle sessions are removed`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    try await store.change {
      try $0.put(Samples.session("expired", 1, lastUsed: 800, expires: 899))
      try $0.put(Samples.session("just", 2, lastUsed: 800, expires: 900))
      try $0.put(Samples.session("idle", 3, lastUsed: 699, expires: 999))
      try $0.put(Samples.session("used", 4, lastUsed: 700, expires: 999))
      try $0.put(Samples.token(5, of: "idle"))
      try $0.removeSessions(expiredBefore: 900, unusedSince: 700)
    }
    let ids = try await store.read { try $0.sessions(of: "p_ada").map(\.id) }
    #expect(ids == ["just", "used"])
    #expect(try await store.read { try $0.refreshToken(Samples.hash(5)) } == nil)
  }
}

@Suite struct RefreshTokenTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: StoreKind.all)
  func `a session's tokens are listed newest first, including used ones`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.users(in: folder)
    let first = Samples.token(1, of: "a1", created: 600, used: 610)
    let second = Samples.token(2, of: "a1", created: 610)
    let third = Samples.token(3, of: "a1", created: 610)
    try await store.change {
      try $0.put(Samples.session("a1"))
      for token in [first, second, third] { try $0.put(token) }
    }
    let tokens = try await store.read { try $0.refreshTokens(of: "a1") }
    #expect(tokens == [third, second, first])
    #expect(try await store.read { try $0.refreshToken(first.hash) } == first)
    #expect(try await store.read { try $0.refreshToken(Samples.hash(9)) } == nil)
  }

  @Test(arguments: StoreKind.all)
  func `a token is marked as used, and removed`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    try await store.change {
      try $0.put(Samples.session("a1"))
      try $0.put(Samples.token(1, of: "a1"))
      try $0.put(Samples.token(2, of: "a1"))
      try $0.put(Samples.token(1, of: "a1", used: 650))
    }
    let tokens = try await store.read { try $0.refreshTokens(of: "a1") }
    #expect(tokens == [Samples.token(2, of: "a1"), Samples.token(1, of: "a1", used: 650)])
    try await store.change { try $0.removeRefreshToken(Samples.hash(2)) }
    #expect(try await store.read { try $0.refreshTokens(of: "a1").map(\.used) } == [650])
  }
}
