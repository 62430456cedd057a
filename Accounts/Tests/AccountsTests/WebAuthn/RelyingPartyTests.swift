import Accounts
import Testing

@Suite struct RelyingPartyTests {
  @Test(arguments: [
    ("https://flows.example.com", "flows.example.com", "https://flows.example.com"),
    ("https://Flows.Example.com", "flows.example.com", "https://flows.example.com"),
    ("https://flows.example.com:443", "flows.example.com", "https://flows.example.com"),
    ("https://flows.example.com:8443", "flows.example.com", "https://flows.example.com:8443"),
    ("https://example.com/flows", "example.com", "https://example.com"),
    ("https://xn--mnchen-3ya.de", "xn--mnchen-3ya.de", "https://xn--mnchen-3ya.de"),
    ("https://intranet", "intranet", "https://intranet"),
    ("http://localhost:8080", "localhost", "http://localhost:8080"),
    ("http://localhost:80", "localhost", "http://localhost"),
    ("https://localhost", "localhost", "https://localhost"),
    ("http://shop.localhost:8080", "shop.localhost", "http://shop.localhost:8080"),
  ])
  func `the relying party is the host of the public URL`(url: String, id: String, origin: String)
    throws
  {
    let site = try RelyingParty(publicURL: url)

    #expect(site.id == id)
    #expect(site.origin == origin)
  }

  @Test(arguments: [
    "https://192.0.2.7", "https://192.0.2.7:8443", "http://127.0.0.1:8080", "https://[::1]",
    "https://[2001:db8::1]:8443", "https://1", "https://0x7f000001", "https://example.1",
    "https://", "https://.", "https://a..b", "https://-a.b", "https://a-.b", "https://a_b.c",
    "https://münchen.de", "https://user@example.com", "https://user:word@example.com", "",
    "example.com", "//example.com", "https://example.com.",
  ])
  func `passkeys are unavailable without a host name`(url: String) {
    #expect(throws: AccountError.self) { try RelyingParty(publicURL: url) }
  }

  @Test(arguments: [
    "http://flows.example.com", "http://localhost.example.com", "ftp://localhost",
    "http://notlocalhost",
  ])
  func `passkeys are unavailable without TLS, except on this machine`(url: String) {
    let error = #expect(throws: AccountError.self) { try RelyingParty(publicURL: url) }

    #expect(error?.code == .notAllowed)
    #expect(error?.message.contains("HTTPS") == true)
  }
}
