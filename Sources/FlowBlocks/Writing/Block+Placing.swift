package import FlowCore

extension Block {
  /// Returns the block with its location in the screen, and those of its descendants, set.
  ///
  /// - Parameter pointer: The JSON Pointer of the location.
  /// - Returns: The block as if it had been read there.
  package func placed(at pointer: String) -> Block {
    var block = self
    block.pointer = pointer
    block.properties = properties.placed(at: pointer)
    return block
  }
}

extension Array where Element == Block.Property {
  fileprivate func placed(at pointer: String) -> [Block.Property] {
    map { property in
      let propertyPointer = ScreenParser.pointer(pointer, property.key.name)
      return .init(property.key, property.value.placed(at: propertyPointer))
    }
  }
}

extension BlockValue {
  fileprivate func placed(at pointer: String) -> BlockValue {
    switch self {
    case .block(let block): .block(block.placed(at: pointer))
    case .blocks(let blocks):
      .blocks(
        blocks.indices.map { blocks[$0].placed(at: ScreenParser.pointer(pointer, $0)) })
    case .objects(let objects):
      .objects(
        objects.indices.map { objects[$0].placed(at: ScreenParser.pointer(pointer, $0)) })
    default: self
    }
  }
}
