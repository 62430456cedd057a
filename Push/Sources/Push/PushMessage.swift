/// A notification, independent of the service that delivers it.
public struct PushMessage: Hashable, Sendable {
  /// The delivery priority of a message.
  public enum Urgency: String, Codable, Hashable, Sendable {
    /// Immediately, even if that costs battery: for messages that the user is waiting for.
    case high
    /// When it is convenient for the device.
    case normal
  }

  /// The title of the notification.
  public var title: String
  /// The text below the title.
  public var body: String
  /// Custom data for the app.
  ///
  /// Building a request fails for keys that a service reserves. The message's `link`, and for APNs
  /// its `image`, take precedence over data of these names.
  public var data: [String: String]
  /// The https URL of a picture.
  public var image: String?
  /// The URL to open on click in a browser: a path of the site, or an https URL.
  public var link: String?
  /// The id of messages that replace one another on the device; hashed if too long for a service.
  public var collapseID: String?
  /// The id by which the device groups messages.
  public var threadID: String?
  /// The number on the app's icon.
  public var badge: Int?
  /// The seconds for which a service stores the message while the device is offline: 0 to 2,419,200
  /// (28 days).
  public var timeToLive: Int
  /// The delivery priority.
  public var urgency: Urgency

  /// Creates a message; by default, a service stores it for one day.
  public init(
    title: String, body: String, data: [String: String] = [:], image: String? = nil,
    link: String? = nil, collapseID: String? = nil, threadID: String? = nil, badge: Int? = nil,
    timeToLive: Int = 86_400, urgency: Urgency = .normal
  ) {
    self.title = title
    self.body = body
    self.data = data
    self.image = image
    self.link = link
    self.collapseID = collapseID
    self.threadID = threadID
    self.badge = badge
    self.timeToLive = timeToLive
    self.urgency = urgency
  }
}
