import Accounts
import PageFetcher
import PriceService
import Testing

/// The page for the user's webhook, without a script.
@Suite struct WebhookTests {
  /// A receiver that answers with a status.
  private struct Receiver: Resolver, Transport {
    let status: Int

    func addresses(of host: String) async -> [IPAddress] {
      IPAddress("93.184.216.34").map { [$0] } ?? []
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
      TransportResponse(status: status)
    }
  }

  /// Logs in, and opens the page by its button in the settings.
  private func openWebhookPage(_ service: PriceService, _ browser: inout SiteBrowser) async throws {
    let (email, password) = ("ada@example.com", "violet harbour 71 lanterns")
    _ = try await service.accounts.administration.addUser(
      email: email, name: "ada", password: password, isVerified: true, by: .operator("test"))
    try await browser.open("/prices/login")
    try await browser.press("logIn", ["email": email, "password": password])
    try await browser.open("/prices/settings")
    try await browser.press("webhook")
    #expect(browser.path == "/prices/webhook")
  }

  /// Sends the due notification to a receiver that answers with a status.
  private func send(status: Int, _ service: PriceService) async throws {
    let receiver = Receiver(status: status)
    var channels = NoticeChannels()
    channels.webhooks = WebhookPoster(resolver: receiver, transport: receiver)
    #expect(try await NoticeSender(service, channels).sendDue() == 1)
  }

  @Test func `A webhook is added, tested, and removed after a confirmation`() async throws {
    let fixture = try SiteFixture()
    let service = fixture.service
    try await fixture.run { client in
      var browser = SiteBrowser(client)
      try await openWebhookPage(service, &browser)
      #expect(browser.page.contains("You have no webhook yet."))
      try await browser.press("add", ["webhookURL": "https://hook.example/prices"])
      #expect(browser.path == "/prices/webhook")
      #expect(browser.page.contains("https://hook.example/prices"))
      #expect(browser.page.contains("Nothing has been sent to it yet."))
      #expect(browser.page.contains("whsec_"))
      #expect(!browser.page.contains("You have no webhook yet."))
      try await browser.press("test")
      #expect(browser.page.contains("is being delivered."))
      try await send(status: 404, service)
      try await browser.open("/prices/webhook")
      #expect(browser.page.contains("The address answered with the HTTP status 404."))
      try await browser.press("test")
      try await send(status: 204, service)
      try await browser.open("/prices/webhook")
      #expect(browser.page.contains("It works: the notification sent at"))
      try await browser.press("remove")
      #expect(browser.page.contains("Remove the webhook?"))
      #expect(browser.page.contains("https://hook.example/prices"))
      try await browser.press("cancel")
      #expect(browser.page.contains("whsec_"))
      try await browser.press("remove")
      try await browser.press("remove")
      #expect(browser.path == "/prices/webhook")
      #expect(browser.page.contains("You have no webhook yet."))
      // The field for another one is empty.
      #expect(!browser.page.contains("hook.example"))
      try await browser.press("back")
      #expect(browser.path == "/prices/settings")
    }
  }

  @Test(arguments: [
    ("en", "http://hook.example/", "address begins with https://."),
    ("en", "https://192.168.1.1/", "no IP address."),
    ("en", "hook.example", "Enter a whole address, such as https://example.com/prices"),
    ("en", "", "Enter the address."),
    ("de", "http://hook.example/", "Die Adresse eines Webhooks beginnt mit https://."),
    ("de", "https://192.168.1.1/", "keine IP-Adresse."),
    ("de", "hook.example", "Gib eine ganze Adresse ein"), ("de", "", "Gib die Adresse ein."),
  ])
  func `The page explains why a URL is rejected, and keeps it`(
    language: String, url: String, message: String
  ) async throws {
    let fixture = try SiteFixture()
    let service = fixture.service
    try await fixture.run { client in
      var browser = SiteBrowser(client)
      browser.setCookie("flow-language", language)
      try await openWebhookPage(service, &browser)
      try await browser.press("add", ["webhookURL": url])
      #expect(browser.status == 422)
      #expect(browser.page.contains(message))
      #expect(browser.page.contains(url))
    }
  }

  @Test func `Guests are offered no webhook`() async throws {
    try await SiteFixture().run { client in
      var browser = SiteBrowser(client)
      try await browser.open("/prices/settings")
      #expect(browser.key(endingIn: "notifications") != nil)
      #expect(browser.key(endingIn: "webhook") == nil)
    }
  }
}
