import Accounts
import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Testing

/// A password reset lists the API tokens that it revokes.
@Suite struct PasswordResetPageTests {
  private static let email = Site.email("editor")

  private func add(
    _ id: String, _ name: String, to site: Site, user: String?, lastUsed: Int? = nil,
    expires: Int? = nil
  ) async throws {
    try await site.store.add(
      APIToken(
        id: id, organization: "acme", name: name, hash: SecretToken().hash, scopes: ["read"],
        created: site.clock.now, expires: expires, user: user, lastUsed: lastUsed),
      audit: site.audit("acme"))
  }

  private func reset(_ site: Site) async throws -> (page: Site.Response, mail: String) {
    let browser = site.browser()
    _ = try await browser.post("/reset", form: ["email": Self.email], token: browser.token)
    let link = try await site.mailedSecret(to: Self.email)
    let page = try await browser.send(.get, "/account/reset?link=\(link)")
    let done = try await browser.post(
      "/account/reset", form: ["link": link, "password": "another good pass phrase"],
      token: browser.token)
    #expect(done.status == 303)
    let accounts = site.services.accounts
    let emails = try await accounts.store.read { try $0.dueMail(at: .max, limit: 100) }
    let last = try #require(emails.last { $0.to == Self.email })
    return (page, try last.opened(with: accounts.keys).text)
  }

  @Test func `the page and the email list the user's tokens with their last use`()
    async throws
  {
    let site = try await Site(withUsers: true)
    let editor = Site.userID("editor")
    let used = site.clock.now - 86_400
    try await add("t1", "Laptop", to: site, user: editor, lastUsed: used)
    try await add("t2", "CI of evil.com", to: site, user: editor)
    try await add("t3", "Old one", to: site, user: editor, expires: site.clock.now - 1)
    try await add("t4", "Robot", to: site, user: nil)
    try await add("t5", "Someone's", to: site, user: Site.userID("owner"))

    let (page, mail) = try await reset(site)
    #expect(page.status == 200)
    #expect(page.text.contains("<strong>Laptop</strong> ACME · last used 14 Jan 2027, 08:00 UTC"))
    #expect(page.text.contains("<strong>CI of evil.com</strong> ACME · never used"))
    #expect(mail.contains("Your following API tokens were revoked"))
    #expect(mail.contains("“Laptop” in “ACME”: last used 14 January 2027, 08:00 UTC\n"))
    #expect(mail.contains("“CI of evil·com” in “ACME”: never used\n"))
    #expect(mail.contains("Tokens of service accounts belong to their organization"))
    for other in ["Old one", "Robot", "Someone's"] {
      #expect(!page.text.contains(other) && !mail.contains(other))
    }
    #expect(try await site.store.token("t1")?.revoked == site.clock.now)
    #expect(try await site.store.token("t2")?.revoked == site.clock.now)
    #expect(try await site.store.token("t4")?.revoked == nil)
  }

  @Test func `a user without tokens sees no list`() async throws {
    let site = try await Site(withUsers: true)
    let (page, mail) = try await reset(site)
    #expect(!page.text.contains("API token"))
    #expect(mail.contains("Your account had no API tokens."))
  }
}
