/// Creates the requests that send messages to Apple devices, and interprets the responses.
///
/// An instance keeps one authorization token and renews it every 40 minutes: APNs rejects tokens
/// older than an hour, and renewal more often than every 20 minutes.
public actor APNs {
  private let key: APNsKey
  private let topic: String
  private let baseURL: String?
  private var token: (value: String, issuedAt: Int)?
  /// The age at which a token is renewed, in seconds.
  private static let lifetime = 2_400
  /// The minimum age at which a token may be renewed, in seconds.
  private static let minimumLifetime = 1_200

  /// Creates an instance for the app with a bundle identifier.
  ///
  /// `baseURL` replaces that of Apple's services in tests, such as `https://localhost:2197`.
  public init(key: APNsKey, bundleID: String, baseURL: String? = nil) {
    self.key = key
    topic = bundleID
    self.baseURL = baseURL
  }

  /// Returns the request that sends a message to a device.
  ///
  /// `id` is a UUID that identifies the message to APNs, the same for each attempt. `now` is in
  /// seconds since 1970.
  public func request(
    _ message: PushMessage, to device: APNsDevice, id: String, now: Int
  ) async throws(PushError) -> PushRequest {
    let body = try JSONBody.encode(APNsContent(message))
    guard body.count <= 4_096 else {
      throw PushError(
        .payloadTooLarge, "The message has \(body.count) bytes; APNs accepts 4,096.")
    }
    let baseURL = baseURL ?? "https://\(device.environment.host)"
    let expiration = message.timeToLive <= 0 ? 0 : now + message.timeToLive
    var headers = [
      (name: "authorization", value: "bearer \(try await authorization(now: now))"),
      (name: "apns-topic", value: topic),
      (name: "apns-push-type", value: "alert"),
      (name: "apns-id", value: id),
      (name: "apns-priority", value: message.urgency == .high ? "10" : "5"),
      (name: "apns-expiration", value: String(expiration)),
    ]
    if let id = message.collapseID {
      headers.append(
        ("apns-collapse-id", id.utf8.count <= 64 ? id : Fingerprint.hash(id, length: 43)))
    }
    return PushRequest(
      url: "\(baseURL)/3/device/\(device.token)", headers: headers, body: body, version: .http2)
  }

  /// Makes the next request use a new token, after the outcome `renewAuthorization`.
  ///
  /// Has no effect if the last token is younger than 20 minutes, because APNs would reject the
  /// renewal.
  public func renewAuthorization(now: Int) {
    if let token, now - token.issuedAt < Self.minimumLifetime { return }
    token = nil
  }

  private func authorization(now: Int) async throws(PushError) -> String {
    if let token, (0..<Self.lifetime).contains(now - token.issuedAt) { return token.value }
    let value = try await key.token(issuedAt: now)
    token = (value, now)
    return value
  }

  /// Interprets a response of APNs.
  public static func outcome(of response: PushResponse) -> PushOutcome {
    if response.status == 200 { return .accepted(id: response.headers["apns-id"]) }
    let failure = JSONBody.decode(APNsFailure.self, from: response.body)
    guard let name = failure?.reason else {
      let reason = "APNs: HTTP \(response.status)"
      return response.status >= 500 || response.status == 429
        ? .retry(after: response.retryAfter, reason: reason) : .rejected(reason: reason)
    }
    return outcome(name, at: failure?.timestamp, response)
  }

  private static func outcome(
    _ name: String, at milliseconds: Int?, _ response: PushResponse
  ) -> PushOutcome {
    let reason = "APNs: \(name)"
    switch name {
    case "Unregistered", "ExpiredToken":
      return .unregistered(since: milliseconds.map { $0 / 1_000 })
    // NB: these are also the response to a token of the other environment; therefore the
    // environment is stored with the token.
    case "BadDeviceToken", "DeviceTokenNotForTopic": return .unregistered(since: nil)
    case "ExpiredProviderToken": return .renewAuthorization(reason: reason)
    case "TooManyRequests", "TooManyProviderTokenUpdates":
      return .retry(after: response.retryAfter ?? 60, reason: reason)
    case "InternalServerError", "ServiceUnavailable", "Shutdown", "IdleTimeout":
      return .retry(after: response.retryAfter, reason: reason)
    case "BadCertificate", "BadCertificateEnvironment", "BadEnvironmentKeyInToken", "BadTopic",
      "Forbidden", "InvalidProviderToken", "MissingProviderToken", "MissingTopic",
      "TopicDisallowed":
      return .misconfigured(reason: reason)
    default:
      return response.status >= 500
        ? .retry(after: response.retryAfter, reason: reason) : .rejected(reason: reason)
    }
  }
}

private struct APNsFailure: Decodable {
  let reason: String
  let timestamp: Int?
}

/// The payload: `aps`, and beside it the message's custom data, image and link.
private struct APNsContent: Encodable {
  struct Alert: Encodable {
    let title: String
    let body: String
  }

  struct APS: Encodable {
    enum CodingKeys: String, CodingKey {
      case alert, badge, sound
      case threadID = "thread-id"
      case mutableContent = "mutable-content"
    }

    let alert: Alert
    let badge: Int?
    let sound: String
    let threadID: String?
    let mutableContent: Int?
  }

  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  let message: PushMessage

  init(_ message: PushMessage) throws(PushError) {
    guard message.data["aps"] == nil else {
      throw PushError(.invalidMessage, "APNs reserves the key \"aps\" in a message's data.")
    }
    self.message = message
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    let aps = APS(
      alert: Alert(title: message.title, body: message.body), badge: message.badge,
      sound: "default", threadID: message.threadID, mutableContent: message.image == nil ? nil : 1)
    try container.encode(aps, forKey: Key(stringValue: "aps"))
    for (key, value) in message.data { try container.encode(value, forKey: Key(stringValue: key)) }
    try container.encodeIfPresent(message.image, forKey: Key(stringValue: "image"))
    try container.encodeIfPresent(message.link, forKey: Key(stringValue: "link"))
  }
}
