import FlowCore
import Testing

struct PatternTests {
  /// A pattern with texts that it matches and texts that it does not.
  struct Vector: CustomTestStringConvertible {
    let pattern: String
    let matching: [String]
    let nonMatching: [String]

    init(_ pattern: String, _ matching: [String], _ nonMatching: [String] = []) {
      self.pattern = pattern
      self.matching = matching
      self.nonMatching = nonMatching
    }

    var testDescription: String { pattern }

    func check(ignoringCase: Bool) throws {
      let compiled = try Pattern(pattern, ignoringCase: ignoringCase)
      for text in matching {
        #expect(compiled.matches(text), "\(pattern) on \(text.debugDescription)")
      }
      for text in nonMatching {
        #expect(!compiled.matches(text), "\(pattern) on \(text.debugDescription)")
      }
    }
  }

  @Test(arguments: [
    Vector("", ["", "a"]),
    Vector("b", ["b", "abc"], ["", "a", "B"]),
    Vector("aab", ["aaab"], ["aaa", "ab"]),
    Vector("^ab", ["ab", "abc"], ["cab", "a", ""]),
    Vector("ab$", ["ab", "cab"], ["abc", "b", ""]),
    Vector("^ab$", ["ab"], ["aab", "abb", "ab\n"]),
    Vector("^$", [""], ["a", "\n"]),
    Vector("$^", [""], ["a"]),
    Vector("Straße", ["in der Straße"], ["Strasse"]),
    Vector("a|b|", ["", "c"]),
    Vector("^(?:a|bc|d)$", ["a", "bc", "d"], ["b", "c", "ad", ""]),
    Vector("^(?<year>\\d{4})-(?<month>\\d\\d)$", ["2026-11"], ["202-11", "2026-1"]),
    Vector("^a*$", ["", "aaa"], ["b", "ab"]),
    Vector("^a+?$", ["a", "aaa"], ["", "ab"]),
    Vector("^ab??c$", ["ac", "abc"], ["abbc"]),
    Vector("^a{2}$", ["aa"], ["a", "aaa"]),
    Vector("^a{2,}$", ["aa", "aaaa"], ["a", ""]),
    Vector("^a{1,3}$", ["a", "aa", "aaa"], ["", "aaaa"]),
    Vector("^a{0,2}b$", ["b", "ab", "aab"], ["aaab"]),
    Vector("^a{0}b$", ["b"], ["ab"]),
    Vector("^a{0,0}$", [""], ["a"]),
    Vector("^(?:ab|c){2,3}$", ["abab", "cab", "ccc"], ["ab", "abababab"]),
    Vector("^(?:a*)*$", ["", "aa"], ["b"]),
    Vector("^(?:|a)+$", ["", "aa"], ["b"]),
    Vector("^(?:a{2}){2,3}$", ["aaaa", "aaaaaa"], ["aaa", "aaaaa", "aaaaaaaa"]),
    Vector("(?:^|,)a(?:,|$)", ["a", "b,a", "a,b", "b,a,c"], ["ba", "ab"]),
  ])
  func `a pattern matches the same texts as in JavaScript`(vector: Vector) throws {
    try vector.check(ignoringCase: false)
  }

