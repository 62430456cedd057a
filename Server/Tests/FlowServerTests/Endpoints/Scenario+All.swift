import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Testing

extension Scenario {
  /// The scenario of each endpoint, by id.
  static let all: [String: Scenario] = delivery.merging(applications) { $1 }
    .merging(drafts) { $1 }.merging(releases) { $1 }.merging(access) { $1 }
    .merging(legacy) { $1 }.merging(server) { $1 }.merging(account) { $1 }.merging(me) { $1 }
    .merging(organizations) { $1 }.merging(changes) { $1 }
    .merging(snapshots) { $1 }.merging(assets) { $1 }.merging(templates) { $1 }

  private static let publishTwice: @Sendable (Site) async throws -> Void = { site in
    try await site.publish()
    try await site.publish(Flows.document(title: "Second"))
  }

  private static let putDraft: @Sendable (Site) async throws -> Void = { try await $0.putDraft() }

  static let batchID = "0b6c2f3e-7c0a-4a52-9f3d-2f4f2f7f5a10"

  static let batch: JSON = [
    "batch": .string(batchID),
    "build": ["platform": "ios", "version": "1.0", "build": "1"],
    "events": [
      [
        "id": "5a0f2a52-52f5-4a8f-8a8e-0d6b9ad4a001", "at": 1_800_000_000_000,
        "type": "session-started", "flow": "main",
      ]
    ],
  ]

  private static let delivery: [String: Scenario] = [
    "readRelease": Scenario(mustContain: ["\"document\"", "Second"], prepare: publishTwice),
    "streamReleases": Scenario(
      mustContain: ["retry: 1000", "event: release", "id: 2", "Second"], prepare: publishTwice),
    "readKeys": Scenario(mustContain: ["keySets"]),
    "sendEvents": Scenario(
      headers: ["Idempotency-Key": batchID], body: batch, status: 202,
      mustContain: ["\"accepted\":1"]),
    // The app's key belongs to production.
    "announceBuild": Scenario(
      body: Flows.manifest(), status: 201, exceptions: [.app: 403],
      mustContain: ["\"announced\""]),
  ]

  private static let applications: [String: Scenario] = [
    "listApplications": Scenario(
      hiddenFrom: [.guest, .guestApp, .rival, .stranger], mustContain: ["The shop"]),
    "addApplication": Scenario(
      body: ["id": "kiosk", "name": "Kiosk"], status: 201, mustContain: ["kiosk"]),
    "readApplication": Scenario(mustContain: ["The shop", "staging"]),
    "renameApplication": Scenario(body: ["name": "Corner shop"], mustContain: ["Corner shop"]),
    "listEnvironments": Scenario(mustContain: ["staging"]),
    "addEnvironment": Scenario(body: ["name": "beta"], status: 201, mustContain: ["beta"]),
    "changeEnvironment": Scenario(
      body: ["followable": true], mustContain: ["\"followable\":true"]),
    "listManifests": Scenario(mustContain: ["\"manifests\""]),
    "addManifest": Scenario(
      body: Flows.manifest(), status: 201, mustContain: ["\"received\""]),
    "listScreens": Scenario(mustContain: ["\"screens\""]),
  ]

  private static let drafts: [String: Scenario] = [
    "readDraft": Scenario(mustContain: ["\"schema\":1"], prepare: putDraft),
    "replaceDraft": Scenario(
      headers: ["If-None-Match": "*"], body: Flows.document(), status: 201,
      mustContain: ["\"revision\":1"]),
    "discardDraft": Scenario(headers: ["If-Match": "\"1\""], status: 204, prepare: putDraft),
    "checkDraft": Scenario(mustContain: ["\"findings\""], prepare: putDraft),
    "checkDocument": Scenario(body: Flows.document(), mustContain: ["\"findings\""]),
  ]

