import FlowCore
import Testing

struct PatternPropertyTests {
  private static let letters: [Character] = ["a", "b", "é", "-", "😀", "\n"]

  @Test(arguments: [false, true])
  func `random patterns match the same texts as an exhaustive matcher`(isLarge: Bool) throws {
    var random = SeededRandom(seed: 2026)
    var matchCount = 0
    for _ in 0..<1_500 {
      let tree = Self.tree(&random, depth: 0)
      // More than 64 states select the algorithm for large patterns; no text contains a “z”.
      let source = (isLarge ? "z{70}|" : "") + tree.source
      let pattern = try Pattern(source, ignoringCase: false)
      for _ in 0..<6 {
        let text = (0..<random.below(7)).map { _ in Self.letters[random.below(6)] }
        let expected = tree.isFound(in: text)
        #expect(pattern.matches(String(text)) == expected, "\(source) on \(text)")
        if expected { matchCount += 1 }
      }
    }
    // Both results are frequent enough to be significant.
    #expect((2_000...7_000).contains(matchCount), "\(matchCount)")
  }

  private static func tree(_ random: inout SeededRandom, depth: Int) -> ReferencePattern {
    switch random.below(depth > 3 ? 8 : 14) {
    case 0...3: return .letter(letters[random.below(6)])
    case 4: return .any
    case 5:
      let members = (0..<random.below(4)).map { _ in letters[random.below(3)] }
      return .oneOf(members, isNegated: random.below(2) == 0)
    case 6: return random.below(2) == 0 ? .start : .end
    case 7: return .boundary(isNegated: random.below(2) == 0)
    case 8...10:
      return .sequence((0..<random.below(4)).map { _ in tree(&random, depth: depth + 1) })
    case 11:
      return .either(tree(&random, depth: depth + 1), tree(&random, depth: depth + 1))
    default:
      let part = tree(&random, depth: depth + 1)
      let from = random.below(3)
      return .repeated(part, from: from, to: random.below(2) == 0 ? nil : from + random.below(3))
    }
  }
}
