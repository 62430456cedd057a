/// A pattern as a tree, matched exhaustively: slow, but simple enough to be trusted.
indirect enum ReferencePattern {
  case letter(Character)
  case any
  case oneOf([Character], isNegated: Bool)
  case start, end
  case boundary(isNegated: Bool)
  case sequence([ReferencePattern])
  case either(ReferencePattern, ReferencePattern)
  case repeated(ReferencePattern, from: Int, to: Int?)

  /// The tree as the text of a regular expression.
  var source: String {
    switch self {
    case .letter(let letter): String(letter)
    case .any: "."
    case .oneOf(let letters, let isNegated): "[\(isNegated ? "^" : "")\(String(letters))]"
    case .start: "^"
    case .end: "$"
    case .boundary(let isNegated): isNegated ? "\\B" : "\\b"
    case .sequence(let parts): parts.map(\.source).joined()
    case .either(let left, let right): "(\(left.source)|\(right.source))"
    case .repeated(let part, let from, let to):
      "(?:\(part.source))" + (to.map { "{\(from),\($0)}" } ?? ["*", "+", "{2,}"][from])
    }
  }

  func isFound(in text: [Character]) -> Bool {
    text.indices.contains { !ends(in: text, from: $0).isEmpty }
      || !ends(in: text, from: text.count).isEmpty
  }

  /// All positions where a match that starts at `start` can end.
  private func ends(in text: [Character], from start: Int) -> Set<Int> {
    switch self {
    case .letter(let letter):
      return advance(text, start) { $0 == letter }
    case .any:
      return advance(text, start) { $0 != "\n" }
    case .oneOf(let letters, let isNegated):
      return advance(text, start) { letters.contains($0) != isNegated }
    case .start:
      return start == 0 ? [start] : []
    case .end:
      return start == text.count ? [start] : []
    case .boundary(let isNegated):
      let before = start > 0 && isWord(text[start - 1])
      let after = start < text.count && isWord(text[start])
      return (before != after) != isNegated ? [start] : []
    case .sequence(let parts):
      return parts.reduce([start]) { positions, part in
        positions.reduce(into: []) { $0.formUnion(part.ends(in: text, from: $1)) }
      }
    case .either(let left, let right):
      return left.ends(in: text, from: start).union(right.ends(in: text, from: start))
    case .repeated(let part, let from, let to):
      return repeatedEnds(of: part, from, to, in: text, from: start)
    }
  }

  private func repeatedEnds(
    of part: ReferencePattern, _ from: Int, _ to: Int?, in text: [Character], from start: Int
  ) -> Set<Int> {
    var positions: Set<Int> = [start]
    var ends: Set<Int> = from == 0 ? positions : []
    // More repetitions than positions yield nothing new.
    let rounds = to ?? from + text.count + 1
    for round in stride(from: 1, through: rounds, by: 1) {
      positions = positions.reduce(into: []) { $0.formUnion(part.ends(in: text, from: $1)) }
      if round >= from { ends.formUnion(positions) }
    }
    return ends
  }

  /// The position after a character, if it is accepted.
  private func advance(
    _ text: [Character], _ position: Int, _ accepts: (Character) -> Bool
  ) -> Set<Int> {
    position < text.count && accepts(text[position]) ? [position + 1] : []
  }

  private func isWord(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || character == "_")
  }
}
