extension Block {
  /// Returns the block as a build shows it: without what the build does not support, or replaced by
  /// its `else`.
  ///
  /// - Parameters:
  ///   - build: The blocks that the build can show.
  ///   - missing: Called with each block that is left out because it has no `else`.
  /// - Returns: The block; nil if the build shows nothing of it.
  public func adapted(to build: BlockSupport, missing: (Block) -> Void) -> Block? {
    guard isSupported(by: build) else {
      guard case .block(let other)? = self[.else] else {
        missing(self)
        return nil
      }
      return other.adapted(to: build, missing: missing)
    }
    var block = self
    block.properties = properties.compactMap { property in
      property.key == .else ? nil : property.adapted(to: build, missing: missing)
    }
    return block
  }

  /// Whether the build has the custom block, the actions, the data and the products that the block
  /// needs.
  private func isSupported(by build: BlockSupport) -> Bool {
    if type == .custom, let name, !build.customBlocks.contains(name) { return false }
    if type == .offer, !build.hasProducts { return false }
    for property in properties {
      for action in property.value.actions where !action.isSupported(by: build) { return false }
      if !property.value.isSupported(by: build) { return false }
    }
    return true
  }
}

extension Block.Property {
  fileprivate func adapted(to build: BlockSupport, missing: (Block) -> Void) -> Block.Property? {
    switch value {
    case .block(let block):
      return block.adapted(to: build, missing: missing).map { Block.Property(key, .block($0)) }
    case .blocks(let blocks):
      return Block.Property(
        key, .blocks(blocks.compactMap { $0.adapted(to: build, missing: missing) }))
    case .objects(let objects):
      return Block.Property(
        key,
        .objects(
          objects.map { $0.compactMap { $0.adapted(to: build, missing: missing) } }))
    default: return self
    }
  }
}

extension BlockAction {
  fileprivate func isSupported(by build: BlockSupport) -> Bool {
    guard case .call(let name, let arguments, let outcomes) = self else { return true }
    guard let action = build.action(name) else { return false }
    for argument in arguments where !argument.value.isSupported(by: build) { return false }
    return outcomes.allSatisfy {
      action.outcomes.contains($0.name) && $0.action.isSupported(by: build)
    }
  }
}

extension BlockValue {
  /// The paths that the value reads, excluding those of nested blocks, actions and conditions.
  package var paths: [BindingPath] {
    switch self {
    case .binding(let binding): [binding.path]
    case .path(let path): [path]
    case .text(.key(_, let count?)): [count]
    case .options(let options): [options.from]
    case .objects(let objects): objects.flatMap { $0.flatMap { $0.value.paths } }
    default: []
    }
  }

  /// Whether the build has the data that the value reads.
  fileprivate func isSupported(by build: BlockSupport) -> Bool {
    for path in paths where path.scope == .data {
      if !build.data.contains(path.key) { return false }
    }
    return true
  }
}
