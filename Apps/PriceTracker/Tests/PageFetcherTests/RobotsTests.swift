import Testing

import PageFetcher

struct RobotsTests {
  func rules(_ text: String) -> RobotsRules { RobotsRules(Array(text.utf8), agent: "OurAgent") }

  @Test func `the longest rule applies, and of two equal ones the one that allows`() {
    let rules = rules("User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /c\nAllow: /c")
    #expect(!rules.allows("/a/x"))
    #expect(rules.allows("/a/b/x"))
    #expect(rules.allows("/c"))
    #expect(rules.allows("/"))
  }

  @Test func `a group for this crawler replaces the general one`() {
    let rules = rules(
      """
      User-agent: *
      Disallow: /
      Crawl-delay: 100

      User-agent: Other
      User-agent: ouragent  # us
      Disallow: /private
      Crawl-delay: 7
      """)
    #expect(rules.allows("/dp/1"))
    #expect(!rules.allows("/private"))
    #expect(rules.delaySeconds == 7)
  }

  static let patterns: [(pattern: String, path: String, matches: Bool)] = [
    ("/", "/x", true), ("/fish", "/fishheads", true), ("/fish$", "/fishheads", false),
    ("/*.php", "/a/b.php?x", true), ("/*.php$", "/a.php?x", false), ("/*.php$", "/a.php", true),
    ("/f*.php", "/fish/s.php", true), ("/a*b*c$", "/axxbxxbc", true), ("/Fish", "/fish", false),
    ("*", "/", true), ("/?", "/?x", true),
  ]

  @Test(arguments: patterns)
  func `patterns match as in RFC 9309`(row: (pattern: String, path: String, matches: Bool)) {
    #expect(RobotsRules.matches(Array(row.pattern.utf8), Array(row.path.utf8)) == row.matches)
  }

  @Test func `a pattern with many wildcards is matched against a long path`() {
    // With unlimited backtracking, this would not end.
    let pattern = Array(("/" + String(repeating: "*a", count: 500) + "b$").utf8)
    let path = Array(("/" + String(repeating: "a", count: 2000)).utf8)
    #expect(!RobotsRules.matches(pattern, path))
  }
}
