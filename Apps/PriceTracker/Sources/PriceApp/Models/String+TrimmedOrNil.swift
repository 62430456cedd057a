extension String {
  /// The text without white space around it; nil if nothing is left.
  package var trimmedOrNil: String? {
    let start = drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) }
  }
}