  @Test(arguments: [
    Vector("^.$", ["a", "é", "😀", "\t"], ["", "\n", "\r", "\u{2028}", "\u{2029}", "ab"]),
    Vector("^[a-c]$", ["a", "b", "c"], ["d", "-", "B"]),
    Vector("^[^a-c]$", ["d", "\n", "é", "😀"], ["a", ""]),
    Vector("[]", [], ["", "a"]),
    Vector("^[^]$", ["a", "\n", "😀"], [""]),
    Vector("^[]a]", [], ["]", "a", "a]"]),
    Vector("^[a\\]]$", ["a", "]"], ["\\"]),
    Vector("^[a-]$", ["a", "-"], ["b"]),
    Vector("^[\\w-.]$", ["a", "-", "."], ["+"]),
    Vector("^[à-ö]$", ["é"], ["e", "ø"]),
    Vector("^[😀-😂]$", ["😁"], ["😃"]),
    Vector("^\\d\\D$", ["1a", "1é"], ["11", "a1", "١a"]),
    Vector("^\\w\\W$", ["a-", "_é"], ["é-", "aa"]),
    Vector("^\\s\\S$", [" a", "\u{A0}a", "\u{FEFF}a", "\u{2003}a"], ["aa", "\u{200B}a"]),
    Vector("\\bcat\\b", ["cat", "a cat.", "écat"], ["cats", "_cat"]),
    Vector("\\Bcat", ["bobcat"], ["cat", "a cat"]),
    Vector("^[\\b]$", ["\u{8}"], ["b"]),
    Vector("^\\t\\n\\r\\v\\f\\0$", ["\t\n\r\u{B}\u{C}\0"], ["tnrvf0"]),
    Vector("^\\x41\\u00e9\\u{1F600}$", ["Aé😀"], ["A"]),
    Vector("^\\uD83D\\uDE00+$", ["😀", "😀😀"], ["😁"]),
    Vector("^\\cJ[\\cj]\\cA$", ["\n\n\u{1}"], ["JJA"]),
    Vector("^\\/\\.\\-\\$\\é$", ["/.-$é"], ["/a-$é"]),
    Vector("a/b", ["a/b"], ["ab"]),
    Vector("^{a}{,2}]}$", ["{a}{,2}]}"], ["a"]),
    Vector("^x{y$", ["x{y"], ["xy"]),
    Vector("^\\x4\\u12\\cé$", ["x4u12\\cé"], ["4"]),
    Vector("^\\101\\8$", ["A8"], ["1018"]),
    Vector("^\\k\\p$", ["kp"], ["\\k\\p"]),
    Vector("\\uD83D", [], ["😀", "a"]),
  ])
  func `classes and escapes have the same meaning as in JavaScript`(vector: Vector) throws {
    try vector.check(ignoringCase: false)
  }

  @Test(arguments: [
    Vector("straße", ["STRAßE", "Straße"], ["STRASSE", "STRAẞE"]),
    Vector("^k$", ["k", "K"], ["\u{212A}"]),
    Vector("^s$", ["s", "S"], ["ſ"]),
    Vector("^i$", ["i", "I"], ["İ", "ı"]),
    Vector("^İ$", ["İ"], ["i", "I", "ı"]),
    Vector("^σ$", ["σ", "ς", "Σ"], ["s"]),
    Vector("^ς$", ["σ", "ς", "Σ"], []),
    Vector("^µ$", ["µ", "μ", "Μ"], ["m"]),
    Vector("^ǆ$", ["ǆ", "ǅ", "Ǆ"], []),
    Vector("^[a-c]+$", ["aBC"], ["d"]),
    Vector("^[^a-c]$", ["d"], ["a", "B"]),
    Vector("^[а-я]+$", ["Привет"], ["Hi"]),
    Vector("^\\u{10428}$", ["\u{10400}", "\u{10428}"], []),
    Vector("^\\x41_1$", ["a_1", "A_1"], ["b_1"]),
    Vector("^[@-Z]$", ["@", "q", "Q"], ["`", "["]),
  ])
  func `letters that differ only in case are the same as in JavaScript`(vector: Vector) throws {
    try vector.check(ignoringCase: true)
  }

  @Test func `a large pattern matches like a small one`() throws {
    // 300 letters need more states than the 64 that fit in a machine word.
    let letters = String(repeating: "é", count: 300)
    let pattern = try Pattern("^(?:x|\\b\(letters))$|[y-z]{70}", ignoringCase: true)
    #expect(pattern.matches("X"))
    #expect(!pattern.matches(letters))
    #expect(!pattern.matches(""))
    #expect(pattern.matches("a" + String(repeating: "Zy", count: 35) + "b"))
    #expect(!pattern.matches(String(repeating: "z", count: 69)))
  }

  @Test func `bytes that are not UTF-8 count as the replacement character`() throws {
    let pattern = try Pattern("^a\\uFFFD.$", ignoringCase: false)
    let bytes: [UInt8] = [0x61, 0xFF, 0xE2]
    #expect(bytes.withUnsafeBufferPointer { pattern.matches($0) })
  }

  @Test func `a pattern can be created from bytes as well`() throws {
    let pattern = try Pattern(utf8: Array("é+".utf8), ignoringCase: false)
    #expect(pattern.matches("café"))
    #expect(!pattern.matches("cafe"))
  }
}
