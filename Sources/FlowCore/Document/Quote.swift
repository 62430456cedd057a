/// Formats names, texts and lists for sentences.
///
/// Nothing here is inlined: it is called in many places, and never where speed matters.
package enum Quote {
  /// The name in quotation marks.
  @inline(never)
  package static func name(_ name: Name) -> String { text(name.string) }

  /// The text in quotation marks.
  @inline(never)
  package static func text(_ text: String) -> String { "“" + text + "”" }

  /// The parts as an English list, with a conjunction before the last one: "a, b and c".
  @inline(never)
  package static func list(_ parts: [String], _ conjunction: String) -> String {
    var result = ""
    for (index, part) in parts.enumerated() {
      if index > 0 { result += index == parts.count - 1 ? " " + conjunction + " " : ", " }
      result += part
    }
    return result
  }
}
