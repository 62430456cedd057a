internal import Accounts
internal import HTTPTypes
internal import PriceDomain
internal import PriceStore
internal import Push

extension APIEndpoint {
  /// All endpoints, in the order of the page `/docs`.
  static let all =
    products + tracking + comments + profile + pictures + devices + accounts + passwords

  /// The user's profile, data export, account deletion and notices.
  static let profile: [APIEndpoint] = [
    APIEndpoint(
      id: "profile", method: .get, path: "/me", topic: "Profile",
      summary: "Get the user's profile and preferences.", response: "Profile"
    ) { call in
      let (user, profile) = try await call.service.profile(by: call.caller)
      let picture = try await call.service.store.picture(of: user.id)
      let hasPassword = try await call.service.hasPassword(user)
      return .value(
        ProfileJSON(user, profile, picture: picture?.id, hasPassword: hasPassword))
    },
    APIEndpoint(
      id: "changeProfile", method: .patch, path: "/me", topic: "Profile",
      summary: "Update names, the default rule, preferences, email and webhook.",
      body: "ProfileChange", response: "Profile"
    ) { call in
      let (user, currentProfile) = try await call.service.profile(by: call.caller)
      let body: ProfileBody = try call.decodeBody()
      var change = ProfileChange()
      change.givenName = body.givenName
      change.surname = body.surname
      change.nickname = body.nickname
      change.language = body.language
      change.timeZone = body.timeZone
      change.rule = try body.rule?.rule()
      change.preferences = try body.preferences?.applied(to: currentProfile.preferences)
      change.sendsEmail = body.sendsEmail
      change.webhook = body.webhook
      let changedProfile = try await call.service.changeProfile(change, by: call.caller)
      let picture = try await call.service.store.picture(of: user.id)
      let hasPassword = try await call.service.hasPassword(user)
      let hasSetWebhook = body.webhook?.isEmpty == false
      return .value(
        ProfileJSON(
          user, changedProfile, picture: picture?.id, hasPassword: hasPassword,
          showsSecret: hasSetWebhook))
    },
    APIEndpoint(
      id: "export", method: .get, path: "/me/export", topic: "Profile",
      summary: "Export all data stored about the user.", response: "Export"
    ) { call in
      let (user, data) = try await call.service.export(by: call.caller)
      let hasPassword = try await call.service.hasPassword(user)
      return .value(ExportJSON(user, data, hasPassword: hasPassword, call.caller))
    },
    APIEndpoint(
      id: "deleteAccount", method: .post, path: "/me/deletion", topic: "Profile",
      summary: "Delete the account and all its data.", body: "Deletion", status: 204
    ) { call in
      let body: DeletionBody = try call.decodeBody()
      try await call.service.deleteAccount(password: body.password, by: call.caller)
      return .noContent
    },
    APIEndpoint(
      id: "notices", method: .get, path: "/me/notices", topic: "Notifications",
      summary: "List the user's notifications, newest first.", parameters: [cursor, limit],
      response: "Notices"
    ) { call in
      let page = try await call.service.notices(
        by: call.caller, after: call.cursor, limit: try call.limit(50))
      return .value(PageJSON(page, NoticeJSON.init))
    },
  ]

  /// Registration of devices, the webhook, and test notifications.
  static let devices: [APIEndpoint] = [
    APIEndpoint(
      id: "pushKey", method: .get, path: "/push/key", topic: "Notifications",
      summary: "Get the public key for Web Push subscriptions.", access: .anyone,
      response: "PushKey"
    ) { call in .value(["applicationServerKey": call.service.pushKey.encodedPublicKey]) },
    APIEndpoint(
      id: "registerDevice", method: .post, path: "/devices", topic: "Notifications",
      summary: "Register a device or browser; without a sign-in, it belongs to no user.",
      access: .anyone, body: "DeviceRegistration", response: "Device"
    ) { call in
      let body: DeviceBody = try call.decodeBody()
      let device = try await call.service.registerDevice(
        try body.address(), name: body.name ?? "", language: body.language ?? .english,
        renewing: body.id, by: call.caller)
      return .value(DeviceJSON(device))
    },
    APIEndpoint(
      id: "devices", method: .get, path: "/me/devices", topic: "Notifications",
      summary: "List the user's devices.", response: "Devices"
    ) { call in
      .value(["items": try await call.service.devices(by: call.caller).map(DeviceJSON.init)])
    },
    APIEndpoint(
      id: "removeDevice", method: .delete, path: "/devices/{device}", topic: "Notifications",
      summary: "Remove a device, which then receives no more notifications.", access: .anyone,
      status: 204
    ) { call in
      try await call.service.removeDevice(call.path["device"] ?? "", by: call.caller)
      return .noContent
    },
    APIEndpoint(
      id: "sendTest", method: .post, path: "/me/test-notification", topic: "Notifications",
      summary: "Send a test notification to one device or all devices.", body: "Test",
      status: 202, response: "TestResponse"
    ) { call in
      let body: TestBody = try call.decodeBody()
      let devices = try await call.service.sendTest(device: body.device, by: call.caller)
      return .value(["devices": devices])
    },
    APIEndpoint(
      id: "webhook", method: .get, path: "/me/webhook", topic: "Notifications",
      summary: "Get the user's webhook, and the outcome of the last notification to it.",
      response: "Webhook"
    ) { call in .value(WebhookJSON(try await call.service.webhook(by: call.caller))) },
    APIEndpoint(
      id: "sendWebhookTest", method: .post, path: "/me/webhook/test-notification",
      topic: "Notifications", summary: "Send a test notification to the user's webhook.",
      status: 202
    ) { call in
      try await call.service.sendWebhookTest(by: call.caller)
      return .noContent
    },
  ]
}
