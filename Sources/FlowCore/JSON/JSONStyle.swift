/// The layout of written JSON.
public enum JSONStyle: Sendable {
  /// The same value always gives the same bytes; for signing, comparing and storing.
  ///
  /// Members are sorted by the UTF-8 bytes of their keys, there are no spaces, only the escapes
  /// that must be, and numbers are written as they were.
  case canonical
  /// No spaces, members in their order. For sending.
  case compact
  /// Two spaces a level, members in their order, no line end after the last line. For humans.
  case pretty
}
