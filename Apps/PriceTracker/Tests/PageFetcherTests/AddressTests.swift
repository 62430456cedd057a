import PageFetcher
import Testing

struct AddressTests {
  static let rejected: [(text: String, error: WebURL.ValidationError)] = [
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

  @Test(arguments: rejected)
  func `anything other than a plain https URL is rejected`(
    row: (text: String, error: WebURL.ValidationError)
  ) {
    #expect(throws: row.error) { try WebURL(row.text) }
  }

  static let normalized: [(text: String, url: String)] = [
    ("HTTPS://Shop.Example", "https://shop.example/"),
    ("https://shop.example:443/a?b=c#d", "https://shop.example/a?b=c"),
    ("https://shop.example?x", "https://shop.example/?x"),
    ("https://shop.example/tée", "https://shop.example/t%C3%A9e"),
    ("https://xn--shp-0na.example/", "https://xn--shp-0na.example/"),
    ("https://shop.example/a/./b/../c?d=../e", "https://shop.example/a/c?d=../e"),
    ("https://shop.example/a/%2E%2e/b//c/..", "https://shop.example/b//"),
    ("https://shop.example/../../x.", "https://shop.example/x."),
  ]

  @Test(arguments: normalized)
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
    let from = try WebURL("https://shop.example/a/b?c")
    let to = try? from.redirected(to: row.location)
    #expect(to.map { "\($0)" } == row.url)
  }

  static let reserved = [
    "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254",
    "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.1.1", "198.18.0.1",
    "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1",
    "::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1", "100::1", "2001::1", "2001:db8::1",
    "2002:7f00:1::", "3fff::1", "fc00::1", "fd12::1", "fe80::1", "fec0::1", "ff02::1",
  ]

  @Test(arguments: reserved)
  func `private and special addresses are not public`(text: String) throws {
    #expect(try #require(IPAddress(text)).isPublic == false)
  }

  @Test(arguments: [
    "8.8.8.8", "172.15.0.1", "172.32.0.1", "100.128.0.1", "192.0.1.1", "2606:4700::1111",
    "2a00:1450::1",
  ])
  func `other addresses are public`(text: String) throws {
    let address = try #require(IPAddress(text))
    #expect(address.isPublic)
    #expect("\(address)" == text)
  }

  @Test(arguments: ["127.1", "0x7f.0.0.1", "2130706433", "1.2.3", "1.2.3.4.5", "", "::g"])
  func `only the canonical form of an address is accepted`(text: String) {
    #expect(IPAddress(text) == nil)
  }
}
