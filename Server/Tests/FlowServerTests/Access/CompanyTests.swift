import Accounts
import FlowServer
import FlowStore
import HTTPTypes
import Testing

/// The company of a legacy route, whose name an organization chooses.
@Suite struct CompanyTests {
  /// Adds an organization with an application, both of this id; the viewer of `acme` joins it.
  private func add(_ id: String, named name: String, to site: Site) async throws {
    try await site.store.add(
      Organization(id: id, name: name, created: site.clock.now), audit: site.audit(id))
    try await site.store.add(
      Application(id: id, organization: id, name: "App of \(id)", created: site.clock.now),
      environments: ["production"], audit: site.audit(id))
    let viewer = try #require(site.users[.viewer])
    let membership = Membership(
      organization: id, user: viewer, role: .viewer, since: site.clock.now)
    try await site.services.accounts.store.change { writer in try writer.put(membership) }
  }

  @Test(arguments: [
    ("/applications/acme", 200), ("/applications/ACME", 400),
    ("/applications?companyName=Acme", 400),
  ])
  func `attack: an organization named like the id of another is not mistaken for it`(
    path: String, status: Int
  ) async throws {
    let site = try await Site(withUsers: true)
    try await add("aaa", named: "ACME", to: site)
    let response = try await site.send(.get, path, as: .viewer)
    #expect(response.status == status)
    #expect(response.text.contains(status == 200 ? "The shop" : "aaa, acme"))
    #expect(!response.text.contains("App of aaa"))
  }

  @Test(arguments: [("Umbrella", "Umbrella"), ("umbrella", "umbrella"), ("UMBRELLA", "umbrella")])
  func `attack: an organization whose id is the name of another is not mistaken for it`(
    requested: String, name: String
  ) async throws {
    let site = try await Site(withUsers: true)
    try await add("umbrella-inc", named: name, to: site)
    try await add("umbrella", named: "Rain", to: site)
    let response = try await site.send(.get, "/applications/\(requested)", as: .viewer)
    #expect(response.status == 400)
    #expect(response.text.contains("umbrella, umbrella-inc"), "\(response.text)")
    let chosen = try await site.send(.get, "/applications/umbrella-inc", as: .viewer)
    #expect(chosen.text.contains("App of umbrella-inc"))
  }

  @Test func `an exact id is enough, unless it is exactly the name of another organization`()
    async throws
  {
    let site = try await Site(withUsers: true)
    try await add("umbrella-inc", named: "Umbrella", to: site)
    try await add("umbrella", named: "Rain", to: site)
    let response = try await site.send(.get, "/applications/umbrella", as: .viewer)
    #expect(response.status == 200)
    #expect(response.text.contains("\"App of umbrella\""), "\(response.text)")
  }

  @Test func `attack: a newer organization with an id as its name does not make the id ambiguous`()
    async throws
  {
    let site = try await Site(withUsers: true)
    site.clock.advance(by: 1)
    try await add("aaa", named: "acme", to: site)
    let response = try await site.send(.get, "/applications/acme", as: .viewer)
    #expect(response.status == 200)
    #expect(response.text.contains("The shop"), "\(response.text)")
    #expect(!response.text.contains("App of aaa"))
  }

  @Test func `a name that two of the caller's organizations have is rejected`() async throws {
    let site = try await Site(withUsers: true)
    try await add("one", named: "Twin", to: site)
    let single = try await site.send(.get, "/applications/twin", as: .viewer)
    #expect(single.text.contains("App of one"))
    try await add("two", named: "TWIN", to: site)
    let ambiguous = try await site.send(.get, "/applications/twin", as: .viewer)
    #expect(ambiguous.status == 400)
    #expect(ambiguous.text.contains("one, two"))
    let chosen = try await site.send(.get, "/applications/two", as: .viewer)
    #expect(chosen.text.contains("App of two"))
  }
}
