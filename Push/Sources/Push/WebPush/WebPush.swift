internal import Foundation

/// Creates the requests that send messages to browsers (RFC 8030), and interprets the responses.
public struct WebPush: Sendable {
  private let key: VAPIDKey
  private let hosts: WebPushHosts

  /// Creates a value with the sender's key; requests to hosts other than `hosts` are rejected.
  public init(key: VAPIDKey, hosts: WebPushHosts = .browsers) {
    self.key = key
    self.hosts = hosts
  }

  /// Returns the request that sends a message to a browser.
  ///
  /// `now` is in seconds since 1970.
  ///
  /// The browser's service worker receives the message as JSON: `title` and `body`, and if set,
  /// `data`, `image`, `link`, `tag` and `badge`.
  public func request(
    _ message: PushMessage, to subscription: WebPushSubscription, now: Int
  ) async throws(PushError) -> PushRequest {
    let origin = try subscription.origin(allowing: hosts)
    let authorization = try await key.authorization(origin: origin, now: now)
    let body = try WebPushEncryption.body(
      JSONBody.encode(WebPushContent(message)), to: subscription)
    var headers = [
      (name: "authorization", value: authorization),
      (name: "content-encoding", value: "aes128gcm"),
      (name: "content-type", value: "application/octet-stream"),
      (name: "ttl", value: String(max(0, message.timeToLive))),
      (name: "urgency", value: message.urgency.rawValue),
    ]
    if let topic = message.collapseID.map(Self.topic) { headers.append(("topic", topic)) }
    return PushRequest(url: subscription.endpoint, headers: headers, body: body)
  }

  /// Interprets a response of a push service.
  public static func outcome(of response: PushResponse) -> PushOutcome {
    let reason = "web push: HTTP \(response.status)"
    switch response.status {
    case 200...299: return .accepted(id: response.headers["location"])
    case 404, 410: return .unregistered(since: nil)
    case 413: return .rejected(reason: reason)
    case 401, 403: return .misconfigured(reason: reason)
    case 429: return .retry(after: response.retryAfter ?? 60, reason: reason)
    case 408, 500...599: return .retry(after: response.retryAfter, reason: reason)
    default: return .rejected(reason: reason)
    }
  }

  /// Returns the id if it consists of at most 32 base64url characters, as a topic must; otherwise
  /// its hash.
  package static func topic(_ id: String) -> String {
    let isBase64URL = id.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    return isBase64URL && (1...32).contains(id.utf8.count) ? id : Fingerprint.hash(id, length: 32)
  }
}

/// The JSON for a service worker.
private struct WebPushContent: Encodable {
  let title: String
  let body: String
  let data: [String: String]?
  let image: String?
  let link: String?
  let tag: String?
  let badge: Int?

  init(_ message: PushMessage) {
    title = message.title
    body = message.body
    data = message.data.isEmpty ? nil : message.data
    image = message.image
    link = message.link
    tag = message.collapseID
    badge = message.badge
  }
}
