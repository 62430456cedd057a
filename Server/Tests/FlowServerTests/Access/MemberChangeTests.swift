import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Testing

/// Two changes of a member at the same time.
@Suite(.timeLimit(.minutes(10))) struct MemberChangeTests {
  private static let path = "/v1/organizations/acme/members/\(Site.userID("colleague"))"
  private static let grants: JSON = [["application": "shop", "role": "drafter"]]

  /// Sends a change that reads the member before another change and writes after it.
  private func change(_ body: JSON, around other: JSON) async throws -> Site.Response {
    let store = try FailingStore(StoreError(.unavailable, "never"))
    let site = try await Site(store: store, withUsers: true)
    store.interruptibleAccounts.beforeChange.once {
      let response = try? await site.send(.patch, Self.path, as: .ownerApp, body: other)
      #expect(response?.status == 200)
    }
    return try await site.send(.patch, Self.path, body: body)
  }

  @Test func `a concurrent change of grants does not undo a demotion`() async throws {
    let changed = try await change(["grants": Self.grants], around: ["role": "guest"])
    #expect(changed.status == 200, "\(changed.text)")
    #expect(changed.json["role"] == "guest")
    #expect(changed.json["grants"]?.array?.count == 1)
  }

  @Test func `a concurrent change of the role does not undo one of the grants`() async throws {
    let changed = try await change(["role": "editor"], around: ["grants": Self.grants])
    #expect(changed.status == 200, "\(changed.text)")
    #expect(changed.json["role"] == "editor")
    #expect(changed.json["grants"]?.array?.count == 1)
  }
}
