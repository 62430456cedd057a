import Accounts
import Testing

@Suite struct PersonTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test(arguments: StoreKind.all)
  func `a user returns as they were stored, by id and by address`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.people(in: folder)
    #expect(try await store.read { try $0.person("p_ada") } == Someone.ada)
    #expect(try await store.read { try $0.person(emailKey: "ada@example.com") } == Someone.ada)
    #expect(try await store.read { try $0.person("p_ADA") } == nil)
    #expect(try await store.read { try $0.person(emailKey: "Ada@Example.com") } == nil)
    #expect(try await store.read { try $0.person(emailKey: "nobody@example.com") } == nil)
  }

  @Test(arguments: StoreKind.all)
  func `storing a user again replaces them and removes nothing else`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.people(in: folder)
    var ada = Someone.ada
    ada.email = "countess@example.com"
    ada.emailKey = "countess@example.com"
    ada.name = "Ada L."
    ada.verified = nil
    ada.disabled = 190
    let changed = ada
    try await store.change {
      try $0.put(StoredPassword(person: "p_ada", hash: "$scrypt$…", changed: 150))
      try $0.put(changed)
    }
    #expect(try await store.read { try $0.person("p_ada") } == changed)
    #expect(try await store.read { try $0.person(emailKey: "ada@example.com") } == nil)
    #expect(try await store.read { try $0.person(emailKey: "countess@example.com") } == changed)
    #expect(try await store.read { try $0.password(of: "p_ada") }?.changed == 150)
  }

  @Test(arguments: StoreKind.all)
  func `an address belongs to one person`(_ kind: StoreKind) async throws {
    let store = try await kind.people(in: folder)
    var bob = Someone.bob
    bob.emailKey = Someone.ada.emailKey
    let (moved, newcomer) = (bob, Someone.person("ada", "Eve"))
    let other = Person(
      id: "p_eve", email: newcomer.email, emailKey: newcomer.emailKey, name: "Eve", created: 120)
    #expect(
      try await refusal { try await store.change { try $0.put(moved) } } == .addressTaken)
    #expect(
      try await refusal { try await store.change { try $0.put(other) } } == .addressTaken)
    #expect(
      try await store.read { try $0.people(after: "", limit: 9) } == [Someone.ada, Someone.bob])
  }

  @Test(arguments: StoreKind.all)
  func `an address is free again when its user has another or is gone`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.people(in: folder)
    var bob = Someone.bob
    bob.emailKey = "ada@example.com"
    let moved = bob
    try await store.change {
      try $0.removePerson("p_ada")
      try $0.put(moved)
    }
    #expect(try await store.read { try $0.person(emailKey: "ada@example.com") } == moved)
  }

  @Test(arguments: StoreKind.all)
  func `users are listed by id, a page at a time`(_ kind: StoreKind) async throws {
    let store = try await kind.empty(in: folder)
    let everybody = ["a", "b", "c", "d"].map { Someone.person($0, $0) }
    try await store.change { for person in everybody.reversed() { try $0.put(person) } }
    #expect(
      try await store.read { try $0.people(after: "", limit: 3) } == Array(everybody.prefix(3)))
    #expect(try await store.read { try $0.people(after: "p_c", limit: 3) } == [everybody[3]])
    #expect(try await store.read { try $0.people(after: "p_d", limit: 3) }.isEmpty)
    #expect(try await store.read { try $0.people(after: "", limit: 0) }.isEmpty)
    #expect(try await store.read { try $0.people(after: "", limit: -1) }.isEmpty)
  }

  @Test(arguments: StoreKind.all)
  func `a password is replaced and taken away`(_ kind: StoreKind) async throws {
    let store = try await kind.people(in: folder)
    let first = StoredPassword(person: "p_ada", hash: "$scrypt$1", changed: 150)
    let second = StoredPassword(person: "p_ada", hash: "$scrypt$2", changed: 160)
    try await store.change { try $0.put(first) }
    try await store.change { try $0.put(second) }
    #expect(try await store.read { try $0.password(of: "p_ada") } == second)
    #expect(try await store.read { try $0.password(of: "p_bob") } == nil)
    try await store.change { try $0.removePassword(of: "p_ada") }
    #expect(try await store.read { try $0.password(of: "p_ada") } == nil)
  }

  @Test(arguments: StoreKind.all)
  func `an identity is known by issuer and subject together`(_ kind: StoreKind) async throws {
    let store = try await kind.people(in: folder)
    let late = Someone.identity("1", of: Someone.ada, created: 220)
    let early = Someone.identity("2", of: Someone.ada, created: 210)
    let elsewhere = ExternalIdentity(
      issuer: "https://other.example", subject: "1", person: "p_bob", email: "b@x.org",
      created: 200)
    try await store.change { for one in [late, early, elsewhere] { try $0.put(one) } }
    #expect(
      try await store.read { try $0.identity(issuer: "https://issuer.example", subject: "1") }
        == late)
    #expect(
      try await store.read { try $0.identity(issuer: "https://other.example", subject: "1") }
        == elsewhere)
    #expect(
      try await store.read { try $0.identity(issuer: "https://other.example", subject: "2") } == nil
    )
    #expect(try await store.read { try $0.identities(of: "p_ada") } == [early, late])
    try await store.change {
      try $0.removeIdentity(issuer: "https://issuer.example", subject: "1")
    }
    #expect(try await store.read { try $0.identities(of: "p_ada") } == [early])
    #expect(try await store.read { try $0.identities(of: "p_bob") } == [elsewhere])
  }
}
