/// The formatting of JSON text.
public enum JSONStyle: Sendable {
  /// Equal bytes for equal values with equally written numbers, for signing, comparing and storing.
  ///
  /// Members are sorted by the UTF-8 bytes of their keys, there is no whitespace, only required
  /// escapes are used, and numbers keep their digits.
  case canonical
  /// No whitespace, members in their order; for transfer.
  case compact
  /// Indented by two spaces per level, members in their order, no final newline; for people.
  case pretty
}
