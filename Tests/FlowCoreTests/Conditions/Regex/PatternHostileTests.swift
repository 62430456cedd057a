import FlowCore
import Testing

/// Patterns that take exponential time in a backtracking matcher.
struct PatternHostileTests {
  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      "(a+)+$", "^(a+)+$", "(a*)*b$", "^(a|a)*$", "(a|aa)+$", "(.*)(.*)(.*)(.*)(.*)c",
      "^(([a-z])+.)+[A-Z]([a-z])+$", "(?:a?){30}a{30}c", "(x+x+)+y", "([^b]*)*c",
    ])
  func `a pattern that causes catastrophic backtracking in other engines is matched in linear time`(
    source: String
  ) throws {
    let pattern = try Pattern(source, ignoringCase: false)
    // A backtracking matcher would exceed the time limit of this test.
    let text = String(repeating: "a", count: 100_000) + "!"
    let isMatch = pattern.matches(text)
    #expect(!isMatch)
  }

  @Test func `a pattern with many states can still be matched`() throws {
    let pattern = try Pattern("(?:a{0,30}){60}c", ignoringCase: false)
    let letters = String(repeating: "a", count: 2_000)
    let matches = (without: pattern.matches(letters), with: pattern.matches(letters + "c"))
    #expect(matches == (false, true))
  }

  @Test func `random bytes as a pattern are accepted, or rejected at an offset within the pattern`()
  {
    var random = SeededRandom(seed: 11)
    let pieces = [
      "(", ")", "[", "]", "{", "}", "*", "+", "?", "|", "^", "$", "\\", "a", "é", "1", ",", "-",
      ".", "(?:", "(?<n>", "\\u", "\\x", "\\c", "\\k", "\\b", "\\d", "{2}", "{1,", "\u{10FFFF}",
    ]
    var accepted = 0
    for _ in 0..<5_000 {
      var source: [UInt8] = []
      for _ in 0...random.below(12) {
        if random.below(20) == 0 {
          source.append(UInt8(random.below(256)))
        } else {
          source += pieces[random.below(pieces.count)].utf8
        }
      }
      do throws(PatternError) {
        _ = try Pattern(utf8: source, ignoringCase: random.below(2) == 0).matches("aé1-\n")
        accepted += 1
      } catch {
        #expect((0...source.count).contains(error.offset), "\(source)")
      }
    }
    #expect(accepted > 500)
  }
}
