import Observation
package import PriceClient
import PriceDomain

/// The model for the user's webhook.
@MainActor @Observable
package final class WebhookModel {
  /// The URL that is entered.
  package var url = ""
  package let webhook = Loader<WebhookData>()
  package let operation = UserOperation()
  private let api: PriceAPI

  package init(_ api: PriceAPI) { self.api = api }

  package func load() async {
    await webhook.load { () throws(ClientError) in try await api.webhook() }
  }

  /// Whether a notification is being sent, whose result a later load shows.
  package var isPending: Bool { webhook.value?.lastDelivery?.state == .pending }

  package var canAdd: Bool { !url.isEmpty && !operation.isRunning }

  /// - Returns: Whether there is a webhook with the URL that was entered.
  package func add() async -> Bool {
    guard canAdd, await setURL(url) else { return false }
    url = ""
    return true
  }

  /// - Returns: Whether the webhook is removed.
  package func remove() async -> Bool { await setURL("") }

  package func sendTest() async {
    let newWebhook = await operation.run { () throws(ClientError) in
      try await api.sendWebhookTest()
      return try await api.webhook()
    }
    if let newWebhook { webhook.show(newWebhook.value, cachedAt: newWebhook.cachedAt) }
  }

  private func setURL(_ url: String) async -> Bool {
    var change = ProfileChangeData()
    change.webhook = url
    let newWebhook = await operation.run { () throws(ClientError) in
      _ = try await api.changeProfile(change)
      return try await api.webhook()
    }
    if let newWebhook { webhook.show(newWebhook.value, cachedAt: newWebhook.cachedAt) }
    return newWebhook != nil
  }
}
