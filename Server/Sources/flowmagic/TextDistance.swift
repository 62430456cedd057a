/// Finds the word that a misspelled one may stand for.
enum TextDistance {
  /// Returns the nearest of some words if it is close: at most a third of the letters differ, or
  /// two.
  ///
  /// Of equally near ones it is the first by name. The letters of `prefix`, with which all words
  /// begin, do not count.
  static func nearest(
    to word: String, among words: some Sequence<String>, prefix: String = ""
  ) -> String? {
    let nearest = words.sorted().min { edits(word, $0) < edits(word, $1) }
    return nearest.flatMap {
      edits(word, $0) <= max(2, (word.utf8.count - prefix.utf8.count) / 3) ? $0 : nil
    }
  }

  /// Returns the number of bytes to insert, delete or substitute (the Levenshtein distance).
  private static func edits(_ left: String, _ right: String) -> Int {
    let right = Array(right.utf8)
    var row = Array(0...right.count)
    for (line, byte) in left.utf8.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for column in right.indices {
        let replaced = diagonal + (byte == right[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[right.count]
  }
}
