public import FlowCore

/// A screen in a registry, without its type.
public struct RegisteredScreen: Sendable {
  /// The unique name.
  public let name: Name
  /// The ports' names.
  public let ports: [Name]
  /// What the code declares, except the content's schema, which takes longer to find out.
  let declaration: ScreenDeclaration
  /// What was wrong with the declaration; nil if nothing was.
  let mistake: FlowMagicError?
  /// The content's schema.
  let schema: @Sendable () -> JSON
  /// The content, decoded.
  let decode: @Sendable (JSON) throws -> any Sendable
  /// What the screen does if it has no interface.
  var work: (@Sendable (any Sendable, NavigatorState) async throws -> Reply)?

  /// Takes a screen's declaration.
  ///
  /// - Parameter screen: The screen.
  public init<S: Screen>(_ screen: S.Type) {
    name = Name(S.name)
    ports = S.Port.allCases.map { Name($0.rawValue) }
    decode = { try RegisteredScreen.content(of: S.self, from: $0) }
    schema = { RegisteredScreen.schema(of: S.self) }
    let result = Result { () throws(FlowMagicError) -> ScreenDeclaration in
      try RegisteredScreen.check(S.self)
      return try RegisteredScreen.declaration(of: S.self)
    }
    switch result {
    case .success(let found):
      declaration = found
      mistake = nil
    case .failure(let error):
      declaration = ScreenDeclaration(name: Name(S.name))
      mistake = error
    }
  }

  /// The content that a step hands over, or the screen's own when the step has none.
  static func content<S: Screen>(of screen: S.Type, from json: JSON) throws -> S.Content {
    try (json.isNull ? S.defaultContent ?? json : json).decoded(as: S.Content.self)
  }

  private static func schema<S: Screen>(of screen: S.Type) -> JSON {
    if let schema = S.contentSchema { return schema }
    guard S.Content.self != NoContent.self else { return true }
    let hints = S.defaultContent.map { [$0] } ?? []
    let schema = ContentDescription(S.Content.self, hints: hints).schema
    guard var object = schema.object, let content = S.defaultContent else { return schema }
    object["default"] = content
    // A step without content shows the default.
    return ["anyOf": [.object(object), ["type": "null"]]]
  }

  private static func declaration<S: Screen>(
    of screen: S.Type
  ) throws(FlowMagicError) -> ScreenDeclaration {
    let keys = OutputKeys<S.Outputs>()
    let provides = try declarations(S.provides, keys, S.self)
    let needs = try declarations(S.needs, keys, S.self)
    let writing = S.outputPorts
    let ports = S.Port.allCases.map { port in
      PortDeclaration(
        name: Name(port.rawValue),
        provides: provides.isEmpty || writing.contains(port) ? nil : [])
    }
    return ScreenDeclaration(
      name: Name(S.name), ports: ports, needs: needs, provides: provides)
  }

  private static func declarations<S: Screen>(
    _ needs: Needs<S.Outputs>, _ keys: OutputKeys<S.Outputs>, _ screen: S.Type
  ) throws(FlowMagicError) -> [KeyDeclaration] {
    var declarations: [KeyDeclaration] = []
    for property in needs.properties {
      guard let declaration = keys.declaration(property) else {
        throw FlowMagicError(
          .unknownOutput,
          "The screen \(S.name) names \(property), which \(S.Outputs.self) does not decode from "
            + "any key. Name a stored property, and make an enum in it CaseIterable.")
      }
      declarations.append(declaration)
    }
    return declarations
  }

  private static func check<S: Screen>(_ screen: S.Type) throws(FlowMagicError) {
    if let mistake = OutputKeys<S.Outputs>.mistake() {
      throw FlowMagicError(.outputNotOptional, "The screen \(S.name) has outputs: \(mistake)")
    }
    guard let content = S.defaultContent else { return }
    do {
      _ = try content.decoded(as: S.Content.self)
    } catch {
      throw FlowMagicError(
        .contentMismatch,
        "The default content of the screen \(S.name) does not fit its type \(S.Content.self): "
          + DecodingMistake(error).description)
    }
  }
}