  private static let releases: [String: Scenario] = [
    "publishRelease": Scenario(
      body: ["note": "Hi"], status: 201, mustContain: ["\"number\":1"], prepare: putDraft),
    "rollBack": Scenario(
      body: ["to": 1], status: 201, mustContain: ["\"rollbackOf\":1"], prepare: publishTwice),
    "listReleases": Scenario(mustContain: ["\"number\":2"], prepare: publishTwice),
    "readDocument": Scenario(
      path: ["number": "1"], mustContain: ["\"number\":1", "Hello"], prepare: publishTwice),
    "compareReleases": Scenario(
      path: ["number": "2"], mustContain: ["content-changed"], prepare: publishTwice),
  ]

  private static let access: [String: Scenario] = [
    "listSDKKeys": Scenario(mustContain: [Site.sdkKey]),
    "addSDKKey": Scenario(
      body: ["environment": "staging", "name": "Testers"], status: 201, mustContain: ["Testers"]),
    "revokeSDKKey": Scenario(path: ["id": Site.sdkKey], status: 204),
    "listTokens": Scenario(
      hiddenFrom: [
        .guest, .viewer, .drafter, .editor, .guestApp, .viewerApp, .drafterApp, .editorApp,
        .granted, .rival, .stranger,
      ], mustContain: ["acme publish"]),
    "addToken": Scenario(
      body: ["name": "CI", "scopes": ["publish"]], status: 201,
      exceptions: [
        .guest: 403, .viewer: 403, .drafter: 403, .guestApp: 403, .viewerApp: 403,
        .drafterApp: 403, .granted: 403,
      ], mustContain: ["fm_"]),
    "revokeToken": Scenario(
      path: ["id": "aaaaaaaaaaaaaaaa"], status: 204, outsiderStatus: 404,
      exceptions: [
        .guest: 404, .viewer: 404, .drafter: 404, .editor: 404, .guestApp: 404, .viewerApp: 404,
        .drafterApp: 404, .editorApp: 404, .granted: 404,
      ],
      prepare: { site in
        try await site.store.add(
          APIToken(
            id: "aaaaaaaaaaaaaaaa", organization: "acme", name: "old", hash: [1],
            scopes: ["read"], created: 1), audit: site.audit("acme"))
      }),
    "readAudit": Scenario(mustContain: ["\"entries\""]),
  ]

  private static let publishEndless: @Sendable (Site) async throws -> Void = {
    try await $0.publish(Flows.endless)
  }

  private static let legacy: [String: Scenario] = [
    "listLegacyApplications": Scenario(
      path: ["companyName": "Acme"], outsiderStatus: 400, hiddenFrom: [.guest, .guestApp],
      mustContain: ["The shop"]),
    "listLegacyApplicationsByQuery": Scenario(
      query: "?companyName=ACME", outsiderStatus: 400, hiddenFrom: [.guest, .guestApp],
      mustContain: ["The shop"]),
    "readLegacyScreenFlow": Scenario(
      mustContain: ["Home.Login", "lastUpdatedOn"], prepare: publishEndless),
    "changeLegacyScreenFlow": Scenario(
      body: Flows.endless, mustContain: ["Home.Login", "lastUpdatedOn"]),
    "listLegacyScreens": Scenario(
      mustContain: ["Info.next"],
      prepare: { site in
        try await site.send(.post, "/v1/apps/shop/manifests", body: Flows.manifest())
      }),
    "listLegacyNodes": Scenario(mustContain: ["\"position\"", "Home"], prepare: publishEndless),
  ]

  private static let server: [String: Scenario] = [
    "readOpenAPI": Scenario(mustContain: ["\"openapi\":\"3.1.0\""]),
    "readOpenAPIAsYAML": Scenario(mustContain: ["openapi: 3.1.0"]),
    "readDocs": Scenario(mustContain: ["<!doctype html>"]),
    "checkHealth": Scenario(mustContain: ["ok"]),
    "checkLiveness": Scenario(mustContain: ["ok"]),
    "checkReadiness": Scenario(mustContain: ["ok"]),
    "checkWriteReadiness": Scenario(mustContain: ["ok"]),
    "readMetrics": Scenario(mustContain: ["flowmagic_build_info"]),
  ]
}
