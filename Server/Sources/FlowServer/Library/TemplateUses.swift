import FlowCore
import FlowStore

/// The links of a document's drawn screens to templates, in its member `screenTemplates`, which is
/// not delivered to apps.
struct TemplateUses {
  /// The member's name.
  static let member: Name = "screenTemplates"

  struct Use: Equatable {
    let screen: String
    let version: Int
    let flows: [String]

    func json(in application: Application) -> JSON {
      [
        "application": .string(application.id), "name": .string(application.name),
        "screen": .string(screen), "version": .number(JSONNumber(version)),
        "flows": .array(flows.map { .string($0) }),
      ]
    }
  }

  private let document: FlowDocument

  init(_ document: FlowDocument) { self.document = document }

  /// The drawn screens linked to a template, in document order.
  func uses(of template: String) -> [Use] {
    let links = document.unknown[Self.member]?.object?.members ?? []
    let drawn = Set(document.drawnScreens.compactMap { $0["name"]?.string })
    return links.compactMap { link in
      let screen = link.key.string
      guard link.value["template"]?.string == template, drawn.contains(screen),
        let version = link.value["version"]?.number?.int
      else { return nil }
      let flows = document.flows.filter { flow in
        flow.steps.contains { $0.screen.string == screen }
      }
      return Use(screen: screen, version: Int(version), flows: flows.map(\.id.string))
    }
  }
}
