import PageFetcher
import Testing

struct WebURLTests {
  static let rejectedURLs: [(text: String, error: WebURL.ValidationError)] = [
    ("", .malformed), ("shop.example", .malformed), ("http://shop.example/", .notHTTPS),
    ("file:///etc/passwd", .notHTTPS), ("gopher://shop.example/", .notHTTPS),
    ("ftp://shop.example/", .notHTTPS), ("https://user@shop.example/", .hasUserInfo),
    ("https://shop.example@evil.example/", .hasUserInfo), ("https://127.0.0.1/", .numericHost),
    ("https://2130706433/", .malformed), ("https://0x7f.1/", .numericHost),
    ("https://0177.0.0.1/", .numericHost), ("https://127.1/", .numericHost),
    ("https://[::1]/", .numericHost), ("https://[::ffff:127.0.0.1]/", .numericHost),
    ("https://localhost/", .malformed), ("https://shop.example:8443/", .portNotAllowed),
    ("https://shop.example:0/", .malformed), ("https://shop.example:/", .malformed),
    ("https://shop.example\\@evil.example/", .malformed),
    ("https://shop.example\t/", .malformed), ("https://shop.example/\r\nHost: x", .malformed),
    ("https://shop..example/", .malformed), ("https://-shop.example/", .malformed),
    ("https://shöp.example/", .malformed), ("https://shop.example%2eevil.example/", .malformed),
    ("https://①②⑦.⓪.⓪.①/", .malformed), ("https:/shop.example", .malformed),
    ("https://shop.example./", .malformed), ("https://", .malformed),
    ("https://shop.example/" + String(repeating: "a", count: 2000), .tooLong),
  ]

  @Test(arguments: rejectedURLs)
  func `anything other than a plain https URL is rejected`(
    row: (text: String, error: WebURL.ValidationError)
  ) {
    #expect(throws: row.error) { try WebURL(row.text) }
  }

  static let normalizedURLs: [(text: String, url: String)] = [
    ("HTTPS://Shop.Example", "https://shop.example/"),
    ("https://shop.example:443/a?b=c#d", "https://shop.example/a?b=c"),
    ("https://shop.example?x", "https://shop.example/?x"),
    ("https://shop.example/tée", "https://shop.example/t%C3%A9e"),
    ("https://xn--shp-0na.example/", "https://xn--shp-0na.example/"),
    ("https://shop.example/a/./b/../c?d=../e", "https://shop.example/a/c?d=../e"),
    ("https://shop.example/a/%2E%2e/b//c/..", "https://shop.example/b//"),
    ("https://shop.example/../../x.", "https://shop.example/x."),
  ]

  @Test(arguments: normalizedURLs)
  func `a URL is normalized`(row: (text: String, url: String)) throws {
    #expect("\(try WebURL(row.text))" == row.url)
  }

  static let redirects: [(location: String, url: String?)] = [
    ("/x", "https://shop.example/x"), ("x", "https://shop.example/a/x"),
    ("?d", "https://shop.example/a/b?d"), ("../x", "https://shop.example/x"),
    ("//other.example/y", "https://other.example/y"),
    ("https://other.example/y", "https://other.example/y"), ("http://shop.example/", nil),
    ("file:///etc/passwd", nil), ("//127.0.0.1/", nil), ("javascript:alert(1)", nil),
    ("https://169.254.169.254/latest/meta-data/", nil), ("//shop.example@evil.example/", nil),
    ("/\\evil.example", nil),
  ]

  @Test(arguments: redirects)
  func `a redirect is validated like a URL`(row: (location: String, url: String?)) throws {
    let base = try WebURL("https://shop.example/a/b?c")
    let redirected = try? base.redirected(to: row.location)
    #expect(redirected.map { "\($0)" } == row.url)
  }
}
