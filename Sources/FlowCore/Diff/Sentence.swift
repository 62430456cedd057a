/// Small parts of sentences.
enum Sentence {
  /// The text with its first letter, if that is a to z, as a capital.
  static func capitalized(_ text: String) -> String {
    var bytes = Array(text.utf8)
    if let first = bytes.first, first >= 97, first <= 122 { bytes[0] = first - 32 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// "1 step" or "2 steps".
  static func count(_ count: Int, _ one: String, _ many: String) -> String {
    count.description + " " + (count == 1 ? one : many)
  }

  /// What a name became, as a sentence about `what`.
  static func replaced(_ old: Name?, _ new: Name?, _ what: String) -> String {
    let what = capitalized(what)
    guard let new else { return what + " is no longer named." }
    guard let old else { return what + " is now " + Quote.name(new) + "." }
    return what + " is now " + Quote.name(new) + " instead of " + Quote.name(old) + "."
  }

  /// The condition in words, "always" for none.
  static func condition(_ condition: JSON?) -> String {
    condition.map { ConditionDescription.describe($0) } ?? "always"
  }

  /// "leads to …" as "led to …"; only the verbs that `RouteDescription` begins with.
  static func past(_ words: String) -> String {
    for (present, past) in [
      ("leads", "led"), ("ends", "ended"), ("enters", "entered"), ("runs", "ran"),
    ] where UTF8Bytes.has(prefix: present, words) {
      return past + Quote.dropping(present.utf8.count, words)
    }
    return words
  }

  /// The first five values, and how many more there are.
  static func some(_ values: [JSON]) -> String {
    var parts = values.prefix(5).map { ConditionDescription.value($0) }
    if values.count > 5 { parts.append((values.count - 5).description + " more") }
    return Quote.list(parts, "and")
  }
}
