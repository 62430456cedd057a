/// Puts names into sentences.
///
/// Nothing here is inlined: sentences are made in many places and none of them is in a hurry.
package enum Quote {
  /// The name in quotation marks.
  @inline(never)
  package static func name(_ name: Name) -> String { text(name.string) }

  /// The text in quotation marks.
  @inline(never)
  package static func text(_ text: String) -> String { "“" + text + "”" }

  /// The parts as English lists them, with `last` before the last: "a, b and c".
  @inline(never)
  package static func list(_ parts: [String], _ last: String) -> String {
    var result = ""
    for (index, part) in parts.enumerated() {
      if index > 0 { result += index == parts.count - 1 ? " " + last + " " : ", " }
      result += part
    }
    return result
  }

  /// The text without its first bytes; `length` must not be inside of a character.
  @inline(never)
  package static func dropping(_ length: Int, _ text: String) -> String {
    UTF8Bytes.with(text) { bytes in
      String(decoding: UnsafeBufferPointer(rebasing: bytes[length...]), as: UTF8.self)
    }
  }
}
