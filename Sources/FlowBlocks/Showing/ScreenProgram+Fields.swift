public import FlowCore

extension ScreenProgram {
  /// The names of the screen's fields, shown or not.
  public var fields: [Name] { screen.root.fields.compactMap { $0.name } }

  /// The names of the fields whose values are never shown, stored or sent with events.
  public var secrets: [Name] {
    screen.root.fields.filter { $0.isSecret }.compactMap { $0.name }
  }

  /// The output in which a session keeps the earlier entry of a field.
  ///
  /// Several steps may show a screen with a single output: each stores it under its own id.
  ///
  /// - Parameters:
  ///   - field: The field's name.
  ///   - step: The step that shows the screen.
  /// - Returns: The output's key.
  public func outputKey(of field: Name, at step: Name) -> Name {
    provides.count == 1 && provides[0] == field ? step : field
  }

  /// Returns whether the screen declares a state value with this name and the type of the value.
  func accepts(_ value: JSON, in key: Name) -> Bool {
    screen.state.first { $0.key == key }?.type.contains(value) ?? false
  }

  /// Returns the screen as it is shown, and the outputs of its fields.
  func resolveWithOutputs(_ values: ScreenValues) -> (screen: ResolvedScreen, outputs: JSONObject) {
    var resolver = ScreenResolver(self, values)
    let screen = resolver.resolveScreen()
    return (screen, resolver.outputs)
  }

  /// Returns the form's outputs as a session expects them: the value of the only output of the
  /// screen, or an object with several; nil if there are none.
  func output(_ formOutputs: JSONObject) -> JSON? {
    guard provides.count == 1 else { return formOutputs.isEmpty ? nil : .object(formOutputs) }
    return formOutputs[provides[0]]
  }
}

extension ResolvedScreen {
  /// Returns the block with a key; nil if it is not shown.
  public func block(_ key: Name) -> ResolvedBlock? { root?.block(key) }

  /// The names of the visible fields, in order.
  public var fields: [Name] { root?.fields ?? [] }
}

extension ResolvedBlock {
  /// The child blocks, in drawing order.
  public var children: [ResolvedBlock] {
    properties.flatMap { $0.value.blocks }
  }

  fileprivate func block(_ key: Name) -> ResolvedBlock? {
    if self.key == key { return self }
    for child in children {
      if let block = child.block(key) { return block }
    }
    return nil
  }

  fileprivate var fields: [Name] {
    let ownFields = type.isField ? name(.name).map { [$0] } ?? [] : []
    return ownFields + children.flatMap { $0.fields }
  }
}

extension ResolvedValue {
  /// The blocks inside the value, including those of its items.
  fileprivate var blocks: [ResolvedBlock] {
    switch self {
    case .blocks(let blocks): blocks
    case .items(let items): items.flatMap { $0.flatMap { $0.value.blocks } }
    default: []
    }
  }
}
