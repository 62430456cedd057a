public import Accounts
public import PageFetcher
public import Push

/// The services for sending notices; those that are nil are not configured.
public struct NoticeChannels: Sendable {
  /// The Apple Push Notification service.
  public var apns: APNs?
  /// Firebase Cloud Messaging.
  public var fcm: FCM?
  /// Web push for browsers.
  public var webPush: WebPush?
  /// Sends the requests to the push services.
  public var transport: (any PushTransport)?
  /// Sends emails.
  public var mail: (any MailTransport)?
  /// Calls users' webhooks.
  public var webhooks: WebhookPoster?

  /// Creates channels without any service.
  public init() {}
}
