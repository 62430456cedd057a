public import FlowCore

extension ScreenProgram {
  /// The names of the screen's fields, shown or not.
  public var fields: [Name] { screen.root.fields.compactMap { $0.name } }

  /// The names of the fields whose values are never shown, stored or sent with events.
  public var secrets: [Name] {
    screen.root.fields.filter { $0.isSecret }.compactMap { $0.name }
  }

  /// The output under which a session has what was entered in a field before.
  ///
  /// A screen with a single output may be that of several steps: each has its own, by its id.
  ///
  /// - Parameters:
  ///   - field: The field's name.
  ///   - step: The step that shows the screen.
  /// - Returns: The output's key.
  public func outputKey(of field: Name, at step: Name) -> Name {
    provides.count == 1 && provides[0] == field ? step : field
  }

  /// Whether the screen declares a state of that name with the type of the value.
  func accepts(_ value: JSON, in key: Name) -> Bool {
    screen.state.first { $0.key == key }?.type.contains(value) ?? false
  }

  /// Returns the screen as it is shown, and the outputs of its fields.
  func shown(_ values: ScreenValues) -> (screen: ResolvedScreen, outputs: JSONObject) {
    var resolver = ScreenResolver(self, values)
    let screen = resolver.screen()
    return (screen, resolver.outputs)
  }

  /// Returns what was entered in the form that a session takes it: a single output by itself,
  /// several as an object; nil for none.
  func output(_ entered: JSONObject) -> JSON? {
    guard provides.count == 1 else { return entered.isEmpty ? nil : .object(entered) }
    return entered[provides[0]]
  }
}

extension ResolvedScreen {
  /// The block with a key; nil if it is not shown.
  public func block(_ key: Name) -> ResolvedBlock? { root?.block(key) }

  /// The names of the fields that are shown, in their order.
  public var fields: [Name] { root?.fields ?? [] }
}

extension ResolvedBlock {
  /// The blocks inside, in the order in which they are drawn.
  public var children: [ResolvedBlock] {
    properties.flatMap { $0.value.blocks }
  }

  fileprivate func block(_ key: Name) -> ResolvedBlock? {
    if self.key == key { return self }
    for child in children {
      if let found = child.block(key) { return found }
    }
    return nil
  }

  fileprivate var fields: [Name] {
    let own = type.isField ? name(.name).map { [$0] } ?? [] : []
    return own + children.flatMap { $0.fields }
  }
}

extension ResolvedValue {
  /// The blocks in it, those of its items too.
  fileprivate var blocks: [ResolvedBlock] {
    switch self {
    case .blocks(let blocks): blocks
    case .items(let items): items.flatMap { $0.flatMap { $0.value.blocks } }
    default: []
    }
  }
}
