import Foundation
import PriceApp
import PriceClient
import PriceDomain
import Testing

@MainActor @Suite struct WebhookModelTests {
  private static let profile = """
    {"email": "ada@example.com", "givenName": "", "surname": "", "nickname": "Ada",
     "language": "en", "timeZone": "UTC", "rule": {"kind": "always"},
     "preferences": {"minimumStepPermille": 10, "settleSeconds": 1, "dailyLimit": 5},
     "sendsEmail": false, "hasPassword": true}
    """
  private static let url = "https://hook.example/prices"

  private static func webhookJSON(lastDelivery: String) -> String {
    #"{"url": "\#(url)", "secret": "whsec_c2VjcmV0", "lastDelivery": \#(lastDelivery)}"#
  }

  @Test func `a webhook is added, tested and removed`() async throws {
    let transport = ScriptedTransport(["/me": Self.profile, "/me/webhook": "{}"])
    let model = WebhookModel(await AppFixture.api(transport))
    await model.load()
    #expect(model.webhook.value == WebhookData())
    #expect(!model.canAdd)
    model.url = Self.url
    transport.set("/me/webhook", Self.webhookJSON(lastDelivery: "null"))
    #expect(await model.add())
    #expect(model.url.isEmpty)
    let addedWebhook = try #require(model.webhook.value)
    #expect(addedWebhook.url == Self.url)
    let texts = ProductTexts(.english, zone: .gmt)
    #expect(addedWebhook.state(in: texts) == "Nothing has been sent to it yet.")
    transport.set("/me/webhook/test-notification", "{}")
    transport.set("/me/webhook", Self.webhookJSON(lastDelivery: #"{"at": 0, "state": "pending"}"#))
    await model.sendTest()
    #expect(model.isPending)
    transport.set(
      "/me/webhook",
      Self.webhookJSON(
        lastDelivery: #"{"at": 0, "state": "failed", "problem": "status", "status": 404}"#))
    await model.load()
    #expect(!model.isPending)
    #expect(model.webhook.value?.state(in: texts).hasSuffix("the HTTP status 404.") == true)
    transport.set("/me/webhook", "{}")
    #expect(await model.remove())
    #expect(model.webhook.value == WebhookData())
    let calls = transport.calls.filter { !$0.hasPrefix("GET") }
    #expect(calls == ["PATCH /me", "POST /me/webhook/test-notification", "PATCH /me"])
    let change = try JSONDecoder().decode(
      ProfileChangeData.self,
      from: Data(try #require(transport.requests.last { $0.method == .patch }?.body)))
    #expect(change.webhook == "")
  }

  @Test func `a rejected URL stays, with its reason in both languages`() async {
    let transport = ScriptedTransport(["/me/webhook": "{}"])
    let problem = #"{"code": "webhook-not-https", "detail": "x"}"#
    transport.set("/me", ClientResponse(status: 422, body: Array(problem.utf8)))
    let model = WebhookModel(await AppFixture.api(transport))
    await model.load()
    model.url = "http://hook.example/"
    #expect(await !model.add())
    #expect(model.url == "http://hook.example/")
    let error = model.operation.error
    #expect(error?.text(in: .english) == "A webhook’s address begins with https://.")
    #expect(error?.text(in: .german) == "Die Adresse eines Webhooks beginnt mit https://.")
  }
}
