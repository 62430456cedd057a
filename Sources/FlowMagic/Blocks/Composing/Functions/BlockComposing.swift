public import FlowCore

/// A type whose blocks are composed by functions: a ``ComposedScreen``, and the preview of a
/// ``CustomBlock``.
///
/// The functions are members of the type, so that they do not pollute the global namespace.
public protocol BlockComposing: SendableMetatype {}

/// Builds blocks.
@resultBuilder
public enum BlocksBuilder {
  /// One block.
  public static func buildExpression(_ block: Block) -> [Block] { [block] }
  /// Several blocks, such as those of a function.
  public static func buildExpression(_ blocks: [Block]) -> [Block] { blocks }
  /// A sequence of blocks.
  public static func buildBlock(_ parts: [Block]...) -> [Block] { parts.flatMap { $0 } }
  /// The blocks of an `if` without `else`.
  public static func buildOptional(_ part: [Block]?) -> [Block] { part ?? [] }
  /// The blocks of an `if` with `else`.
  public static func buildEither(first part: [Block]) -> [Block] { part }
  /// The blocks of an `else`.
  public static func buildEither(second part: [Block]) -> [Block] { part }
  /// The blocks of a loop.
  public static func buildArray(_ parts: [[Block]]) -> [Block] { parts.flatMap { $0 } }
}

extension Array where Element == Block {
  /// The only block, or a column of several.
  var singleBlock: Block {
    count == 1 ? self[0] : Block(.column, [.init(.children, .blocks(self))])
  }
}

extension BlockValue {
  static func integer(_ number: Int) -> BlockValue { .number(JSONNumber(number)) }

  /// A number; 0 if it is not finite.
  static func double(_ number: Double) -> BlockValue {
    .number(JSONNumber(number) ?? JSONNumber(0))
  }

  /// An alternative text, or none for a decorative block.
  static func alternative(_ text: BlockText?) -> BlockValue {
    text.map { .text($0) } ?? .noTextAlternative
  }
}
