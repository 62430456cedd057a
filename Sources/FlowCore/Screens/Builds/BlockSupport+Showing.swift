extension BlockSupport {
  /// Creates a description that supports everything that a screen uses, for an editor or a preview
  /// without a build.
  public init(showing screen: BlockScreen) {
    self.init(level: BlockVocabulary.level, hasProducts: true)
    add(screen.root)
  }

  private mutating func add(_ block: Block) {
    if block.type == .custom, let name = block.name { customBlocks.append(name) }
    for property in block.properties {
      add(property.value)
      for action in property.value.actions { add(action) }
      for child in property.value.blocks { add(child) }
    }
  }

  private mutating func add(_ value: BlockValue) {
    for path in value.paths where path.scope == .data { data.append(path.key) }
  }

  private mutating func add(_ action: BlockAction) {
    guard case .call(let name, let arguments, let outcomes) = action else { return }
    for argument in arguments { add(argument.value) }
    let index = actions.firstIndex { $0.name == name } ?? actions.count
    if index == actions.count { actions.append(ActionDeclaration(name: name, outcomes: [])) }
    for outcome in outcomes {
      actions[index].outcomes.append(outcome.name)
      add(outcome.action)
    }
  }
}
