import Accounts
import FlowServer
import HTTPTypes
import Testing

/// The forms that pages submit.
@Suite struct PageFormTests {
  private static let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]

  @Test func `a form is parsed as browsers encode it`() throws {
    let form = try SubmittedForm(Array("name=Ada+L%C3%B6w&empty=&flag&a%3Db=%26".utf8), Self.form)
    #expect(form["name"] == "Ada Löw")
    #expect(form["a=b"] == "&")
    #expect(form["flag"].isEmpty && form["nothing"].isEmpty)
    #expect(form.value("empty") == nil)
    #expect(form.values(named: ["name", "other"]) == ["name": "Ada Löw"])
  }

  @Test(arguments: [
    "a=1&a=2", "a=%", "a=%4", "a=%zz", "a=%ff", "a=%00", "%C3=1",
    (0...40).map { "f\($0)=1" }.joined(separator: "&"),
  ])
  func `a form that is ambiguous, malformed or too large is rejected`(text: String) {
    #expect(throws: Problem.self) { try SubmittedForm(Array(text.utf8), Self.form) }
  }

  @Test(arguments: [nil, "application/json", "multipart/form-data; boundary=x", "text/plain"])
  func `other media types are rejected`(type: String?) {
    var headers = HTTPFields()
    headers[.contentType] = type
    #expect(throws: Problem.self) { try SubmittedForm(Array("a=1".utf8), headers) }
  }

  @Test func `a rejected form shows the entered values again, except the password`() async throws {
    let site = try await Site()
    let browser = site.browser()
    let page = try await browser.post(
      "/register", form: ["name": "Ada", "email": "ada@example.org", "password": "too short"],
      token: browser.token)
    #expect(page.status == 422)
    #expect(page.text.contains("value=\"ada@example.org\"") && page.text.contains("value=\"Ada\""))
    #expect(!page.text.contains("too short"))
    #expect(page.text.contains("aria-invalid=\"true\""))
    #expect(page.text.contains("aria-describedby=\"password-error password-hint\""))
    #expect(page.text.contains("href=\"#password\""))
  }

  @Test func `without a password, the confirmation asks for a code only`() async throws {
    let site = try await Site(withUsers: true)
    let id = try #require(site.users[.viewer])
    try await site.setUpTOTP(as: .viewer)
    try await site.services.accounts.store.change { try $0.removePassword(of: id) }
    let page = try await site.browser(as: .viewer).send(.get, "/account/confirm")
    #expect(page.status == 200)
    #expect(page.text.contains("Enter a code from your authenticator app."))
    #expect(!page.text.contains("Enter your password again."))
  }

  @Test func `a German form shows the German message of an error that its code does not determine`()
    async throws
  {
    let site = try await Site(withUsers: true)
    let browser = site.browser(as: .viewer)
    let german = ["Accept-Language": "de"]
    let page = try await browser.post(
      "/account/authenticator", form: [:], token: browser.token, german)
    let setup = try #require(page.text.firstMatch(of: /name="setup" value="([^"]*)"/)).1
    // Set up on another page in the meantime.
    try await site.setUpTOTP(as: .viewer)
    let rejected = try await browser.post(
      "/account/authenticator/confirm", form: ["code": "123456", "setup": String(setup)],
      token: browser.token, german)
    #expect(rejected.status == 422)
    #expect(rejected.text.contains("Eine Authenticator-App ist schon eingerichtet."))
    #expect(!rejected.text.contains("Jemand anders hat das gleichzeitig geändert."))
  }

  @Test func `attack: a sign-in before the address is verified shows the page of a wrong password`()
    async throws
  {
    let site = try await Site(withUsers: true)
    _ = try await site.register("newcomer@example.net")
    let browser = site.browser()
    var pages: [String] = []
    for (email, password) in [
      ("newcomer@example.net", Site.password), (Site.email("viewer"), "not the password"),
    ] {
      let page = try await browser.post(
        "/sign-in", form: ["email": email, "password": password], token: browser.token)
      #expect(page.status == 422)
      #expect(page.text.contains("first follow the link in our email"))
      // Each page has a CSRF token of its own.
      pages.append(page.text.replacing(email, with: "").replacing(/[0-9a-f]{96}/, with: ""))
    }
    #expect(pages[0] == pages[1])
  }

  @Test(arguments: [
    "https://evil.example/", "//evil.example", "/\\evil.example", "/a/../..//evil.example",
    "javascript:alert(1)", "/\u{301}", "/%2e%2e/", "\r\nSet-Cookie: a=b",
  ])
  func `signing in redirects only to local paths`(target: String) async throws {
    let site = try await Site(withUsers: true)
    let browser = site.browser()
    let response = try await browser.post(
      "/sign-in",
      form: ["email": Site.email("viewer"), "password": Site.password, "return": target],
      token: browser.token)
    #expect(response.status == 303)
    #expect(response.headers[.location] == "/")
    let cookies = response.headers[values: .setCookie]
    let session = try #require(cookies.first { $0.hasPrefix("__Host-session=") })
    #expect(session.contains("; Secure; HttpOnly; SameSite=Lax"))
    #expect(cookies.contains { $0.hasPrefix("__Host-visitor=") && !$0.contains("vvvv") })
    let signedIn = try await site.browser(as: .viewer).send(
      .get, "/sign-in?return=" + QueryString.percentEncoded(target))
    #expect(signedIn.headers[.location] == "/")
  }

  @Test func `a provider's form is redirected to a GET request with the provider's fields only`()
    async throws
  {
    let site = try await Site()
    let response = try await site.send(
      .post, "/auth/apple/callback", as: .anonymous,
      ["Content-Type": "application/x-www-form-urlencoded", "Origin": "https://appleid.apple.com"],
      bytes: Array("code=a%26b&state=c&user=%7B%7D&return=//evil.example".utf8))
    #expect(response.status == 303)
    #expect(
      response.headers[.location] == "/auth/apple/callback?code=a%26b&state=c&user=%7B%7D")
    #expect(response.headers[values: .setCookie] == [])
  }

  @Test func `attack: another site cannot start a sign-in`() async throws {
    let site = try await Site()
    for origin in ["cross-site", "same-site"] {
      let response = try await site.send(
        .get, "/auth/google?return=/apps", as: .anonymous, ["Sec-Fetch-Site": origin])
      #expect(response.status == 303)
      #expect(response.headers[.location] == "/sign-in?return=%2Fapps")
    }
  }

  @Test func `a notice cookie shows only texts of the server`() async throws {
    let site = try await Site()
    var browser = site.browser()
    browser = PageBrowser(
      site: site, cookie: browser.cookie + "; __Host-notice=notice.signed-out",
      token: browser.token)
    let page = try await browser.send(.get, "/sign-in")
    #expect(page.text.contains("You are signed out."))
    #expect(page.headers[values: .setCookie].contains { $0.hasPrefix("__Host-notice=;") })
    for word in ["page.save", "Your account was hacked", "notice.<b>"] {
      let other = PageBrowser(
        site: site, cookie: "__Host-notice=\(word)", token: nil)
      #expect(!(try await other.send(.get, "/sign-in")).text.contains("role=\"status\""))
    }
  }
}
