import Accounts
import Testing

@Suite struct UserTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: StoreKind.all)
  func `a user is returned as stored, by id and by address`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    #expect(try await store.read { try $0.user("p_ada") } == Samples.ada)
    #expect(try await store.read { try $0.user(emailKey: "ada@example.com") } == Samples.ada)
    #expect(try await store.read { try $0.user("p_ADA") } == nil)
    #expect(try await store.read { try $0.user(emailKey: "Ada@Example.com") } == nil)
    #expect(try await store.read { try $0.user(emailKey: "nobody@example.com") } == nil)
  }

  @Test(arguments: StoreKind.all)
  func `storing a user again replaces only the user`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    var ada = Samples.ada
    ada.email = "countess@example.com"
    ada.emailKey = "countess@example.com"
    ada.name = "Ada L."
    ada.verified = nil
    ada.ownershipUnverifiedSince = 180
    ada.language = .german
    ada.disabled = 190
    let changed = ada
    try await store.change {
      try $0.put(StoredPassword(user: "p_ada", hash: "$scrypt$…", changed: 150))
      try $0.put(changed)
    }
    #expect(try await store.read { try $0.user("p_ada") } == changed)
    #expect(try await store.read { try $0.user(emailKey: "ada@example.com") } == nil)
    #expect(try await store.read { try $0.user(emailKey: "countess@example.com") } == changed)
    #expect(try await store.read { try $0.password(of: "p_ada") }?.changed == 150)
  }

  @Test(arguments: StoreKind.all)
  func `an address belongs to one user`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    var bob = Samples.bob
    bob.emailKey = Samples.ada.emailKey
    let (moved, newcomer) = (bob, Samples.user("ada", "Eve"))
    let other = User(
      id: "p_eve", email: newcomer.email, emailKey: newcomer.emailKey, name: "Eve", created: 120)
    #expect(
      try await errorCode { try await store.change { try $0.put(moved) } } == .addressTaken)
    #expect(
      try await errorCode { try await store.change { try $0.put(other) } } == .addressTaken)
    #expect(
      try await store.read { try $0.users(after: "", limit: 9) } == [Samples.ada, Samples.bob])
  }

  @Test(arguments: StoreKind.all)
  func `an address is available after its user changes it or is removed`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.users(in: folder)
    var (ada, bob) = (Samples.ada, Samples.bob)
    ada.emailKey = "countess@example.com"
    bob.emailKey = "ada@example.com"
    let (changed, second) = (ada, bob)
    let third = User(
      id: "p_cy", email: "Ada@Example.com", emailKey: "ada@example.com", name: "Cy", created: 120)
    try await store.change {
      try $0.put(changed)
      try $0.put(second)
    }
    #expect(try await store.read { try $0.user(emailKey: "ada@example.com") } == second)
    try await store.change {
      try $0.removeUser("p_bob")
      try $0.put(third)
    }
    #expect(try await store.read { try $0.user(emailKey: "ada@example.com") } == third)
  }

  @Test(arguments: StoreKind.all)
  func `users are listed by id, in pages`(_ kind: StoreKind) async throws {
    let store = try await kind.empty(in: folder)
    let everybody = ["a", "b", "c", "d"].map { Samples.user($0, $0) }
    try await store.change { for user in everybody.reversed() { try $0.put(user) } }
    #expect(
      try await store.read { try $0.users(after: "", limit: 3) } == Array(everybody.prefix(3)))
    #expect(try await store.read { try $0.users(after: "p_c", limit: 3) } == [everybody[3]])
    #expect(try await store.read { try $0.users(after: "p_d", limit: 3) }.isEmpty)
    #expect(try await store.read { try $0.users(after: "", limit: 0) }.isEmpty)
    #expect(try await store.read { try $0.users(after: "", limit: -1) }.isEmpty)
  }

  @Test(arguments: StoreKind.all)
  func `a password is replaced and removed`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    let first = StoredPassword(user: "p_ada", hash: "$scrypt$1", changed: 150)
    let second = StoredPassword(user: "p_ada", hash: "$scrypt$2", changed: 160)
    try await store.change { try $0.put(first) }
    try await store.change { try $0.put(second) }
    #expect(try await store.read { try $0.password(of: "p_ada") } == second)
    #expect(try await store.read { try $0.password(of: "p_bob") } == nil)
    try await store.change { try $0.removePassword(of: "p_ada") }
    #expect(try await store.read { try $0.password(of: "p_ada") } == nil)
  }

  @Test(arguments: StoreKind.all)
  func `an identity is identified by issuer and subject together`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    let newer = Samples.identity("1", of: Samples.ada, created: 220)
    let older = Samples.identity("2", of: Samples.ada, created: 210)
    let otherIssuer = ExternalIdentity(
      issuer: "https://other.example", subject: "1", user: "p_bob", email: "b@x.org",
      created: 200)
    try await store.change { for identity in [newer, older, otherIssuer] { try $0.put(identity) } }
    #expect(
      try await store.read { try $0.identity(issuer: "https://issuer.example", subject: "1") }
        == newer)
    #expect(
      try await store.read { try $0.identity(issuer: "https://other.example", subject: "1") }
        == otherIssuer)
    #expect(
      try await store.read { try $0.identity(issuer: "https://other.example", subject: "2") } == nil
    )
    #expect(try await store.read { try $0.identities(of: "p_ada") } == [older, newer])
    try await store.change {
      try $0.removeIdentity(issuer: "https://issuer.example", subject: "1")
    }
    #expect(try await store.read { try $0.identities(of: "p_ada") } == [older])
    #expect(try await store.read { try $0.identities(of: "p_bob") } == [otherIssuer])
  }
}
