/// A password reduced to the common word that an attacker would guess.
///
/// Password crackers try each common word with uppercase letters, with digits and punctuation
/// around it, with letters replaced (leetspeak: `p4$$w0rd`), and repeated. So a password is as weak
/// as the word that remains without these.
struct NormalizedPassword {
  /// The password in lowercase letters, and its reduced forms; without duplicates, none empty.
  let forms: Set<String>
  /// Whether it is little more than a few repeated characters, or a sequence of the alphabet, the
  /// digits or the keyboard.
  let isRunOrRepetition: Bool

  init(_ password: String) {
    let lowercase = Array(password.lowercased())
    let withoutSpaces = lowercase.filter { !$0.isWhitespace }
    let alphanumeric = withoutSpaces.filter { $0.isLetter || $0.isNumber }
    var forms: [[Character]] = [lowercase, withoutSpaces, alphanumeric]
    // Stripped before and after the replacement: `p4ssword!!` ends in symbols, while some symbols
    // in `!!pa$$` stand for letters.
    forms += forms.map(Self.stripped)
    forms += forms.flatMap(Self.withLookAlikesReplaced)
    forms += forms.map(Self.stripped)
    forms += forms.map(Self.repeatedUnit(of:))
    self.forms = Set(forms.filter { !$0.isEmpty }.map { String($0) })
    isRunOrRepetition =
      Self.repeatedUnit(of: withoutSpaces).count <= Self.shortUnitLength
      || Self.isRun(withoutSpaces)
  }

  /// The maximum length of a unit whose repetition counts as predictable whatever the unit is.
  private static let shortUnitLength = 4

  /// Whether it consists of these words, in any order and with any non-letters between them, and of
  /// at most three other letters.
  func consistsMostly(of known: Set<String>) -> Bool {
    let longestFirst = known.sorted { ($0.count, $0) > ($1.count, $1) }
    return forms.contains { form in
      let letters = String(form.filter(\.isLetter))
      let remainder = longestFirst.reduce(letters) { $0.replacing($1, with: "") }
      return remainder.count <= 3 && remainder.count < letters.count
    }
  }

  /// Removes everything but letters at both ends.
  private static func stripped(_ text: [Character]) -> [Character] {
    guard let first = text.firstIndex(where: \.isLetter),
      let last = text.lastIndex(where: \.isLetter)
    else { return [] }
    return Array(text[first...last])
  }

  /// Replaces digits and symbols with the letters they resemble; `1`, `!` and `|` may be i or l.
  private static func withLookAlikesReplaced(_ text: [Character]) -> [[Character]] {
    ["i", "l"].map { (substitute: Character) in
      text.map { character in
        "1!|".contains(character) ? substitute : lookAlikes[character] ?? character
      }
    }
  }

  private static let lookAlikes: [Character: Character] = [
    "0": "o", "3": "e", "4": "a", "@": "a", "5": "s", "$": "s", "7": "t", "+": "t", "8": "b",
    "6": "g", "9": "g", "2": "z", "(": "c", "€": "e",
  ]

  /// The shortest text whose repetition yields this one, at most half as long; the last repetition
  /// may be partial.
  ///
  /// The text itself if there is none.
  private static func repeatedUnit(of text: [Character]) -> [Character] {
    guard text.count >= 2 else { return text }
    // The prefix function of Knuth, Morris and Pratt: the length of the longest border of each
    // prefix.
    var borders = [0]
    for index in 1..<text.count {
      var length = borders[index - 1]
      while length > 0 && text[index] != text[length] { length = borders[length - 1] }
      borders.append(text[index] == text[length] ? length + 1 : 0)
    }
    let period = text.count - borders[text.count - 1]
    return 2 * period <= text.count ? Array(text[..<period]) : text
  }
}

extension NormalizedPassword {
  /// The sequences of keyboard, alphabet and digits; digits and letters wrap around.
  private static let sequences: [[Character]] = [
    "abcdefghijklmnopqrstuvwxyzabc", "012345678901234567890",
    "qwertyuiop[]asdfghjkl;'zxcvbnm,./", "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopüasdfghjklöäyxcvbnm", "azertyuiopqsdfghjklmwxcvbn",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/", "1qay2wsx3edc4rfv5tgb6zhn7ujm",
    "1q2w3e4r5t6y7u8i9o0p", "!@#$%^&*()_+",
  ].map(Array.init)

  /// Whether all but at most three characters belong to runs of three or more.
  private static func isRun(_ text: [Character]) -> Bool {
    var unmatched = 0
    var start = 0
    while start < text.count {
      let length = runLength(text[start...])
      if length < 3 { unmatched += 1 }
      start += length < 3 ? 1 : length
    }
    return unmatched <= 3
  }

  /// Returns the number of leading characters that follow one sequence in one direction, or are
  /// equal.
  private static func runLength(_ text: ArraySlice<Character>) -> Int {
    guard let first = text.first else { return 0 }
    var longest = text.prefix { $0 == first }.count
    for sequence in sequences {
      for (index, letter) in sequence.enumerated() where letter == first {
        longest = max(longest, commonPrefixLength(text, sequence[index...]))
        longest = max(longest, commonPrefixLength(text, sequence[...index].reversed()))
      }
    }
    return longest
  }

  private static func commonPrefixLength(
    _ text: ArraySlice<Character>, _ sequence: some Sequence<Character>
  ) -> Int {
    zip(text, sequence).prefix { $0 == $1 }.count
  }
}
