public import FlowCore

/// Placeholders for custom blocks where the app cannot draw them, as in the portal's preview.
///
/// A build declares them in its manifest. They read the properties of the block they replace as
/// `item.`, and contain neither fields nor actions.
public struct CustomPreviews: Sendable {
  private var names: [Name] = []
  private var blocks: [Block] = []

  /// Creates an empty set of previews.
  public init() {}

  /// Reads the previews that a build declares, leaving out those with fields or actions.
  public init(_ manifest: Manifest) {
    for custom in manifest.unknown["blocks"]?["custom"]?.array ?? [] {
      guard let name = custom["name"]?.string, let preview = custom["preview"],
        let block = ScreenParser.parse(["name": "preview", "root": preview]).screen?.root,
        block.isPassive
      else { continue }
      names.append(Name(name))
      blocks.append(block)
    }
  }

  /// Returns the block with the preview of each custom block in it as that block's `item`.
  func filling(_ block: Block) -> Block {
    guard !names.isEmpty else { return block }
    var block = block
    block.properties = block.properties.map { .init($0.key, filling($0.value)) }
    if block.type == .custom, let name = block.name, let index = names.firstIndex(of: name) {
      let pointer = ScreenParser.pointer(block.pointer, BlockKey.item.name)
      block[.item] = .block(blocks[index].placed(at: pointer))
    }
    return block
  }

  private func filling(_ value: BlockValue) -> BlockValue {
    switch value {
    case .block(let block): .block(filling(block))
    case .blocks(let blocks): .blocks(blocks.map { filling($0) })
    case .objects(let objects):
      .objects(objects.map { $0.map { .init($0.key, filling($0.value)) } })
    default: value
    }
  }
}

extension Block {
  /// Whether neither the block nor a descendant has a field or an action.
  fileprivate var isPassive: Bool {
    !type.isField && type != .button && type != .link
      && properties.allSatisfy { property in
        property.value.actions.isEmpty && property.value.blocks.allSatisfy { $0.isPassive }
      }
  }
}

extension ScreenResolver {
  /// Inserts the preview of a custom block before its children.
  mutating func insertPreview(
    _ block: Block, _ scope: BindingScope, _ properties: inout [ResolvedBlock.Property],
    prefix: String
  ) {
    guard case .block(let preview)? = block[.item] else { return }
    var inner = scope
    if case .json(let values)? = block[.props] { inner.item = values }
    var children = [resolveBlock(preview, inner, prefix: prefix)].compactMap { $0 }
    if case .blocks(let blocks)? = properties.value(.children) { children += blocks }
    properties.removeAll { $0.key == .item || $0.key == .children }
    properties.append(.init(.children, .blocks(children)))
  }
}
