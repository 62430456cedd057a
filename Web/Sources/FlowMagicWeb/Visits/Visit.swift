import FlowBlocks
import FlowCore

/// A visitor's progress while a request is handled.
struct Visit: Sendable {
  /// The release that the session runs.
  var release: WebRelease
  var session: Session
  /// The shown screen; nil if none is shown, as after the end of the flow.
  var model: ScreenModel?
  /// The id of the session in events; random, so that it reveals nothing about the visitor.
  var id = VisitorSecret.randomID()
  /// The number of presses so far.
  var pressCount = 0
  /// The id of the last release in reported events; viewed pages may have a newer one.
  var reportedRelease: String?
  /// The page after the end of the flow; nil before the end.
  var ending: Ending?
  /// The screen that the request's page shows; nil if the whole page must be rendered.
  var previousScreen: ShownScreen?

  /// A screen and the path to its step.
  struct ShownScreen: Sendable {
    let screen: ResolvedScreen
    let path: [Presentation]
  }

  /// The texts of the page after the end of the flow.
  struct Ending: Sendable {
    var title: String
    var text: String
  }

  /// The address of the step that is shown.
  func stepAddress(in flow: Name) -> StepAddress {
    session.current.map { StepAddress($0, root: flow) } ?? StepAddress([])
  }

  /// The saved state of the screen, or the texts of the page after the end of the flow.
  var screenState: JSON {
    if let ending { return ["title": .string(ending.title), "text": .string(ending.text)] }
    return model?.saved ?? .null
  }

  // MARK: Secrets

  /// A screen's output without its secrets, which are passed to the app once and stored nowhere.
  ///
  /// A placeholder replaces each secret that was entered, so that the output counts as written.
  static func withoutSecrets(_ output: JSON, _ screen: WebRelease.Screen) -> JSON {
    guard !screen.secrets.isEmpty else { return output }
    guard case .object(var object) = output else { return .string(secretPlaceholder) }
    for secret in screen.secrets where object[secret] != nil {
      object[secret] = .string(secretPlaceholder)
    }
    return .object(object)
  }

  /// The placeholder for a secret.
  static let secretPlaceholder = "••••••••"
}

/// Converts form values to field values.
enum FieldInput {
  /// Returns the values of the fields that a page shows: those of toggles and options, and texts.
  static func enteredValues(_ form: FormBody, _ fields: [ResolvedBlock]) -> [JSONObject.Member] {
    fields.compactMap { block in
      guard let name = block.name(.name) else { return nil }
      return value(form, "field." + name.string, block).map { .init(key: name, value: $0) }
    }
  }

  private static func value(_ form: FormBody, _ key: String, _ block: ResolvedBlock) -> JSON? {
    switch block.type {
    case .toggle: return .bool(form.first(key) != nil)
    case .choice where block.flag(.many):
      return .array(form.all(key).map { option($0, of: block) })
    case .choice, .offer:
      guard let text = form.first(key), !text.isEmpty else { return nil }
      return option(text, of: block)
    default: return form.first(key).map { .string($0) }
    }
  }

  /// The value of an option; anything else stays a text, which the field rejects.
  private static func option(_ text: String, of block: ResolvedBlock) -> JSON {
    for option in block.items(.options) {
      if case .json(let value)? = option.value(.value), value.text().utf8.elementsEqual(text.utf8) {
        return value
      }
    }
    return .string(text)
  }
}

extension ResolvedBlock {
  /// The fields in the block, including itself.
  var fieldBlocks: [ResolvedBlock] {
    (type.isField ? [self] : []) + children.flatMap { $0.fieldBlocks }
  }

  /// Whether a link in the block leads to a step.
  func links(to step: Name) -> Bool {
    type == .link && name(.to) == step || children.contains { $0.links(to: step) }
  }

  /// The button that the Enter key activates: the first one that submits the form and moves
  /// forward.
  var defaultButton: ResolvedBlock? {
    if type == .button, self[.submits] == nil || flag(.submits),
      actions(.do).contains(where: { !$0.ports.isEmpty })
    {
      return self
    }
    for child in children { if let button = child.defaultButton { return button } }
    return nil
  }
}
