import Accounts
import Testing

struct LocalPathTests {
  @Test(arguments: [
    "/", "/a", "/a/", "/a/b?c=d&e=/f//g#h", "/account?next=https://evil.example", "/a.b/..c/%2F",
  ])
  func `a local path is accepted unchanged`(text: String) {
    #expect(LocalPath(text)?.string == text)
  }

  @Test(arguments: [
    "", "a", "https://evil.example", "//evil.example", "///evil.example", "/\\evil.example",
    "\\/evil.example", "/a\\b", "/\tevil", "\t//evil.example", " /a", "/a b", "/a\r\nLocation: x",
    "/a\u{0}", "/\u{7F}", "/é", "/\u{2215}evil.example", "javascript:alert(1)", "data:text/html,x",
    "http:/evil", "/a//evil.example", "/./", "/..//evil.example", "/a/../b", "/%2e%2E/x", "/.%2e",
    "?a=b", "#a", "@evil.example", ".evil.example", "/" + String(repeating: "a", count: 2048),
  ])
  func `a path that may lead to another site is rejected`(text: String) {
    #expect(LocalPath(text) == nil)
  }
}
