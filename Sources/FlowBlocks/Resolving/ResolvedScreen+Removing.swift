extension ResolvedScreen {
  /// Returns the screen without some of its blocks, for an app's own filters.
  ///
  /// A removed field keeps its entered value, and its error stays in ``errors``.
  ///
  /// - Parameter isRemoved: Whether a block is removed, with all that it contains.
  /// - Returns: The screen with the other blocks.
  public func removing(where isRemoved: (ResolvedBlock) -> Bool) -> ResolvedScreen {
    let remaining = root.flatMap { isRemoved($0) ? nil : $0.removing(where: isRemoved) }
    return ResolvedScreen(name: name, title: title, root: remaining, errors: errors)
  }
}

extension ResolvedBlock {
  func removing(where isRemoved: (ResolvedBlock) -> Bool) -> ResolvedBlock {
    ResolvedBlock(type: type, key: key, properties: Self.removing(from: properties, isRemoved))
  }

  private static func removing(
    from properties: [Property], _ isRemoved: (ResolvedBlock) -> Bool
  ) -> [Property] {
    properties.map { property in
      switch property.value {
      case .blocks(let blocks):
        let remaining = blocks.filter { !isRemoved($0) }.map { $0.removing(where: isRemoved) }
        return Property(property.key, .blocks(remaining))
      case .items(let items):
        return Property(property.key, .items(items.map { removing(from: $0, isRemoved) }))
      default: return property
      }
    }
  }
}
