import FlowCore
import Foundation
import YogaService

/// The app's flow as a product owner edits it: routes, steps, screens, segments.
struct EditedFlow {
  private var document: [String: Any]

  init() throws {
    let text = try YogaServer.document().json.text()
    document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }

  /// The edited document.
  func flowDocument() throws -> FlowDocument {
    let data = try JSONSerialization.data(withJSONObject: document)
    return try FlowDocument(parsing: String(decoding: data, as: UTF8.self))
  }

  /// Changes the routes of a port.
  mutating func setRoutes(_ step: String, _ port: String, to routes: [[String: Any]]) {
    change(step) { step in
      var ports = step["ports"] as? [String: Any] ?? [:]
      ports[port] = routes
      step["ports"] = ports
    }
  }

  /// Changes the condition for showing a step.
  mutating func setShowWhen(_ step: String, to condition: [String: Any]) {
    change(step) { $0["showWhen"] = condition }
  }

  /// Changes the values of a segment.
  mutating func setSegment(_ name: String, to values: [String]) {
    var segments = document["segments"] as? [String: Any] ?? [:]
    segments[name] = values
    document["segments"] = segments
  }

  /// Adds a drawn screen, and a step that shows it.
  mutating func addDrawnScreen(_ screen: [String: Any], step: [String: Any]) {
    document["screens"] = (document["screens"] as? [Any] ?? []) + [screen]
    edit { $0["steps"] = ($0["steps"] as? [Any] ?? []) + [step] }
  }

  /// The videos of the cards on a screen, each as its myth and its index in that.
  func cards(of screen: String) -> [(myth: String, index: Int)]? {
    let screens = document["screens"] as? [[String: Any]]
    guard let root = screens?.first(where: { $0["name"] as? String == screen })?["root"] else {
      return nil
    }
    return Self.blocks(in: root).compactMap { block in
      guard let properties = block["props"] as? [String: Any],
        let myth = properties["myth"] as? String, let index = properties["index"] as? Int
      else { return nil }
      return (myth, index)
    }
  }

  private static func blocks(in block: Any) -> [[String: Any]] {
    guard let block = block as? [String: Any] else { return [] }
    return [block] + (block["children"] as? [Any] ?? []).flatMap(blocks)
  }

  private mutating func change(_ id: String, _ change: (inout [String: Any]) -> Void) {
    edit { flow in
      var steps = flow["steps"] as? [[String: Any]] ?? []
      for index in steps.indices where steps[index]["id"] as? String == id {
        change(&steps[index])
      }
      flow["steps"] = steps
    }
  }

  private mutating func edit(_ change: (inout [String: Any]) -> Void) {
    var flows = document["flows"] as? [[String: Any]] ?? []
    change(&flows[0])
    document["flows"] = flows
  }
}
