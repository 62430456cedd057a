import FlowBlocks
import FlowCore
import HTTPTypes

/// The answer to an event for pages with the script: what has changed, by block.
enum ScreenPatch {
  static let type = "application/vnd.flowmagic.patch+json"

  /// Whether a request is the script's.
  static func isWanted(_ headers: HTTPFields) -> Bool { headers[.accept] == type }

  /// The smallest blocks that differ, by key, as HTML; nil if the screens differ as a whole.
  static func operations(
    from old: ResolvedScreen, to new: ResolvedScreen, _ options: HTMLRenderer.Options
  ) -> [JSON]? {
    guard old.name == new.name, let before = old.root, let after = new.root else { return nil }
    var operations: [JSON] = []
    guard compare(before, after, options, &operations) else { return nil }
    return operations
  }

  /// Adds what differs; false if the block itself must be drawn anew by the one around it.
  private static func compare(
    _ old: ResolvedBlock, _ new: ResolvedBlock, _ options: HTMLRenderer.Options,
    _ operations: inout [JSON]
  ) -> Bool {
    if old == new { return true }
    guard old.key == new.key, old.type == new.type else { return false }
    var inner: [JSON] = []
    if hasSameShape(old, new),
      zip(old.children, new.children).allSatisfy({ compare($0, $1, options, &inner) })
    {
      operations += inner
    } else {
      let html = String(decoding: HTMLRenderer.render(new, options), as: UTF8.self)
      operations.append([.string(new.key.string), .string(html)])
    }
    return true
  }

  /// Whether two blocks differ at most in the blocks inside, and in what a visitor has entered.
  private static func hasSameShape(_ old: ResolvedBlock, _ new: ResolvedBlock) -> Bool {
    guard old.children.count == new.children.count else { return false }
    let before = old.properties.filter { !isInside($0, of: old) }
    let after = new.properties.filter { !isInside($0, of: new) }
    return before == after
  }

  private static func isInside(
    _ property: ResolvedBlock.Property, of block: ResolvedBlock
  ) -> Bool {
    if case .blocks = property.value { return true }
    // What stands in a field is the visitor's: the page has it already.
    return property.key == .value && block.type.isField
  }
}
