import FlowCore

extension RegisteredScreen {
  /// Erases the type of a screen that is composed of blocks.
  ///
  /// - Parameter screen: The screen.
  public init<S: ComposedScreen>(_ screen: S.Type) {
    self.init(erasing: screen)
    let blockScreen = S.blockScreen
    composedScreen = blockScreen
    guard declarationError == nil else { return }
    if let property = blockScreen.root.propertiesWithoutKey.first {
      declarationError = FlowMagicError(
        .unknownOutput,
        "The screen \(name) refers to \(property), which has no coding key. Use a stored property, "
          + "and make enums CaseIterable.")
    } else if let issue = ScreenChecks.issues(blockScreen).first {
      declarationError = FlowMagicError(
        .invalidScreen,
        "The screen \(name) is invalid at \(issue.pointer): "
          + "\(issue.code.rawValue) \(JSON.object(issue.arguments).text(.compact))")
    }
  }

  /// Declares what the blocks of a composed screen provide and need; does nothing for other
  /// screens.
  ///
  /// It sets the declaration error if the blocks use something that the registry does not declare.
  ///
  /// - Parameter library: The blocks that the registry supports.
  mutating func declareBlocks(using library: BlockLibrary?) {
    guard declarationError == nil, var blockScreen = composedScreen else { return }
    var support = (library ?? BlockLibrary()).support
    support.customBlocks += blockScreen.root.customNames
    var missingBlock: Block?
    if let root = blockScreen.root.adapted(
      to: support, missing: { missingBlock = missingBlock ?? $0 })
    {
      blockScreen.root = root
    }
    if let missingBlock {
      declarationError = FlowMagicError(
        .invalidScreen,
        "The \(missingBlock.type.name) \(missingBlock.pointer) of the screen \(name) uses an "
          + "action, data or products that the registry does not declare. Add them to its "
          + "`blocks:`.")
      return
    }
    composedScreen = blockScreen
    guard let compiled = blockScreen.declaration(in: support) else { return }
    declare(compiled, blockScreen)
    let firedPorts = Set(compiled.ports.map(\.name))
    if let unfired = ports.first(where: { !firedPorts.contains($0) }) {
      declarationError = FlowMagicError(
        .invalidScreen,
        "The screen \(name) has no block that fires its port \(unfired). Add a button, or remove "
          + "the port.")
    }
  }

  /// Declares what the blocks provide and need, keeping the labels of the ports.
  private mutating func declare(_ compiled: ScreenDeclaration, _ blockScreen: BlockScreen) {
    let declaredPorts = declaration.ports
    declaration.needs = compiled.needs
    declaration.provides = compiled.provides
    declaration.ports = compiled.ports.map { port in
      var port = port
      // The label is one of the members that the engine does not interpret.
      port.unknown = declaredPorts.first { $0.name == port.name }?.unknown ?? JSONObject()
      return port
    }
    let secrets = blockScreen.root.fields.filter(\.isSecret).compactMap(\.name)
    if !secrets.isEmpty {
      declaration.unknown[ScreenDeclaration.secrets] = .array(
        secrets.map { .string($0.string) })
    }
  }
}

extension ScreenRegistryBuilder {
  /// A screen that is composed of blocks.
  public static func buildExpression<S: ComposedScreen>(_ screen: S.Type) -> [RegisteredScreen] {
    [RegisteredScreen(screen)]
  }
}

extension Block {
  /// The names of the custom blocks in the block, including its own.
  fileprivate var customNames: [Name] {
    (type == .custom ? [name].compactMap { $0 } : []) + children.flatMap(\.customNames)
  }

  /// The key paths in the block that have no coding key: names that start with `\`.
  fileprivate var propertiesWithoutKey: [Name] {
    let names = properties.flatMap { property in
      property.value.paths.flatMap(\.components) + [property.value.name].compactMap { $0 }
        + property.value.actions.flatMap(\.names)
    }
    return names.filter { $0.string.hasPrefix("\\") }
      + properties.flatMap { $0.value.blocks.flatMap(\.propertiesWithoutKey) }
  }
}

extension BlockAction {
  /// The names of the state values and arguments that the action refers to.
  fileprivate var names: [Name] {
    switch self {
    case .set(let key, _): [key]
    case .call(_, let arguments, let outcomes):
      arguments.flatMap { [$0.name] + $0.value.paths.flatMap(\.components) }
        + outcomes.flatMap(\.action.names)
    case .fire, .back, .open: []
    }
  }
}
