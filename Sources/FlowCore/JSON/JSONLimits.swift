/// The limits of a JSON parser.
///
/// A hostile text must not cost more than its length; these two numbers bound that. Beyond them
/// there is an error, never a crash.
public struct JSONLimits: Sendable {
  /// The maximum nesting of arrays and objects; from 1 to ``maximumDepth``.
  public let depth: Int
  /// The maximum size of the text, in bytes; from 0 to ``maximumBytes``.
  public let bytes: Int

  /// Creates limits; a number out of range is replaced by the nearest one in range.
  public init(depth: Int = 64, bytes: Int = 16 << 20) {
    self.depth = min(max(depth, 1), Self.maximumDepth)
    self.bytes = min(max(bytes, 0), Self.maximumBytes)
  }

  /// 64 levels and 16 MiB.
  public static let standard = JSONLimits()

  /// The deepest nesting that can be asked for.
  ///
  /// Reading needs no stack at all, but Swift frees and compares a tree of ``JSON`` values level by
  /// level; 512 levels fit the small stacks of secondary threads.
  public static let maximumDepth = 512

  /// The longest text that can be asked for: 256 MiB less one byte.
  public static let maximumBytes = 1 << 28 - 1
}
