import Accounts
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import PriceService
import PriceStore
import Testing

/// The link of emails about products that turns them off.
@Suite struct UnsubscribeTests {
  /// Adds a user who gets emails, and returns the path of their link.
  private func addUser(_ name: String, to service: PriceService) async throws -> (User, String) {
    let user = try await service.accounts.administration.addUser(
      email: "\(name)@example.com", name: name, password: "violet harbour 71 lanterns",
      isVerified: true, by: .operator("test"))
    try await service.createProfile(of: user)
    _ = try await service.store.updateProfile(user.id, at: service.clock()) {
      $0.sendsEmail = true
    }
    let url = try service.unsubscribeURL(of: user.id)
    return (user, String(url.trimmingPrefix(service.settings.publicURL)))
  }

  private func post(
    _ path: String, to client: any TestClientProtocol
  ) async throws -> TestResponse {
    try await client.execute(
      uri: path, method: .post, headers: [.contentType: "application/x-www-form-urlencoded"],
      body: ByteBuffer(string: "List-Unsubscribe=One-Click"))
  }

  @Test(arguments: [
    ("en", "Turn off emails?", "Emails are turned off"),
    ("de", "E-Mails abbestellen?", "E-Mails sind abbestellt"),
  ])
  func `An email's link turns the emails of its user off, without a login`(
    language: String, question: String, confirmation: String
  ) async throws {
    let fixture = try SiteFixture()
    let service = fixture.service
    try await fixture.run { client in
      let (ada, path) = try await addUser("ada", to: service)
      let (bob, _) = try await addUser("bob", to: service)
      var browser = SiteBrowser(client)
      browser.setCookie("flow-language", language)
      try await browser.open(path)
      #expect(browser.status == 200 && browser.page.contains(question))
      // Mail scanners open links, too.
      #expect(try await service.store.profile(ada.id)?.sendsEmail == true)
      #expect(browser.page.contains(#"action="\#(path)""#))
      try await browser.submit([:], to: path)
      #expect(browser.status == 200 && browser.page.contains(confirmation))
      #expect(try await service.store.profile(ada.id)?.sendsEmail == false)
      #expect(try await service.store.profile(bob.id)?.sendsEmail == true)
    }
  }

  @Test func `A mail program turns emails off with one request, any number of times`()
    async throws
  {
    let fixture = try SiteFixture()
    let service = fixture.service
    try await fixture.run { client in
      let (ada, path) = try await addUser("ada", to: service)
      for _ in 0..<2 {
        #expect(try await post(path, to: client).status == .ok)
        #expect(try await service.store.profile(ada.id)?.sendsEmail == false)
      }
      // Also after the account was deleted.
      try await service.accounts.administration.deleteUser(ada.id, by: .operator("test"))
      #expect(try await post(path, to: client).status == .ok)
    }
  }

  @Test func `A request updates open pages only if it turns emails off`() async throws {
    let fixture = try SiteFixture()
    let service = fixture.service
    try await fixture.run { client in
      let (_, path) = try await addUser("ada", to: service)
      var versions: [String] = []
      for request in 0..<3 {
        if request > 0 { _ = try await post(path, to: client) }
        var browser = SiteBrowser(client)
        try await browser.open("/prices/explore")
        let version = try #require(browser.page.firstMatch(of: /data-changes="([^"]*)"/))
        versions.append(String(version.1))
      }
      #expect(versions[0] != versions[1])
      #expect(versions[1] == versions[2])
    }
  }

  @Test func `attack: a forged link turns nothing off`() async throws {
    let fixture = try SiteFixture()
    let service = fixture.service
    try await fixture.run { client in
      let (ada, path) = try await addUser("ada", to: service)
      let otherToken = try service.accounts.keys.token(sealing: ada.id, for: "totp \(ada.id)")
      for forged in [
        "/unsubscribe", "/unsubscribe?token=", "/unsubscribe?token=\(ada.id)",
        "/unsubscribe?token=\(otherToken)", String(path.dropLast(4)), path + "A",
      ] {
        #expect(try await post(forged, to: client).status.code == 422, "\(forged)")
        let page = try await client.execute(uri: forged, method: .get)
        #expect(page.status.code == 422 && !String(buffer: page.body).contains("<form"))
      }
      #expect(try await service.store.profile(ada.id)?.sendsEmail == true)
    }
  }
}
