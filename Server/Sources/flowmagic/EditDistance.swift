/// Finds the word that was probably meant by a misspelled one.
enum EditDistance {
  /// Returns the nearest word if it is close: at most two letters differ, or a third of them.
  ///
  /// Of equally near words, returns the first in alphabetical order. The letters of `prefix`, with
  /// which all words begin, are not counted.
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
