import Accounts
import FlowCore
import FlowServer
import FlowStore
import Foundation
import HTTPTypes
import Testing

/// Browsers and apps in which someone has signed in before are recognized.
@Suite struct KnownDevicePageTests {
  private static let email = Site.email("viewer")

  private func signIn(
    _ site: Site, password: String = Site.password, device: String? = nil
  ) async throws -> Site.Response {
    let browser = site.browser()
    let known = PageBrowser(
      site: site,
      cookie: browser.cookie + (device.map { "; \(Cookies.deviceCookieName)=\($0)" } ?? ""),
      token: browser.token)
    return try await known.post(
      "/sign-in", form: ["email": Self.email, "password": password], token: known.token)
  }

  /// The value of the known-device cookie that a response sets.
  private func deviceSecret(_ response: Site.Response) throws -> String {
    let cookies = response.headers[values: .setCookie]
    let cookie = try #require(cookies.first { $0.hasPrefix("\(Cookies.deviceCookieName)=") })
    #expect(cookie.contains("; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=31536000"))
    return String(cookie.dropFirst(Cookies.deviceCookieName.count + 1).prefix { $0 != ";" })
  }

  @Test func `attack: strangers can delay a sign-in, but not in a known browser`() async throws {
    let site = try await Site(withUsers: true)
    let first = try await signIn(site)
    #expect(first.status == 303)
    let secret = try deviceSecret(first)
    #expect(secret.utf8.count == 43)
    for _ in 0..<6 { _ = try await signIn(site, password: "not the password") }
    #expect(try await signIn(site).status == 429)

    let second = try await signIn(site, device: secret)
    #expect(second.status == 303)
    let newer = try deviceSecret(second)
    #expect(try await signIn(site, device: secret).status == 429, "each sign-in creates a new one")
    for wrong in ["", "x", secret + ".", String(repeating: "\(secret).", count: 20)] {
      #expect(try await signIn(site, device: wrong).status == 429)
    }
    #expect(try await signIn(site, device: newer).status == 303)
  }

  @Test(arguments: [true, false])
  func `attack: a copied device secret is invalid after a change of the password`(
    isForm: Bool
  ) async throws {
    let site = try await Site(withUsers: true)
    let copied = try deviceSecret(try await signIn(site))
    let new = "another good pass phrase"
    let viewer = site.browser(as: .viewer)
    let browser = PageBrowser(
      site: site, cookie: "\(viewer.cookie); \(Cookies.deviceCookieName)=\(copied)",
      token: viewer.token)
    let changed =
      isForm
      ? try await browser.post(
        "/account/password", form: ["current-password": Site.password, "password": new],
        token: browser.token)
      : try await site.send(
        .post, "/v1/me/password", as: .viewer,
        body: ["old": .string(Site.password), "new": .string(new)])
    let renewed = try deviceSecret(changed)
    for _ in 0..<6 { _ = try await signIn(site, password: "not the password") }
    #expect(try await signIn(site, password: new, device: copied).status == 429)
    #expect(try await signIn(site, password: new, device: renewed).status == 303)
  }

  @Test func `a browser is still known after signing out`() async throws {
    let site = try await Site(withUsers: true)
    let secret = try deviceSecret(try await signIn(site))
    let viewer = site.browser(as: .viewer)
    let browser = PageBrowser(
      site: site, cookie: "\(viewer.cookie); \(Cookies.deviceCookieName)=\(secret)",
      token: viewer.token)
    let response = try await browser.post("/logout", form: [:], token: browser.token)
    #expect(response.status == 303)
    let cookies = response.headers[values: .setCookie]
    #expect(!cookies.contains { $0.hasPrefix(Cookies.deviceCookieName) })
    #expect(response.headers[.clearSiteData]?.contains("cookies") == false)
    for _ in 0..<6 { _ = try await signIn(site, password: "not the password") }
    #expect(try await signIn(site).status == 429)
    #expect(try await signIn(site, device: secret).status == 303)
  }

  @Test func `an app is recognized by its device secret`() async throws {
    let site = try await Site(withUsers: true)
    func signIn(_ password: String, _ device: JSON?) async throws -> Site.Response {
      var body: JSONObject = ["email": .string(Self.email), "password": .string(password)]
      body["deviceSecret"] = device
      return try await site.send(
        .post, "/v1/account/sign-in", as: .anonymous, body: .object(body))
    }
    let token = try await signIn(Site.password, nil).json["deviceSecret"]
    #expect(token?.string?.utf8.count == 43)
    for _ in 0..<6 { _ = try await signIn("not the password", nil) }
    #expect(try await signIn(Site.password, nil).code == "too-many-attempts")
    #expect(try await signIn(Site.password, "nonsense").code == "too-many-attempts")
    #expect(try await signIn(Site.password, token).status == 200)
  }
}
