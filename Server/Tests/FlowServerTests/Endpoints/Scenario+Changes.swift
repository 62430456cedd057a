import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import NIOConcurrencyHelpers
import Testing

extension Scenario {
  /// The client id of a page of the portal.
  static let page = "page0123"

  /// The overview, builds, layouts, presence and the stream of changes.
  static let changes: [String: Scenario] = [
    "readOverview": Scenario(
      hiddenFrom: [.guest, .guestApp, .rival, .stranger],
      mustContain: ["The shop", "\"revision\":1"],
      prepare: { try await $0.putDraft() }),
    "readClients": Scenario(mustContain: ["\"total\":0"]),
    "listBuilds": Scenario(
      mustContain: ["\"inUse\":true", "\"Info\""],
      prepare: { try await $0.send(.post, "/v1/apps/shop/manifests", body: Flows.manifest()) }),
    "archiveBuild": Scenario(
      body: ["platform": "ios", "version": "1.0", "build": "1", "reason": "Only testers"],
      status: 204,
      prepare: { try await $0.send(.post, "/v1/apps/shop/manifests", body: Flows.manifest()) }),
    "streamChanges": Scenario(
      query: "?client=\(page)",
      mustContain: ["event: draft", "\"revision\":1", "event: clients", "event: ready"],
      prepare: { try await $0.putDraft() }),
    "putPresence": Scenario(
      makeBody: { site, role in
        try site.open(page, as: role)
        return ["client": .string(page), "view": "history"]
      }, status: 204, exceptions: noTokens),
    "readLayout": Scenario(
      mustContain: ["\"hello\":[3,4]"],
      prepare: { try await $0.send(.patch, "/v1/apps/shop/layout", body: layoutChange) }),
    "changeLayout": Scenario(body: layoutChange, mustContain: ["\"hello\":[3,4]"]),
  ]

  private static let layoutChange: JSON = ["flows": ["main": ["steps": ["hello": [3.2, 4]]]]]

  private static let noTokens: [Site.Role: Int] = [
    .read: 403, .draft: 403, .publish: 403, .admin: 403, .limited: 403, .drafterToken: 403,
  ]
}

extension Site {
  /// Opens a stream of the shop's changes, as a user's page does.
  @discardableResult
  func open(_ page: String, as role: Role, in application: String = "shop") throws
    -> ChangeSubscription
  {
    let user = try #require(users[role])
    let subscription = try services.changes.subscribe(
      to: application, of: application == "shop" ? "acme" : "rival", principal: user,
      page: ApplicationChanges.Page(
        user: user, client: page, name: role.userName,
        email: Self.email(role.userName), since: clock.now))
    retained.withLockedValue { $0.append(subscription) }
    return subscription
  }
}
