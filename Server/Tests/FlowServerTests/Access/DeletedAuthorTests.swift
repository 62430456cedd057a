import Accounts
import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Testing

/// What remains of a deleted user whose releases are still current.
@Suite(.timeLimit(.minutes(10))) struct DeletedAuthorTests {
  /// The ways to delete an account.
  enum Deletion: String, CaseIterable, CustomTestStringConvertible {
    case byRequest
    /// The server is not notified, as when another process deletes the account.
    case inStore

    var testDescription: String { rawValue }

    func apply(at site: Site) async throws {
      switch self {
      case .byRequest:
        let response = try await site.send(.delete, "/v1/me", as: .editor)
        #expect(response.status == 204, "\(response.text)")
      case .inStore:
        try await site.services.accounts.administration.deleteUser(
          Site.userID("editor"), by: .operator("test"))
      }
    }
  }

  private static let address = Site.email("editor")

  /// The responses that name the authors of current releases.
  private func texts(_ site: Site) async throws -> [String] {
    let overview = try await site.send(.get, "/v1/overview", as: .viewer)
    #expect(overview.status == 200)
    let log = try await StreamLog(site, as: .viewer)
    let release = try #require(await log.event("release"))
    let outdated = try await site.send(
      .put, "/applications/shop/screenFlow", ["If-Match": "\"7\""], body: Flows.endless)
    #expect(outdated.status == 412)
    return [overview.text, release.text(.compact), outdated.text]
  }

  @Test(arguments: Deletion.allCases)
  func `a current release does not show its deleted author's address`(deletion: Deletion)
    async throws
  {
    let site = try await Site(withUsers: true)
    let published = try await site.send(
      .post, "/v1/apps/shop/environments/production/releases", as: .editor,
      body: ["document": Flows.document(), "acceptWarnings": true])
    #expect(published.status == 201, "\(published.text)")
    for text in try await texts(site) { #expect(text.contains(Self.address)) }
    let authors = site.services.currentReleases.all.map(\.stored.author)
    #expect(authors.map(\.id) == [Site.userID("editor")])
    #expect(authors.map(\.name) == [""], "memory does not contain the address")

    try await deletion.apply(at: site)
    for text in try await texts(site) {
      #expect(!text.contains(Self.address), "\(text)")
      #expect(text.contains("deleted user"))
    }
    try await site.services.readStore()
    for text in try await texts(site) { #expect(!text.contains(Self.address), "\(text)") }
  }
}
