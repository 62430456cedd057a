import FlowServer
import HTTPTypes
import Testing

/// Signing out clears what the browser has stored.
@Suite struct SignOutTests {
  private static let clearedData = #""cache", "storage""#

  @Test func `every way of signing out clears the browser's storage`() async throws {
    let site = try await Site(withUsers: true)
    let viewer = site.browser(as: .viewer)
    let byForm = try await viewer.post("/logout", form: [:], token: viewer.token)
    let drafter = site.browser(as: .drafter)
    let deleted = try await drafter.post("/account/delete", form: [:], token: drafter.token)
    let byPortal = try await site.send(.post, "/v1/me/sign-out", as: .editor)
    let byAPI = try await site.send(.delete, "/v1/me", as: .unaffiliated)
    for response in [byForm, deleted, byPortal, byAPI] {
      #expect([204, 303].contains(response.status), "\(response.text)")
      #expect(response.headers[.clearSiteData] == Self.clearedData)
      let cookies = response.headers[values: .setCookie]
      #expect(cookies.contains { $0.hasPrefix("\(Cookies.sessionCookieName)=;") })
    }
  }

  @Test func `attack: a link on another site does not clear the browser's storage`() async throws {
    let site = try await Site(withUsers: true)
    for role in [Site.Role.anonymous, .owner] {
      let response = try await site.send(.get, "/logout", as: role)
      #expect(response.headers[.clearSiteData] == nil)
    }
    let owner = site.browser(as: .owner)
    let forged = try await owner.post("/logout", form: [:], token: "")
    #expect(forged.status != 303)
    #expect(forged.headers[.clearSiteData] == nil)
    #expect(try await site.send(.get, "/account", as: .owner).status == 200)
  }

  @Test func `a page does not remove a cookie, which may be that of a session begun meanwhile`()
    async throws
  {
    let site = try await Site(withUsers: true)
    func isRemoved() async throws -> Bool {
      let page = try await site.send(.get, "/account", as: .viewer)
      #expect(page.status == 303)
      return page.headers[values: .setCookie]
        .contains { $0.hasPrefix("\(Cookies.sessionCookieName)=;") }
    }
    site.clock.advance(by: -20 * 365 * 86_400)
    #expect(try await !isRemoved())
    site.clock.advance(by: 20 * 365 * 86_400)
    #expect(try await site.send(.get, "/account", as: .viewer).status == 200)
    site.clock.advance(by: 365 * 86_400)
    #expect(try await !isRemoved())
  }
}
