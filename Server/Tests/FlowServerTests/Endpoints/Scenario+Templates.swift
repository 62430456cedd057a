import FlowCore
import FlowServer
import FlowStore

extension Scenario {
  private static let id = "TemplateTemplate"
  private static let content: JSON = [
    "screen": ["name": "Consent", "root": ["type": "column", "children": []]]
  ]
  private static let addTemplate: @Sendable (Site) async throws -> Void = { site in
    try await site.store.add(
      ScreenTemplate(
        organization: "acme", id: id, name: "Legal consent", body: content.utf8(.canonical),
        author: "Ada", updated: site.clock.now), assets: [], audit: site.audit("acme"))
  }

  /// The screen templates of organizations.
  static let templates: [String: Scenario] = [
    "listScreenTemplates": Scenario(mustContain: ["Legal consent"], prepare: addTemplate),
    "addScreenTemplate": Scenario(
      body: ["name": "Consent", "content": content], status: 201,
      mustContain: ["\"version\":1"]),
    "readScreenTemplate": Scenario(
      path: ["template": id], mustContain: ["Legal consent", "\"children\""], prepare: addTemplate),
    "changeScreenTemplate": Scenario(
      path: ["template": id], headers: ["If-Match": "\"1\""], body: ["name": "Privacy"],
      mustContain: ["Privacy"], prepare: addTemplate),
    "removeScreenTemplate": Scenario(
      path: ["template": id], headers: ["If-Match": "\"1\""], status: 204, prepare: addTemplate),
    "listScreenTemplateUses": Scenario(
      path: ["template": id], mustContain: ["\"hidden\":0"], prepare: addTemplate),
  ]
}
