internal import Accounts
internal import Foundation
internal import PageFetcher
public import PriceDomain
internal import PriceStore

/// A user's webhook.
public struct Webhook: Sendable, Hashable {
  /// The URL that receives each notification.
  public let url: String
  /// The key with which requests to it are signed.
  public let secret: String
  /// When the URL was set.
  public let since: Timestamp
  /// The outcome of the last notification; nil if there was none since the URL was set.
  public let lastDelivery: WebhookDelivery?
}

extension PriceService {
  /// Returns the user's webhook; nil if there is none.
  public func webhook(by caller: Caller) async throws -> Webhook? {
    try await webhook(of: try caller.requireSession().user.id)
  }

  /// Returns the webhook of the user with an ID; nil if there is none.
  public func webhook(of user: String) async throws -> Webhook? {
    guard let profile = try await store.profile(user), let url = profile.webhook,
      let secret = profile.webhookSecret, let since = profile.webhookSince
    else { return nil }
    let lastDelivery = try await store.lastWebhookDelivery(of: user)
    return Webhook(url: url, secret: secret, since: since, lastDelivery: lastDelivery)
  }

  /// Sends a test notification to the user's webhook.
  public func sendWebhookTest(by caller: Caller) async throws {
    let session = try caller.requireSession()
    try await checkRateLimit("test", caller, limit: 10)
    let (title, body) = Self.testTexts(try await profile(session).language)
    try await store(for: session).createWebhookTestNotice(
      title: title, body: body, of: session.user.id, at: clock())
  }

  /// Returns a webhook's URL in its canonical form; an empty text, which removes the webhook, is
  /// returned unchanged.
  ///
  /// NB: whether the host resolves to a private network is checked at every request.
  func validatedWebhook(_ text: String) throws -> String {
    guard !text.isEmpty else { return "" }
    let url = text.trimmingCharacters(in: .whitespaces)
    do throws(WebURL.ValidationError) {
      return try WebURL(url, allowsLoopback: settings.allowsLoopback).description
    } catch {
      switch error {
      case .notHTTPS:
        throw PriceError(.webhookNotHTTPS, "A webhook's address begins with https://.")
      case .numericHost:
        throw PriceError(
          .webhookHostNotAllowed,
          "A webhook's address has a public host name, such as example.com, and no IP address.")
      case .malformed, .hasUserInfo, .portNotAllowed, .tooLong:
        throw PriceError(
          .webhookURLInvalid,
          "Enter a whole address, such as https://example.com/prices, without a user name and with"
            + " the usual port.")
      }
    }
  }
}

extension UserProfile {
  /// Sets the webhook's URL, or removes the webhook if it is empty.
  ///
  /// Another URL gets another key: whoever knows the old one cannot sign for the new receiver.
  mutating func setWebhook(_ url: String, at now: Timestamp) {
    guard !url.isEmpty else {
      (webhook, webhookSecret, webhookSince) = (nil, nil, nil)
      return
    }
    guard url != webhook else { return }
    (webhook, webhookSecret, webhookSince) = (url, WebhookSignature.newSecret(), now)
  }
}
