import FlowCore
import FlowMagicWeb
import PriceDomain
import PriceService

extension PriceData {
  /// Returns the user's webhook with the outcome of the last notification to it.
  @Sendable func webhook(_ request: DataRequest) async throws -> JSON {
    guard let user = user(request), let webhook = try await service.webhook(of: user) else {
      return [
        "isSet": false, "url": "", "secret": "", "state": "", "isFailing": false,
      ]
    }
    let texts = texts(request)
    let state = webhook.lastDelivery.map { last in
      last.text(in: texts.language, time: texts.time(Timestamp(last.at)))
    }
    return [
      "isSet": true, "url": .string(webhook.url), "secret": .string(webhook.secret),
      "state": .string(state ?? WebhookDelivery.unused(in: texts.language)),
      "isFailing": .bool(webhook.lastDelivery?.isFailing == true),
    ]
  }
}
