import Accounts
import Testing

@Suite struct FactorTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: StoreKind.all)
  func `an authenticator secret is replaced and removed`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    var totp = StoredTOTP(user: "p_ada", sealedSecret: [0, 255, 7], created: 10)
    try await store.change { [totp] in try $0.put(totp) }
    let unconfirmed = try await store.read { try $0.totp(of: "p_ada") }
    #expect(unconfirmed == totp)
    totp.confirmed = 20
    totp.lastStep = 59_000_000
    let confirmed = totp
    try await store.change { try $0.put(confirmed) }
    #expect(try await store.read { try $0.totp(of: "p_ada") } == confirmed)
    #expect(try await store.read { try $0.totp(of: "p_bob") } == nil)
    try await store.change { try $0.removeTOTP(of: "p_ada") }
    #expect(try await store.read { try $0.totp(of: "p_ada") } == nil)
  }

  @Test(arguments: StoreKind.all)
  func `new recovery codes replace all of a user's`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    func codes(_ numbers: ClosedRange<Int>, of user: String) -> [RecoveryCode] {
      numbers.map { RecoveryCode(user: user, hash: Samples.hash($0)) }
    }
    let (old, new, others) = (
      codes(1...3, of: "p_ada"), codes(3...5, of: "p_ada"), codes(1...2, of: "p_bob")
    )
    try await store.change {
      try $0.replaceRecoveryCodes(of: "p_ada", with: old)
      try $0.replaceRecoveryCodes(of: "p_bob", with: others)
      try $0.put(RecoveryCode(user: "p_ada", hash: Samples.hash(3), used: 55))
    }
    #expect(
      try await store.read { try $0.recoveryCodes(of: "p_ada").map(\.used) } == [nil, nil, 55])
    try await store.change { try $0.replaceRecoveryCodes(of: "p_ada", with: new) }
    #expect(try await store.read { try $0.recoveryCodes(of: "p_ada") } == new)
    #expect(try await store.read { try $0.recoveryCodes(of: "p_bob") } == others)
    try await store.change { try $0.replaceRecoveryCodes(of: "p_ada", with: []) }
    #expect(try await store.read { try $0.recoveryCodes(of: "p_ada") } == [])
  }

  @Test(arguments: StoreKind.all)
  func `a recovery code is marked as used`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    let used = RecoveryCode(user: "p_ada", hash: Samples.hash(1), used: 66)
    try await store.change {
      try $0.put(RecoveryCode(user: "p_ada", hash: Samples.hash(1)))
      try $0.put(RecoveryCode(user: "p_bob", hash: Samples.hash(1)))
      try $0.put(used)
    }
    #expect(try await store.read { try $0.recoveryCodes(of: "p_ada") } == [used])
    #expect(try await store.read { try $0.recoveryCodes(of: "p_bob").map(\.used) } == [nil])
  }

  @Test(arguments: StoreKind.all)
  func `passkeys are found by their credential and listed oldest first`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.users(in: folder)
    let keys = [(1, 720), (2, 710), (3, 720)].map { Samples.passkey($0.0, created: $0.1) }
    try await store.change {
      for key in keys { try $0.put(key) }
      try $0.put(Samples.passkey(4, of: Samples.bob))
    }
    #expect(try await store.read { try $0.passkeys(of: "p_ada") } == [keys[1], keys[0], keys[2]])
    #expect(try await store.read { try $0.passkey(Samples.hash(3)) } == keys[2])
    #expect(try await store.read { try $0.passkey(Samples.hash(5)) } == nil)
  }

  @Test(arguments: StoreKind.all)
  func `a passkey can be replaced only by its user`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    var key = Samples.passkey(1)
    try await store.change { [key] in try $0.put(key) }
    key.signatureCount = 5
    key.name = "Old phone"
    key.lastUsed = 790
    let used = key
    try await store.change { try $0.put(used) }
    let code = try await errorCode {
      try await store.change { try $0.put(Samples.passkey(1, of: Samples.bob)) }
    }
    #expect(code == .conflict)
    #expect(try await store.read { try $0.passkey(Samples.hash(1)) } == used)
  }

  @Test(arguments: StoreKind.all)
  func `only its user can remove a passkey`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    try await store.change { try $0.put(Samples.passkey(1)) }
    #expect(
      try await store.change { try $0.removePasskey(Samples.hash(1), of: "p_bob") } == false)
    #expect(try await store.change { try $0.removePasskey(Samples.hash(1), of: "p_ada") })
    #expect(
      try await store.change { try $0.removePasskey(Samples.hash(1), of: "p_ada") } == false)
  }
}

@Suite struct ThrottleTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: StoreKind.all)
  func `a throttle state is replaced and removed`(_ kind: StoreKind) async throws {
    let store = try await kind.empty(in: folder)
    let state = ThrottleState(key: "k1", failures: 3, lastFailure: 70)
    try await store.change {
      try $0.put(ThrottleState(key: "k1", failures: 2, lastFailure: 60))
      try $0.put(state)
      try $0.put(ThrottleState(key: "k2", failures: 1, lastFailure: 80))
    }
    #expect(try await store.read { try $0.throttle("k1") } == state)
    try await store.change { try $0.removeThrottle("k1") }
    #expect(try await store.read { try $0.throttle("k1") } == nil)
    #expect(try await store.read { try $0.throttle("k2")?.failures } == 1)
  }

  @Test(arguments: StoreKind.all)
  func `throttle states older than a time are removed`(_ kind: StoreKind) async throws {
    let store = try await kind.empty(in: folder)
    try await store.change {
      for time in 68...71 {
        try $0.put(ThrottleState(key: "k\(time)", failures: 1, lastFailure: time))
      }
      try $0.removeThrottles(olderThan: 70)
    }
    let remaining = try await store.read { reader in
      try (68...71).filter { try reader.throttle("k\($0)") != nil }
    }
    #expect(remaining == [70, 71])
  }
}
