public import FlowCore

/// A type-erased ``Screen`` in a registry.
public struct RegisteredScreen: Sendable {
  /// The unique name.
  public let name: Name
  /// The ports' names.
  public let ports: [Name]
  /// The screen's declaration without the content's schema, which is inferred only on demand.
  var declaration: ScreenDeclaration
  /// The error in the declaration; nil if it is valid.
  var declarationError: FlowMagicError?
  /// Whether it is a screen with an interface, work, a step in code, or a decision.
  public var kind: ScreenKind {
    switch code {
    case nil: .screen
    case .work: .work
    case .step: .step
    case .decision: .decision
    }
  }

  /// Infers the content's schema.
  let inferSchema: @Sendable () -> JSON
  /// Decodes the content of a step.
  let decodeContent: @Sendable (JSON) throws -> any Sendable
  /// Decodes the metadata of a step.
  let decodeMetadata: @Sendable (JSONObject) throws -> any Sendable
  /// Reads the values that the screen needs from the outputs before it.
  let readNeeds: @Sendable (JSONObject) throws(MissingProperty) -> any Sendable
  /// The code that runs instead of a view; nil for a screen with an interface.
  var code: RegisteredCode?
  /// Whether the type is a step in code or a decision, of which a value must be registered.
  let needsCode: Bool
  /// The blocks of a ``ComposedScreen``.
  var composedScreen: BlockScreen?

  /// Erases the type of a screen.
  ///
  /// - Parameter screen: The screen.
  public init<S: Screen>(_ screen: S.Type) {
    self.init(erasing: screen)
  }

  init<S: Screen>(erasing screen: S.Type) {
    name = Name(S.name)
    ports = S.Port.allCases.map { Name($0.rawValue) }
    decodeContent = { try RegisteredScreen.content(of: S.self, from: $0) }
    decodeMetadata = { try JSON.object($0).decoded(as: S.Metadata.self) }
    readNeeds = { outputs throws(MissingProperty) in
      let needs = S.needs
      // Most screens need nothing, so decoding is skipped for them.
      let typed = needs.properties.isEmpty ? S.Outputs() : S.Outputs(outputs)
      return NeededValues<S>(try needs.values(of: typed))
    }
    inferSchema = { RegisteredScreen.schema(of: S.self) }
    needsCode = screen is any RoutedStep.Type || screen is any RoutedDecision.Type
    let result = Result { () throws(FlowMagicError) -> ScreenDeclaration in
      try RegisteredScreen.check(S.self)
      return try RegisteredScreen.declaration(of: S.self)
    }
    switch result {
    case .success(let value):
      declaration = value
      declarationError = nil
    case .failure(let error):
      declaration = ScreenDeclaration(name: Name(S.name))
      declarationError = error
    }
  }

  /// Decodes a step's content, or the screen's default content if the step has none.
  static func content<S: Screen>(of screen: S.Type, from json: JSON) throws -> S.Content {
    try (json.isNull ? S.defaultContent ?? json : json).decoded(as: S.Content.self)
  }

  private static func schema<S: Screen>(of screen: S.Type) -> JSON {
    if let schema = S.contentSchema { return schema }
    guard S.Content.self != NoContent.self else { return true }
    let hints = S.defaultContent.map { [$0] } ?? []
    let schema = SchemaInference(S.Content.self, hints: hints).schema
    guard var object = schema.object, let content = S.defaultContent else { return schema }
    object["default"] = content
    // A step without content uses the default.
    return ["anyOf": [.object(object), ["type": "null"]]]
  }

  private static func declaration<S: Screen>(
    of screen: S.Type
  ) throws(FlowMagicError) -> ScreenDeclaration {
    let keys = OutputKeys<S.Outputs>()
    let provides = try declarations(S.provides.properties, keys, S.self)
    let needs = try declarations(S.needs.properties, keys, S.self)
    let outputPorts = S.outputPorts
    let ports = S.Port.allCases.map { port in
      PortDeclaration(
        name: Name(port.rawValue),
        provides: provides.isEmpty || outputPorts.contains(port) ? nil : [],
        unknown: port.label.map { ["label": $0.json] } ?? JSONObject())
    }
    return ScreenDeclaration(
      name: Name(S.name), ports: ports, needs: needs, provides: provides)
  }

  private static func declarations<S: Screen>(
    _ properties: [Provides<S.Outputs>.Property], _ keys: OutputKeys<S.Outputs>, _ screen: S.Type
  ) throws(FlowMagicError) -> [KeyDeclaration] {
    var declarations: [KeyDeclaration] = []
    for property in properties {
      guard let declaration = keys.declaration(property) else {
        throw FlowMagicError(
          .unknownOutput,
          "The screen \(S.name) refers to \(property), for which \(S.Outputs.self) has no coding "
            + "key. Use a stored property, and make enums in it CaseIterable.")
      }
      declarations.append(declaration)
    }
    return declarations
  }

  /// The reason why the output does not match the declared `provides`; nil if it does.
  private static func outputProblem<S: Screen>(of screen: S.Type) -> String? {
    let provides = S.provides.properties
    guard let first = provides.first else { return nil }
    guard S.Output.self != NoOutput.self else {
      return "provides outputs, but has no Output to fire a port with. Add `typealias Output = …`."
    }
    if provides.count == 1 {
      let type = Swift.type(of: first).valueType
      return type == S.Output?.self
        ? nil
        : "provides \(first), which is \(type), but has \(S.Output.self) as its Output, so nothing "
          + "would be read. Make Output the type of the property."
    }
    let shape = SchemaInference(S.Output.self).shape
    let keys = OutputKeys<S.Outputs>()
    // An output with a custom `init(from:)` may have any members.
    guard shape.valueType != .any, !shape.isMap else { return nil }
    let missing = provides.compactMap { keys.declaration($0)?.key }
      .first { key in !shape.members.contains { $0.key == key } }
    return missing.map {
      "provides \(provides.count) outputs, but its Output, \(S.Output.self), has no member \($0). "
        + "Make Output a type with a member for each output."
    }
  }

  private static func check<S: Screen>(_ screen: S.Type) throws(FlowMagicError) {
    if let problem = OutputKeys<S.Outputs>.declarationProblem() {
      throw FlowMagicError(
        .outputNotOptional, "The outputs of the screen \(S.name) are invalid: \(problem)")
    }
    let problem =
      S.declarationProblem(S.Port.self, S.Outputs.self, S.Output.self, S.Needed.self)
      ?? outputProblem(of: S.self)
    if let problem {
      throw FlowMagicError(.invalidScreen, "The screen \(S.name) \(problem)")
    }
    guard let content = S.defaultContent else { return }
    do {
      _ = try content.decoded(as: S.Content.self)
    } catch {
      throw FlowMagicError(
        .contentMismatch,
        "The default content of the screen \(S.name) does not decode as \(S.Content.self): ",
        decoding: error)
    }
  }
}
