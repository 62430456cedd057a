import FlowBlocks
import FlowCore
import HTTPTypes

/// The response to a request of the script: the changes, by block.
///
/// An operation is an array of a letter and its parameters:
///
/// - `["r", key, html]` replaces the element of a block with a new rendering;
/// - `["d", parent, key]` removes a block from its parent;
/// - `["i", parent, before, html]` inserts one, at the end if `before` is null;
/// - `["m", parent, key, before]` moves one.
struct ScreenPatch {
  static let type = "application/vnd.flowmagic.patch+json"

  /// Whether a request was sent by the script, which accepts patches.
  static func isAccepted(by headers: HTTPFields) -> Bool { headers[.accept] == type }

  private let options: HTMLRenderer.Options
  private var operations: [JSON] = []

  private init(_ options: HTMLRenderer.Options) { self.options = options }

  /// Returns the changes that turn one screen into the other; nil if the whole screen must be sent.
  static func operations(
    from old: ResolvedScreen, to new: ResolvedScreen, _ options: HTMLRenderer.Options
  ) -> [JSON]? {
    guard old.name == new.name, let before = old.root, let after = new.root,
      before.defaultButton?.key == after.defaultButton?.key
    else { return nil }
    var patch = ScreenPatch(options)
    guard patch.compare(before, after) else { return nil }
    return patch.operations
  }

  /// Adds the differences of a block; false if it is a different block.
  private mutating func compare(_ old: ResolvedBlock, _ new: ResolvedBlock) -> Bool {
    if old == new { return true }
    guard old.key == new.key, old.type == new.type else { return false }
    let start = operations.count
    if !needsFullRender(new), hasSameProperties(old, new), compareChildren(old, new) { return true }
    operations.removeSubrange(start...)
    replace(new)
    return true
  }

  private mutating func compareChildren(_ old: ResolvedBlock, _ new: ResolvedBlock) -> Bool {
    let (before, after) = (old.children, new.children)
    if before.count == after.count, zip(before, after).allSatisfy({ $0.key == $1.key }) {
      for (old, new) in zip(before, after) where !compare(old, new) { replace(new) }
      return true
    }
    return hasKeyedChildren(new) && edit(before, after, in: new)
  }

  private mutating func replace(_ block: ResolvedBlock) {
    operations.append([.string("r"), .string(block.key.string), html(block)])
  }

  private func html(_ block: ResolvedBlock) -> JSON {
    .string(String(decoding: HTMLRenderer.render(block, options), as: UTF8.self))
  }

  // MARK: Children

  /// Adds the edits that turn the children into the others, by key; false if keys are not unique.
  private mutating func edit(
    _ before: [ResolvedBlock], _ after: [ResolvedBlock], in parent: ResolvedBlock
  ) -> Bool {
    let newKeys = Set(after.map { $0.key })
    var positions: [Name: Int] = [:]
    for (position, child) in before.enumerated() { positions[child.key] = position }
    guard positions.count == before.count, newKeys.count == after.count else { return false }
    let list = JSON.string(parent.key.string)
    for child in before where !newKeys.contains(child.key) {
      operations.append([.string("d"), list, .string(child.key.string)])
    }
    let unmoved = LongestIncreasingSubsequence.members(of: after.compactMap { positions[$0.key] })
    var next = JSON.null
    for child in after.reversed() {
      let key = JSON.string(child.key.string)
      if let position = positions[child.key] {
        if !unmoved.contains(position) { operations.append([.string("m"), list, key, next]) }
        if !compare(before[position], child) { replace(child) }
      } else {
        operations.append([.string("i"), list, next, item(child, in: parent)])
      }
      next = key
    }
    return true
  }

  /// Returns the HTML of a child with what its parent adds: a list wraps it in a list item.
  private func item(_ child: ResolvedBlock, in parent: ResolvedBlock) -> JSON {
    guard parent.type == .list else { return html(child) }
    var html = HTMLBytes()
    html.literal("<li data-item=\"")
    html.text(child.key.string)
    html.literal("\">")
    html.html(HTMLRenderer.render(child, options))
    html.literal("</li>")
    return .string(String(decoding: html.bytes, as: UTF8.self))
  }

  // MARK: Blocks

  /// Whether the elements of the child blocks are direct children of the block's own element.
  private func hasKeyedChildren(_ block: ResolvedBlock) -> Bool {
    switch block.type {
    case .column, .row, .grid, .overlay, .footer, .list: true
    default: false
    }
  }

  /// Whether the block's own markup depends on its children: the label of a pressable card, or all
  /// of a block that the app renders.
  private func needsFullRender(_ block: ResolvedBlock) -> Bool {
    block.type == .custom || block.type == .card && !block.actions(.do).isEmpty
  }

  /// Whether two blocks differ at most in their children, and in what a visitor has entered.
  private func hasSameProperties(_ old: ResolvedBlock, _ new: ResolvedBlock) -> Bool {
    old.properties.filter { !isInside($0, of: old) }
      == new.properties.filter { !isInside($0, of: new) }
  }

  private func isInside(_ property: ResolvedBlock.Property, of block: ResolvedBlock) -> Bool {
    if case .blocks = property.value { return true }
    // The content of a field was entered by the visitor, so the page already has it.
    return property.key == .value && block.type.isField
  }
}

/// The longest increasing subsequence: the blocks that can stay in place while the rest is moved.
enum LongestIncreasingSubsequence {
  /// The numbers of the subsequence; all numbers of the sequence must differ.
  ///
  /// - Complexity: O(*n* log *n*).
  static func members(of numbers: [Int]) -> Set<Int> {
    // Indexed by length minus one: the index of the smallest number that ends a subsequence of that
    // length.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var members: Set<Int> = []
    var index = ends.last ?? -1
    while index >= 0 {
      members.insert(numbers[index])
      index = previous[index]
    }
    return members
  }
}
