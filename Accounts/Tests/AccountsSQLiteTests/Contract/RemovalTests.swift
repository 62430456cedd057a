import Accounts
import Testing

@Suite struct RemovalTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func addData(_ writer: any AccountWriter, _ user: User, _ base: Int) throws {
    try writer.put(StoredPassword(user: user.id, hash: "$scrypt$", changed: 1))
    try writer.put(Samples.identity("\(base)", of: user))
    try writer.put(Samples.oneTimeToken(base, .verifyEmail, of: user))
    try writer.put(Samples.session("s\(base)", base, of: user))
    try writer.put(Samples.session("t\(base)", of: user))
    try writer.put(Samples.token(base, of: "t\(base)"))
    try writer.put(StoredTOTP(user: user.id, sealedSecret: [9], created: 1))
    try writer.put(RecoveryCode(user: user.id, hash: Samples.hash(base)))
    try writer.put(Samples.passkey(base, of: user))
    try writer.put(KnownDevice(hash: Samples.hash(base), user: user.id, created: 1))
    try writer.put(Samples.membership(of: user))
    try writer.record(Samples.event("session.began", of: user))
  }

  private static func remainingData(
    _ reader: any AccountReader, _ user: User, _ base: Int
  ) throws -> [String] {
    var remaining: [String] = []
    func check(_ name: String, _ exists: Bool) { if exists { remaining.append(name) } }
    check("user", try reader.user(user.id) != nil)
    check("password", try reader.password(of: user.id) != nil)
    check("identities", try !reader.identities(of: user.id).isEmpty)
    check("one-time token", try reader.oneTimeToken(Samples.hash(base)) != nil)
    check("sessions", try !reader.sessions(of: user.id).isEmpty)
    check("session", try reader.session(hash: Samples.hash(base)) != nil)
    check("token", try reader.refreshToken(Samples.hash(base)) != nil)
    check("totp", try reader.totp(of: user.id) != nil)
    check("codes", try !reader.recoveryCodes(of: user.id).isEmpty)
    check("passkeys", try !reader.passkeys(of: user.id).isEmpty)
    check("passkey", try reader.passkey(Samples.hash(base)) != nil)
    check("devices", try !reader.knownDevices(of: user.id).isEmpty)
    check("memberships", try !reader.memberships(of: user.id).isEmpty)
    check("member", try reader.members(of: "acme").contains { $0.user.id == user.id })
    check("events", try !reader.events(of: user.id, before: nil, limit: 9).isEmpty)
    return remaining
  }

  @Test(arguments: StoreKind.all)
  func `removing a user removes all data that is only theirs, including events`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.users(in: folder)
    try await store.change {
      try Self.addData($0, Samples.ada, 1)
      try Self.addData($0, Samples.bob, 2)
    }
    let all = try await store.read { try Self.remainingData($0, Samples.ada, 1) }
    try await store.change { try $0.removeUser("p_ada") }
    #expect(all.count == 15)
    #expect(try await store.read { try Self.remainingData($0, Samples.ada, 1) } == [])
    #expect(try await store.read { try Self.remainingData($0, Samples.bob, 2) } == all)
  }

  @Test(arguments: StoreKind.all)
  func `removing an unknown user changes nothing`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    try await store.change { try $0.removeUser("p_nobody") }
    let users = try await store.read { try $0.users(after: "", limit: 9) }
    #expect(users == [Samples.ada, Samples.bob])
  }

  @Test(arguments: StoreKind.all)
  func `nothing can be stored for an unknown user`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    let nobody = Samples.user("nobody", "Nobody")
    let puts: [@Sendable (any AccountWriter) throws -> Void] = [
      { try $0.put(StoredPassword(user: nobody.id, hash: "", changed: 1)) },
      { try $0.put(Samples.identity("1", of: nobody)) },
      { try $0.put(Samples.oneTimeToken(1, of: nobody)) },
      { try $0.put(Samples.session("s1", 1, of: nobody)) },
      { try $0.put(Samples.token(1, of: "no-session")) },
      { try $0.put(StoredTOTP(user: nobody.id, sealedSecret: [], created: 1)) },
      { try $0.put(RecoveryCode(user: nobody.id, hash: [1])) },
      { try $0.put(Samples.passkey(1, of: nobody)) },
      { try $0.put(KnownDevice(hash: [1], user: nobody.id, created: 1)) },
      { try $0.put(Samples.membership(of: nobody)) },
    ]
    for (index, put) in puts.enumerated() {
      let code = try await errorCode { try await store.change { try put($0) } }
      #expect(code == .notFound, "\(index)")
    }
  }
}
