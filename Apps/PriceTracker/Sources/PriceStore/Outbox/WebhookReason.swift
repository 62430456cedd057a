internal import GRDB
public import PriceDomain

/// The reasons why calls of webhooks fail, as they are stored and logged.
public enum WebhookReason {
  /// There was no response.
  public static let noResponse = "The webhook did not answer."

  /// The host has an IP address in a private network.
  public static let privateAddress = "The webhook's host is in a private network."

  /// The response was not a success.
  public static func status(_ status: Int) -> String { "The webhook answered \(status)." }

  /// The URL is rejected; `code` is that of the `FetchError`.
  public static func addressNotAllowed(_ code: String) -> String {
    "\(addressNotAllowedText): \(code)"
  }

  private static let addressNotAllowedText = "The webhook's address is not allowed"

  /// Returns the outcome of a delivery; it has no problem if `reason` contains none of these texts.
  static func delivery(
    at: Int64, state: WebhookDelivery.State, reason: String
  ) -> WebhookDelivery {
    if let match = reason.firstMatch(of: /The webhook answered ([0-9]{3})\./) {
      return WebhookDelivery(at: at, state: state, problem: .status, status: Int(match.output.1))
    }
    if reason.contains(noResponse) {
      return WebhookDelivery(at: at, state: state, problem: .noResponse)
    }
    if reason.contains(privateAddress) {
      return WebhookDelivery(at: at, state: state, problem: .privateAddress)
    }
    let isRejected = reason.contains(addressNotAllowedText)
    return WebhookDelivery(at: at, state: state, problem: isRejected ? .addressNotAllowed : nil)
  }
}

extension PriceStore {
  /// Returns the outcome of the last notification to a user's webhook; nil if there was none since
  /// its URL was set.
  public func lastWebhookDelivery(of user: String) async throws -> WebhookDelivery? {
    try await database.read { database in
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT notice.at, state, reason FROM notice
          JOIN delivery ON delivery.notice = notice.sequence
          JOIN profile ON profile.user = notice.user
          WHERE notice.user = ? AND channel = 'webhook' AND notice.at >= webhook_since
          ORDER BY notice.sequence DESC LIMIT 1
          """, arguments: [user])
      return row.map(Self.webhookDelivery)
    }
  }

  private static func webhookDelivery(_ row: Row) -> WebhookDelivery {
    let reason = (row["reason"] as String?) ?? ""
    let state: WebhookDelivery.State =
      switch row["state"] as String {
      case "sent": .delivered
      // A reason is stored only after an attempt has failed.
      case "pending", "sending": reason.isEmpty ? .pending : .retrying
      default: .failed
      }
    return WebhookReason.delivery(
      at: row["at"], state: state, reason: state == .delivered ? "" : reason)
  }
}
