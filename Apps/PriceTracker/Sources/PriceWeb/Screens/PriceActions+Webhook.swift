import FlowCore
import FlowMagicWeb
import PriceService

extension PriceActions {
  /// The actions for the user's webhook.
  var webhook: [Name: WebAction] {
    let (service, visitors) = (visitors.service, visitors)
    return [
      // The field is emptied for the next webhook.
      "addWebhook": action("added", writes: ["webhookURL"]) { call in
        var change = ProfileChange()
        change.webhook = call.enteredValues["webhookURL"]?.string ?? ""
        _ = try await service.changeProfile(change, by: try await visitors.caller(call.headers))
        return ["webhookURL": ""]
      },
      "testWebhook": action("sent") { call in
        try await service.sendWebhookTest(by: try await visitors.caller(call.headers))
        return [:]
      },
      "removeWebhook": action("removed") { call in
        var change = ProfileChange()
        change.webhook = ""
        _ = try await service.changeProfile(change, by: try await visitors.caller(call.headers))
        return [:]
      },
    ]
  }
}
