import Accounts
import FlowCore
import FlowMagicWeb
import PriceDomain
import PriceService

extension PriceActions {
  /// The actions for emails, quiet hours, time zone and daily limit, by name.
  var notificationSettings: [Name: WebAction] {
    let (service, visitors) = (visitors.service, visitors)
    return [
      "openDelivery": action("opened", writes: NotificationSettingsFields.names) { call in
        let caller = try await visitors.caller(call.headers)
        return NotificationSettingsFields.fields(of: try await service.profile(by: caller).profile)
      },
      "saveDelivery": action("saved") { call in
        let caller = try await visitors.caller(call.headers)
        let profile = try await service.profile(by: caller).profile
        let change = try NotificationSettingsFields.change(
          call.enteredValues, initialSendsEmail: call.arguments["sendsEmail"], of: profile,
          Language(page: call.language))
        _ = try await service.changeProfile(change, by: caller)
        if let user = caller.session?.user {
          call.reply.setAttributes(try await visitors.attributes(of: user))
        }
        return [:]
      },
      "notifyByEmail": action("saved") { call in
        var change = ProfileChange()
        change.sendsEmail = true
        _ = try await service.changeProfile(change, by: try await visitors.caller(call.headers))
        return [:]
      },
    ]
  }
}
