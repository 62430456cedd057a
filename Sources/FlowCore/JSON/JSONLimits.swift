/// The limits of a JSON parser.
///
/// They bound the cost of parsing a hostile text. Exceeding them is an error, never a crash.
public struct JSONLimits: Sendable {
  /// The maximum nesting of arrays and objects; from 1 to ``maximumDepth``.
  public let depth: Int
  /// The maximum size of the text, in bytes; from 0 to ``maximumBytes``.
  public let bytes: Int

  /// Creates limits; a number out of range is clamped.
  public init(depth: Int = 64, bytes: Int = 16 << 20) {
    self.depth = min(max(depth, 1), Self.maximumDepth)
    self.bytes = min(max(bytes, 0), Self.maximumBytes)
  }

  /// The default limits: 64 levels and 16 MiB.
  public static let standard = JSONLimits()

  /// The maximum value of ``depth``.
  ///
  /// Parsing does not recurse, but Swift deallocates and compares a tree of ``JSON`` values
  /// recursively; 512 levels fit the small stacks of secondary threads.
  public static let maximumDepth = 512

  /// The maximum value of ``bytes``: 256 MiB less one byte.
  public static let maximumBytes = 1 << 28 - 1
}
