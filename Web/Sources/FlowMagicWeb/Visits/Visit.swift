import FlowBlocks
import FlowCore

/// A visitor's progress while a request is answered.
struct Visit: Sendable {
  /// The release that the session runs.
  var release: WebRelease
  var session: Session
  /// The shown screen; nil when none is shown any more.
  var model: ScreenModel?
  /// The number of events so far.
  var count = 0
  /// The page after the end; nil before it.
  var ending: Ending?
  /// The screen that the page of the request shows; nil where the page must be drawn as a whole.
  var before: Shown?

  /// A screen at its place on the path.
  struct Shown: Sendable {
    let screen: ResolvedScreen
    let path: [Presentation]
  }

  /// The texts of the page after the end.
  struct Ending: Sendable {
    var title: String
    var text: String
  }

  /// The place of the step that is shown.
  func place(in flow: Name) -> StepAddress {
    session.current.map { StepAddress($0, root: flow) } ?? StepAddress([])
  }

  /// What is kept of the screen.
  var screenState: JSON {
    if let ending { return ["title": .string(ending.title), "text": .string(ending.text)] }
    return model?.saved ?? .null
  }

  // MARK: Secrets

  /// A screen's output without its secrets: those are handed to the app once, and kept nowhere.
  ///
  /// What a secret has written stays written, with a text in its place that says nothing.
  static func withoutSecrets(_ output: JSON, _ screen: WebRelease.Screen) -> JSON {
    guard !screen.secrets.isEmpty else { return output }
    guard case .object(var object) = output else { return .string(hidden) }
    for secret in screen.secrets where object[secret] != nil {
      object[secret] = .string(hidden)
    }
    return .object(object)
  }

  /// The text in place of a secret.
  static let hidden = "••••••••"
}

/// The value of a field as a form has it.
enum FieldInput {
  /// Returns the values of the fields that a page shows, each of the field's type.
  static func drafts(_ form: FormBody, _ fields: [ResolvedBlock]) -> [JSONObject.Member] {
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

  /// The value of an option; what is none of them stays a text, which the field refuses.
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
  /// The fields in the block, itself among them.
  var fieldBlocks: [ResolvedBlock] {
    (type.isField ? [self] : []) + children.flatMap { $0.fieldBlocks }
  }

  /// Whether a link in the block leads to a step.
  func links(to step: Name) -> Bool {
    type == .link && name(.to) == step || children.contains { $0.links(to: step) }
  }

  /// The button that the Enter key presses: the first that sends the form and leads on.
  var defaultButton: ResolvedBlock? {
    if type == .button, self[.submits] == nil || flag(.submits),
      actions(.do).contains(where: { !$0.ports.isEmpty })
    {
      return self
    }
    for child in children { if let found = child.defaultButton { return found } }
    return nil
  }
}
