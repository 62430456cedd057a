/// Suggests the word that a misspelled one probably stands for.
package enum EditDistance {
  /// Returns the word with the smallest edit distance to `word`; nil if none is close enough.
  ///
  /// The distance may be at most two bytes, or a third of the bytes of `word` that follow `prefix`,
  /// with which all the words begin. Of equally close words, returns the first in sort order.
  package static func nearest(
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
    for (index, byte) in left.utf8.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in right.indices {
        let substituted = diagonal + (byte == right[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(substituted, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[right.count]
  }
}
