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

  @Test(arguments: ["/applications/acme", "/applications/ACME", "/applications?companyName=Acme"])
  func `attack: an organization with the id of another as its name is not taken for it`(
    path: String
  ) async throws {
    let site = try await Site(withUsers: true)
    try await add("aaa", named: "ACME", to: site)
    let response = try await site.send(.get, path, as: .viewer)
    #expect(response.status == 200)
    #expect(response.text.contains("The shop"))
    #expect(!response.text.contains("App of aaa"))
  }

  @Test func `a name that two of the caller's organizations have is rejected`() async throws {
    let site = try await Site(withUsers: true)
    try await add("one", named: "Twin", to: site)
    let single = try await site.send(.get, "/applications/twin", as: .viewer)
    #expect(single.text.contains("App of one"))
    try await add("two", named: "TWIN", to: site)
    let both = try await site.send(.get, "/applications/twin", as: .viewer)
    #expect(both.status == 400)
    #expect(both.text.contains("one, two"))
    let chosen = try await site.send(.get, "/applications/two", as: .viewer)
    #expect(chosen.text.contains("App of two"))
  }
}
