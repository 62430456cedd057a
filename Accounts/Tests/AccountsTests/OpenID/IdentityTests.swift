import Accounts
import Testing

struct IdentityTests {
  /// Somebody with a password, and the way to link an account elsewhere to them.
  private func link(
    _ house: ExternalHouse, to session: NewSession, as subject: String = "ada-elsewhere"
  ) async throws -> ExternalOutcome {
    let trip = try await house.go(linkTo: session.signedIn)
    try house.signIn(trip, as: subject, email: "else@example.com", isVerified: false)
    return try await house.comeBack(trip)
  }

  private func unlink(
    _ house: ExternalHouse, _ subject: String, _ session: NewSession
  ) async throws {
    try await house.accounts.unlink(
      issuer: "https://first.example", subject: subject, signedIn: session.signedIn,
      client: .office)
  }

  @Test func `who is signed in links an account elsewhere, and signs in with it`() async throws {
    let house = try ExternalHouse()
    let ada = try await house.house.person("ada@example.com")
    #expect(try await link(house, to: ada).step == nil)
    let linked = try await house.accounts.identities(of: ada.signedIn)
    #expect(linked.map(\.subject) == ["ada-elsewhere"])
    let trip = try await house.go()
    try house.signIn(trip, as: "ada-elsewhere", email: "", isVerified: false)
    let session = try #require(try await house.comeBack(trip).step).session
    #expect(session.person.id == ada.person.id)
  }

  @Test func `an account elsewhere that is somebody's is not linked to another`() async throws {
    let house = try ExternalHouse()
    let (ada, eve) = (
      try await house.house.person("ada@example.com"),
      try await house.house.person("eve@example.com")
    )
    _ = try await link(house, to: ada)
    #expect(try await refusal { try await link(house, to: eve) } == .conflict)
    #expect(try await house.accounts.identities(of: eve.signedIn).isEmpty)
  }

  @Test func `linking needs a recent sign-in, when it begins and when it ends`() async throws {
    let house = try ExternalHouse()
    let ada = try await house.house.person("ada@example.com")
    let trip = try await house.go(linkTo: ada.signedIn)
    try house.signIn(trip, as: "x", email: "x@example.com")
    house.house.clock.now += house.accounts.settings.recency + 1
    #expect(try await refusal { try await house.go(linkTo: ada.signedIn) } == .notRecent)
    #expect(try await refusal { try await house.comeBack(trip) } != nil)
    #expect(try await house.accounts.identities(of: ada.signedIn).isEmpty)
  }

  @Test func `a session that has ended meanwhile is linked to nothing`() async throws {
    let house = try ExternalHouse()
    let ada = try await house.house.person("ada@example.com")
    let trip = try await house.go(linkTo: ada.signedIn)
    try house.signIn(trip, as: "x", email: "x@example.com")
    try await house.accounts.signOut(ada.session.id, of: ada.person.id, client: .office)
    #expect(try await refusal { try await house.comeBack(trip) } == .noSession)
  }

  @Test func `the last way to sign in is not taken away`() async throws {
    let house = try ExternalHouse()
    let ada = try await house.arrive()
    #expect(try await refusal { try await unlink(house, "ada", ada) } == .lastCredential)
    _ = try await link(house, to: ada)
    try await unlink(house, "ada", ada)
    #expect(try await refusal { try await unlink(house, "ada-elsewhere", ada) } == .lastCredential)
    let left = try await house.accounts.identities(of: ada.signedIn)
    #expect(left.map(\.subject) == ["ada-elsewhere"])
  }

  @Test func `with a passkey an account elsewhere may go`() async throws {
    let house = try ExternalHouse()
    let ada = try await house.arrive()
    let passkey = Passkey(
      credential: [1], person: ada.person.id, publicKey: [2], signatureCount: 0, name: "Key",
      isBackedUp: false, created: 1)
    try await house.house.store.change { try $0.put(passkey) }
    try await unlink(house, "ada", ada)
    #expect(try await house.accounts.identities(of: ada.signedIn).isEmpty)
    #expect(try await house.house.actions(of: ada.person).contains("identity.unlinked"))
    let mails = try await house.house.mails(to: "ada@example.com")
    #expect(mails.contains { $0.text.contains("First") })
  }

  @Test func `nobody unlinks what is another's, and not with an old sign-in`() async throws {
    let house = try ExternalHouse()
    let (ada, eve) = (
      try await house.house.person("ada@example.com"),
      try await house.house.person("eve@example.com")
    )
    _ = try await link(house, to: ada)
    #expect(try await refusal { try await unlink(house, "ada-elsewhere", eve) } == .notFound)
    house.house.clock.now += house.accounts.settings.recency + 1
    #expect(try await refusal { try await unlink(house, "ada-elsewhere", ada) } == .notRecent)
  }
}
