import Accounts
import FlowStore

/// Reproducible data of a sample application.
struct Traffic: Sendable {
  static let application = "shop"
  static let environment = "production"

  /// The number of events in a batch.
  var batchSize = 100

  /// Adds the organization and the application unless the application exists.
  func prepare(_ store: any Store) async throws(StoreError) {
    guard try await store.application(Self.application) == nil else { return }
    let company = Organization(id: "acme", name: "Acme", created: 1)
    let shop = Application(id: Self.application, organization: "acme", name: "Shop", created: 1)
    try await store.add(company, audit: entry("organization.added"))
    try await store.add(shop, environments: [Self.environment], audit: entry("application.added"))
  }

  /// Publishes a release.
  func publish(_ number: Int, bodySize: Int, to store: any Store) async throws(StoreError) {
    let body = Array("{\"number\":\(number),\"padding\":\"".utf8)
    let padding = [UInt8](repeating: 0x78, count: max(0, bodySize - body.count - 2))
    let release = StoredRelease(
      application: Self.application, environment: Self.environment, number: number,
      body: body + padding + Array("\"}".utf8), note: "", author: .operator("storeload"),
      published: number)
    try await store.publish(release, audit: entry("release.published"))
  }

  /// A batch of events like those of apps, about 240 bytes each, with one started session.
  func batch(_ key: String) -> EventBatch {
    let events = (0..<batchSize).map { number in
      """
      {"id":"\(key)-\(number)-6f1c2d8e-5b7a-4e0f","at":17\(number)0000000000,\
      "session":"0b9d6c1e-7a53-4a53-9c59-\(key)","release":42,"type":"edge",\
      "from":{"flow":"shopping","step":"home","port":"Home.Login","route":0},"to":"login",\
      "skipped":[]}
      """
    }
    let use = BuildUse(
      platform: "ios", version: "2.3.0", build: "451", day: 20_000, sessions: 1)
    return EventBatch(
      application: Self.application, environment: Self.environment, key: key, count: batchSize,
      body: Array("[\(events.joined(separator: ","))]".utf8), received: 1, uses: [use])
  }

  private func entry(_ action: String) -> AuditEntry {
    AuditEntry(
      at: 1, actor: .operator("storeload"), action: action, organization: "acme",
      application: Self.application)
  }
}
