internal import Accounts
internal import ArgumentParser
internal import Foundation
internal import PageFetcher
internal import PriceService
internal import Push
internal import PushHTTP

/// The services that are configured by environment variables.
enum ServiceEnvironment {
  static let help = """
    Services are configured with environment variables. Email: PRICES_SMTP, such as \
    smtp://user:password@host:587, and PRICES_MAIL_FROM; without them, emails are written as files \
    to the store's folder. Firebase: PRICES_FCM, the service account's JSON file. Apple: \
    PRICES_APNS_KEY, the .p8 file, with PRICES_APNS_KEY_ID, PRICES_APPLE_TEAM and \
    PRICES_APPLE_BUNDLE. Web Push needs no configuration. Sign-in: PRICES_GOOGLE_CLIENT, with \
    PRICES_GOOGLE_SECRET; PRICES_APPLE_BUNDLE, with PRICES_APPLE_SIGNIN_KEY, its .p8 file, \
    PRICES_APPLE_SIGNIN_KEY_ID and PRICES_APPLE_TEAM; PRICES_FACEBOOK_APP, with \
    PRICES_FACEBOOK_SECRET; any OpenID provider: PRICES_OPENID_ISSUER, with PRICES_OPENID_NAME, \
    PRICES_OPENID_CLIENT and PRICES_OPENID_SECRET. \
    For tests, PRICES_FCM_URL and PRICES_APNS_URL replace the services of \
    Google and Apple, and PRICES_PUSH_CERTIFICATE is a PEM file with a certificate to trust.
    """

  private static let environment = ProcessInfo.processInfo.environment

  /// Calls a function with the channels of a service, then closes their connections.
  static func withChannels(
    _ service: PriceService, mailFolder: String,
    _ body: (NoticeChannels) async throws -> Void
  ) async throws {
    let certificate = try environment["PRICES_PUSH_CERTIFICATE"].map {
      String(decoding: try contents($0), as: UTF8.self)
    }
    let transport = try HTTPPushTransport(trustedCertificate: certificate)
    do {
      try await body(try channels(service, transport, mailFolder: mailFolder))
    } catch {
      try? await transport.shutdown()
      throw error
    }
    try await transport.shutdown()
  }

  private static func channels(
    _ service: PriceService, _ transport: HTTPPushTransport, mailFolder: String
  ) throws -> NoticeChannels {
    var channels = NoticeChannels()
    channels.transport = transport
    channels.webPush = WebPush(key: service.pushKey, hosts: service.settings.pushHosts)
    channels.webhooks = WebhookPoster(allowsLoopback: service.settings.allowsLoopback)
    channels.mail = try mailTransport(folder: mailFolder)
    if let file = environment["PRICES_FCM"] {
      channels.fcm = FCM(
        account: try ServiceAccount(json: Array(try contents(file))), transport: transport,
        baseURL: environment["PRICES_FCM_URL"] ?? "https://fcm.googleapis.com")
    }
    if let file = environment["PRICES_APNS_KEY"] {
      let key = try APNsKey(
        pem: String(decoding: try contents(file), as: UTF8.self),
        keyID: try requiredValue("PRICES_APNS_KEY_ID"),
        teamID: try requiredValue("PRICES_APPLE_TEAM"))
      channels.apns = APNs(
        key: key, bundleID: try requiredValue("PRICES_APPLE_BUNDLE"),
        baseURL: environment["PRICES_APNS_URL"])
    }
    return channels
  }

  /// Returns the identity providers that users can sign in with.
  static func identityProviders() throws -> [IdentityProvider] {
    var providers: [IdentityProvider] = []
    if let client = environment["PRICES_GOOGLE_CLIENT"] {
      providers.append(
        try .google(
          clientID: client, clientSecret: try requiredValue("PRICES_GOOGLE_SECRET"),
          nativeClientIDs: [client]))
    }
    if let file = environment["PRICES_APPLE_SIGNIN_KEY"] {
      let bundle = try requiredValue("PRICES_APPLE_BUNDLE")
      let key = try AppleKey(
        team: try requiredValue("PRICES_APPLE_TEAM"),
        id: try requiredValue("PRICES_APPLE_SIGNIN_KEY_ID"),
        pem: String(decoding: try contents(file), as: UTF8.self))
      providers.append(try .apple(clientID: bundle, key: key, nativeClientIDs: [bundle]))
    }
    if let app = environment["PRICES_FACEBOOK_APP"] {
      providers.append(
        try .facebook(appID: app, appSecret: try requiredValue("PRICES_FACEBOOK_SECRET")))
    }
    if let issuer = environment["PRICES_OPENID_ISSUER"] {
      let client = try requiredValue("PRICES_OPENID_CLIENT")
      providers.append(
        try .openID(
          id: "openid", name: try requiredValue("PRICES_OPENID_NAME"), issuer: issuer,
          clientID: client,
          clientSecret: try requiredValue("PRICES_OPENID_SECRET"), nativeClientIDs: [client]))
    }
    return providers
  }

  private static func mailTransport(folder: String) throws -> any MailTransport {
    guard let server = environment["PRICES_SMTP"] else {
      return try FolderMailTransport(folder: folder)
    }
    return SMTPTransport(
      try SMTPSettings(
        url: server, from: try requiredValue("PRICES_MAIL_FROM"), fromName: "Price Tracker"))
  }

  private static func requiredValue(_ name: String) throws -> String {
    guard let value = environment[name], !value.isEmpty else {
      throw ValidationError("\(name) is missing. See `prices serve --help`.")
    }
    return value
  }

  private static func contents(_ file: String) throws -> Data {
    guard let contents = FileManager.default.contents(atPath: file) else {
      throw ValidationError("\(file) cannot be read. Check its path and permissions.")
    }
    return contents
  }
}
