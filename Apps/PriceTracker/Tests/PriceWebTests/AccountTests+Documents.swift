import Accounts
import FlowCore
import FlowMagicWeb
import PriceDomain
import PriceService
import PriceStore
import PriceWeb
import Testing

extension AccountTests {
  @Test func `Settings that are saved without the switch for emails leave them on`() async throws {
    let fixture = try SiteFixture()
    let (service, host) = (fixture.service, fixture.site.host)
    // As in a document from before the switch.
    let text = try PriceSite.document().json.text()
    let document = try FlowDocument(
      parsing: text.replacing(#""sendsEmail""#, with: #""earlier""#))
    try await fixture.run { client in
      var browser = SiteBrowser(client)
      let user = try await openSettings("delivery", service, &browser)
      var fields = deliveryFields
      try await browser.press("save", fields)
      #expect(try await service.store.profile(user.id)?.sendsEmail == true)
      try host.update(document)
      try await browser.press("delivery")
      #expect(browser.path == "/prices/delivery")
      fields["sendsEmail"] = nil
      fields["dailyLimit"] = "4"
      try await browser.press("save", fields)
      let profile = try #require(try await service.store.profile(user.id))
      #expect(profile.sendsEmail && profile.preferences.dailyLimit == 4)
      // With the switch, it decides.
      try host.update(PriceSite.document())
      try await browser.press("delivery")
      try await browser.press("save", fields)
      #expect(try await service.store.profile(user.id)?.sendsEmail == false)
    }
  }
}
