/// The 10,000 passwords that are guessed first.
///
/// NB: `CommonPasswords+List.swift` is made by scripts/common-passwords and not in the repository.
enum CommonPasswords: NeedsCommonPasswords {
  /// Whether a word, in small letters, is one of them.
  static func contains(_ word: String) -> Bool { words.contains(word) }

  /// How many there are.
  static var count: Int { words.count }

  private static let words: Set<String> = {
    let text = list.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
    return Set(text.split(separator: "\n").map(String.init))
  }()
}

/// What stands in for the list when nobody has made it, so that the compiler says what to do.
///
/// The list in an extension of the type hides this one.
protocol NeedsCommonPasswords {}

extension NeedsCommonPasswords {
  @available(
    *, unavailable,
    message: "the list of common passwords is missing: run scripts/common-passwords, then build"
  )
  static var list: StaticString { "" }
}
