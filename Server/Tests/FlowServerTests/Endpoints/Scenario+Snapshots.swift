import FlowServer
import FlowStore

extension Scenario {
  private static let addSnapshot: @Sendable (Site) async throws -> Void = { site in
    _ = try await site.store.put(
      Snapshot(
        application: "shop", screen: "Info", type: "image/png", tag: "t", width: 1, height: 1,
        at: site.clock.now, body: Array("PNG of Info".utf8)))
  }

  /// Snapshots of screens, and data about an application's users.
  static let snapshots: [String: Scenario] = [
    "readSnapshot": Scenario(
      path: ["screen": "Info"], mustContain: ["PNG of Info"], prepare: addSnapshot),
    // The app's key belongs to production.
    "sendSnapshot": Scenario(
      path: ["screen": "Info"], bytes: PictureHeaderTests.png, status: 204,
      exceptions: [.app: 403]),
    "removeSnapshot": Scenario(path: ["screen": "Info"], status: 204, prepare: addSnapshot),
    "readResults": Scenario(mustContain: ["\"experiments\""]),
    "listAttributes": Scenario(
      mustContain: ["\"country\""],
      prepare: { site in
        let use = AttributeUse(name: "country", types: ["string"], sessions: 1)
        _ = try await site.store.append([
          EventBatch(
            application: "shop", environment: "production", key: "k", count: 1, body: [],
            received: site.clock.now, attributes: [use])
        ])
      }),
  ]
}
