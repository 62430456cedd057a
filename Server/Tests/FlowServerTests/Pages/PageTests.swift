import Accounts
import Crypto
import FlowServer
import Foundation
import HTTPTypes
import NIOCore
import Testing

/// The templates, texts, styles and helpers of the server's HTML pages.
@Suite struct PageTests {
  @Test func `every template and every text can be parsed`() {
    #expect(PageTemplates.loadErrors == [])
  }

  @Test func `every language has every text, and no text contains markup`() {
    let english = Localization(.english).all
    #expect(english.count > 250)
    for language in Language.allCases {
      let texts = Localization(language).all
      #expect(Set(texts.keys) == Set(english.keys))
      for (key, text) in texts {
        #expect(!text.isEmpty && !text.contains { "<>&\"".contains($0) }, "\(key)")
        let names = { (text: String) in
          Set(text.matches(of: /{[a-z]+}/).map { String($0.output) })
        }
        #expect(names(text) == names(english[key] ?? ""), "\(key) in \(language.name)")
      }
    }
  }

  @Test func `every error, event and role has its texts`() {
    let texts = Localization(.german).all
    for code in AccountError.Code.allCases {
      #expect(texts["account-error.\(code.rawValue)"] != nil, "\(code)")
    }
    for action in SecurityAction.allCases {
      #expect(texts["event.\(action.rawValue)"] != nil, "\(action)")
    }
    for role in MemberRole.allCases {
      #expect(texts["role.\(role.rawValue)"] != nil && texts["role.\(role.rawValue)-about"] != nil)
    }
  }

  @Test(
    arguments: [
      (nil, Language.english), ("de", .german), ("de-AT,de;q=0.9,en;q=0.5", .german),
      ("fr, de;q=0.3, en;q=0.7", .english), ("de;q=0", .english), ("*", .english),
      (String(repeating: "x,", count: 10_000) + "de", .english),
    ] as [(String?, Language)])
  func `pages use the language that the browser prefers`(header: String?, language: Language) {
    #expect(Language.preferred(header) == language)
  }

  @Test func `a value is escaped, even with combining characters after its quotation marks`() {
    let escape = SafeHTML().escapeText
    #expect(escape("<a b=\"x\">'&'") == "&lt;a b=&quot;x&quot;&gt;&#39;&amp;&#39;")
    // One grapheme cluster for a reader, but a quotation mark and an accent for a browser.
    #expect(escape("\"\u{301} onfocus=") == "&quot;\u{301} onfocus=")
    #expect(escape("<\u{338}b>\u{20D2}") == "&lt;\u{338}b&gt;\u{20D2}")
  }

  @Test func `a user's name is escaped in a page`() async throws {
    let site = try await Site(withUsers: true)
    let hostile = "\"\u{301} onfocus=alert(1) '<\u{338}i>"
    let id = try #require(site.users[.viewer])
    try await site.services.accounts.store.change { writer in
      var user = try #require(try writer.user(id))
      user.name = hostile
      try writer.put(user)
    }
    let page = try await site.browser(as: .viewer).send(.get, "/account")
    #expect(page.text.contains(SafeHTML().escapeText(hostile)))
    #expect(!page.text.contains("onfocus=alert(1) '"))
  }

  @Test func `the dark colors are the same whether the user or the system chooses them`() throws {
    let style = String(decoding: PageFiles.styleBytes, as: UTF8.self)
    let chosen = try #require(
      style.firstMatch(of: /:root\[data-theme="dark"\] \{([^}]*)\}/)
    ).output.1
    let system = try #require(
      style.firstMatch(of: /:root:not\(\[data-theme="light"\]\) \{([^}]*)\}/)
    ).output.1
    let lines = { (text: Substring) in
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty }
    }
    #expect(lines(chosen) == lines(system))
    #expect(lines(chosen).count > 20)
  }

  @Test func `the style sheet is cached forever under a name with its hash`() async throws {
    let site = try await Site()
    let file = try await site.send(.get, PageFiles.stylePath, as: .anonymous)
    #expect(file.status == 200)
    #expect(file.headers[.cacheControl] == "public, max-age=31536000, immutable")
    #expect(file.headers[.contentType] == "text/css; charset=utf-8")
    let hash = SHA256.hash(data: file.body)
      .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    #expect(PageFiles.stylePath == "/assets/pages.\(hash.prefix(16)).css")
    // The typeface is the only file that it loads, from this server.
    let loaded = file.text.matches(of: /url\("([^"]*)"\)/).map { String($0.output.1) }
    #expect(loaded.count <= 1 && loaded.allSatisfy { $0.hasPrefix("/portal/") })
    #expect(file.text.ranges(of: "url(").count == loaded.count)
    let missing = try await site.send(.get, "/assets/pages.0000000000000000.css", as: .anonymous)
    #expect(missing.status == 404)
  }

  @Test func `a QR code has its size and finder patterns, and a too long text has none`() throws {
    // Version 1 has 21 modules and a margin of four on each side; finder patterns are 7 wide.
    let svg = try #require(QRCode.svg("otpauth"))
    #expect(svg.contains("viewBox=\"0 0 29 29\""))
    #expect(svg.contains("M4 4h7v1h-7z") && svg.contains("M18 4h7v1h-7z"))
    #expect(QRCode.svg(String(repeating: "x", count: 4000)) == nil)
  }

  @Test func `a device is named after its browser and system`() {
    let iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1"
    #expect(Device(iPhone).name(Localization(.english)) == "Safari on iPhone")
    #expect(Device(iPhone).isMobile)
    #expect(Device("curl/8").name(Localization(.german)) == "Browser auf unbekanntem System")
  }

  @Test func `an error is a page for browsers and a problem document for programs`() async throws {
    let site = try await Site()
    let page = try await site.send(
      .get, "/nothing", as: .anonymous, ["Accept": "text/html,*/*", "Accept-Language": "de"])
    #expect(page.status == 404)
    #expect(page.headers[.contentType] == "text/html; charset=utf-8")
    #expect(page.text.contains("Seite nicht gefunden"))
    let document = try await site.send(.get, "/nothing", as: .anonymous)
    #expect(document.headers[.contentType] == "application/problem+json")
  }

  @Test func `the page about a wrong clock names it, and is not that of an internal error`() {
    let response = PageProblem.response(
      Problem(.wrongClock, "The clock is wrong."), HTTPFields(), requestID: "r1",
      publicURL: "http://test", service: "FlowMagic")
    let page = String(buffer: response.body)
    #expect(response.status == 503)
    #expect(page.contains("Service unavailable"))
    #expect(page.contains("The clock of this server seems to be wrong."))
  }

  @Test func `an ended session whose password was guessed at has a warning in the activity`()
    async throws
  {
    let site = try await Site(withUsers: true)
    let id = try #require(site.users[.viewer])
    let warning = "href=\"#i-alert\""
    let browser = site.browser(as: .viewer)
    #expect(!(try await browser.send(.get, "/account/activity")).text.contains(warning))
    try await site.addSecurityEvent("session.lockout", of: id)
    let page = try await browser.send(.get, "/account/activity")
    #expect(page.text.contains("Too many wrong passwords or codes; session ended"))
    #expect(page.text.contains(warning))
  }
}
