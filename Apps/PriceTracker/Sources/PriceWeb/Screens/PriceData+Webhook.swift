import FlowCore
import FlowMagicWeb
import PriceDomain
import PriceService

extension PriceData {
  /// Returns the user's webhook, and what came of the last notification to it.
  @Sendable func webhook(_ request: DataRequest) async throws -> JSON {
    guard let user = user(request), let webhook = try await service.webhook(of: user) else {
      return ["some": false, "address": "", "secret": "", "state": "", "fails": false]
    }
    let texts = texts(request)
    let state = webhook.last.map { last in
      last.text(in: texts.language, time: texts.time(Moment(last.at)))
    }
    return [
      "some": true, "address": .string(webhook.address), "secret": .string(webhook.secret),
      "state": .string(state ?? WebhookDelivery.unused(in: texts.language)),
      "fails": .bool(webhook.last?.isFailing == true),
    ]
  }
}
