import Accounts
import FlowServer
import HTTPTypes
import Testing

@Suite struct ClientAddressTests {
  private func address(_ forwarded: [String], proxies: Int, peer: String = "10.0.0.1") -> String {
    var headers = HTTPFields()
    for value in forwarded {
      headers.append(HTTPField(name: .forwardedFor, value: value))
    }
    return ClientAddress.client(peer: peer, headers, trustedProxies: proxies).address
  }

  @Test func `without a trusted proxy the header is ignored`() {
    #expect(address(["203.0.113.9"], proxies: 0) == "10.0.0.1")
  }

  @Test func `only the entries that trusted proxies have added count`() {
    #expect(address(["203.0.113.9"], proxies: 1) == "203.0.113.9")
    #expect(address(["6.6.6.6, 203.0.113.9"], proxies: 1) == "203.0.113.9")
    #expect(address(["6.6.6.6", "203.0.113.9"], proxies: 1) == "203.0.113.9")
    #expect(address(["6.6.6.6, 203.0.113.9, 10.0.0.2"], proxies: 2) == "203.0.113.9")
    #expect(address(["6.6.6.6, 7.7.7.7, 203.0.113.9,10.0.0.2"], proxies: 2) == "203.0.113.9")
  }

  @Test func `ports and brackets are removed`() {
    #expect(address(["203.0.113.9:4711"], proxies: 1) == "203.0.113.9")
    #expect(address(["[2001:db8::9]:4711"], proxies: 1) == "2001:db8::9")
    #expect(address(["2001:db8::9"], proxies: 1) == "2001:db8::9")
  }

  @Test(arguments: ["", "unknown", "203.0.113.9 evil", "1.2.3", "a\u{e9}", "[::1", "_hidden"])
  func `an entry that is not an address is ignored`(text: String) {
    #expect(address([text], proxies: 1) == "10.0.0.1")
  }

  @Test func `a request that bypasses the proxies has the peer's address`() {
    #expect(address([], proxies: 1) == "10.0.0.1")
  }

  @Test func `a long user agent is truncated`() {
    let headers: HTTPFields = [.userAgent: String(repeating: "x", count: 1000)]
    let client = ClientAddress.client(peer: "::1", headers, trustedProxies: 0)
    #expect(client.userAgent.utf8.count == 300)
  }

  @Test func `emails are in the language of the pages: the chosen one, or else the browser's`() {
    func language(_ headers: HTTPFields) -> EmailLanguage? {
      ClientAddress.client(peer: "::1", headers, trustedProxies: 0).language
    }
    #expect(language([:]) == nil)
    #expect(language([.acceptLanguage: "fr, de-AT;q=0.8, en;q=0.5"]) == .german)
    #expect(
      language([.acceptLanguage: "de", .cookie: "\(PageCookies.language)=en"]) == .english)
  }
}
