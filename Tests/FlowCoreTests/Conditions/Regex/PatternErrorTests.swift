import FlowCore
import Testing

struct PatternErrorTests {
  @Test(arguments: [
    ("ab(c", 2, "parenthesis is not closed"),
    ("(a(b)", 0, "parenthesis is not closed"),
    ("ab)", 2, "closes no group"),
    ("é[a-z", 2, "bracket is not closed"),
    ("[a\\]", 0, "bracket is not closed"),
    ("*a", 0, "nothing before this to repeat"),
    ("a|+", 2, "nothing before this to repeat"),
    ("a**", 2, "nothing before this to repeat"),
    ("^*", 1, "nothing before this to repeat"),
    ("\\b?", 2, "nothing before this to repeat"),
    ("(?:{2})", 3, "nothing before this to repeat"),
    ("ab{3,2}", 2, "wrong order"),
    ("x[z-a]", 2, "wrong order"),
    ("ab\\", 2, "backslash at the end"),
    ("[\\", 1, "backslash at the end"),
    ("(?", 0, "no such kind of group"),
    ("a(?#b)", 1, "no such kind of group"),
    ("(?<>a)", 0, "of this group is not valid"),
    ("(?<1>a)", 0, "of this group is not valid"),
    ("(?<a", 0, "of this group is not valid"),
    ("(?<n>a)\\k", 7, "followed by a group's name"),
    ("a\\u{110000}", 1, "highest Unicode code point"),
  ])
  func `an invalid pattern is rejected with its location`(
    source: String, offset: Int, excerpt: String
  ) {
    expectError(source, .syntax, offset, excerpt)
  }

  @Test(arguments: [
    ("a(?=b)", 1, "Lookahead"),
    ("a(?!b)", 1, "Lookahead"),
    ("(?<=a)b", 0, "Lookbehind"),
    ("(?<!a)b", 0, "Lookbehind"),
    ("(a)\\1", 3, "Backreferences"),
    ("\\2(a)(b)", 0, "Backreferences"),
    ("(?<n>a)\\k<n>", 7, "Backreferences"),
    ("(?i:a)", 0, "Modifiers"),
    ("a(?-i:b)", 1, "Modifiers"),
    ("a\\p{L}", 1, "Unicode properties"),
    ("[\\P{Lu}]", 1, "Unicode properties"),
  ])
  func `a pattern that an automaton cannot express is rejected with its location`(
    source: String, offset: Int, excerpt: String
  ) {
    expectError(source, .unsupported, offset, excerpt)
  }

  @Test(arguments: [
    ("a{3999}b", 7),
    ("a{4000}", 1),
    ("(?:a{1000}){4}", 11),
    ("((((a{10}){10}){10}){10}){10}", 20),
    ("a{99999999999999999999}", 1),
    ("a{0,99999999999999999999}", 1),
    ("(?:a{99999999999}){99999999999}", 4),
    ("(?:a{2000}){0,2}", 11),
  ])
  func `counted repetitions that need too many states are rejected with their location`(
    source: String, offset: Int
  ) {
    expectError(source, .tooLarge, offset, "4,000 states")
  }

  @Test func `a pattern of the maximum size is accepted`() throws {
    // One of the states is the accepting one.
    let pattern = try Pattern("a{3999}", ignoringCase: false)
    #expect(pattern.matches(String(repeating: "a", count: 3999)))
    #expect(!pattern.matches(String(repeating: "a", count: 3998)))
    let emptyGroups = String(repeating: "()", count: Pattern.maximumLength / 2)
    #expect(try Pattern(emptyGroups, ignoringCase: false).matches(""))
  }

  @Test func `a pattern that is too long is rejected`() {
    let source = String(repeating: "()", count: Pattern.maximumLength / 2) + "a"
    expectError(source, .tooLarge, Pattern.maximumLength, "16 KiB")
  }

  @Test func `thousands of unclosed parentheses are rejected without a crash`() {
    let openParentheses = String(repeating: "(", count: Pattern.maximumLength)
    expectError(openParentheses, .syntax, Pattern.maximumLength - 1, "not closed")
    let repeated = String(repeating: "(", count: 2000) + "a" + String(repeating: ")*", count: 1900)
    expectError(repeated, .syntax, 99, "not closed")
  }

  private func expectError(
    _ source: String, _ code: PatternError.Code, _ offset: Int, _ excerpt: String
  ) {
    do throws(PatternError) {
      _ = try Pattern(source, ignoringCase: false)
      Issue.record("\(source.prefix(40)) was accepted")
    } catch {
      #expect(error.code == code)
      #expect(error.offset == offset)
      #expect(error.message.contains(excerpt), "\(error.message)")
    }
  }
}
