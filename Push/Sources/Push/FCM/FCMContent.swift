/// The body of a request to Firebase.
struct FCMContent: Encodable {
  struct Notification: Encodable {
    let title: String
    let body: String
    let image: String?
  }

  struct Android: Encodable {
    enum CodingKeys: String, CodingKey {
      case priority, ttl
      case collapseKey = "collapse_key"
    }

    let priority: String
    let ttl: String
    let collapseKey: String?
  }

  struct APNs: Encodable {
    struct Payload: Encodable {
      struct APS: Encodable {
        enum CodingKeys: String, CodingKey {
          case badge, sound
          case threadID = "thread-id"
        }

        let badge: Int?
        let sound: String
        let threadID: String?
      }

      let aps: APS
    }

    let headers: [String: String]
    let payload: Payload
  }

  struct Message: Encodable {
    let token: String?
    let fid: String?
    let notification: Notification
    let data: [String: String]?
    let android: Android
    let apns: APNs
  }

  let message: Message

  init(_ message: PushMessage, to device: FCMDevice, now: Int) throws(PushError) {
    for key in message.data.keys.sorted() where Self.isReserved(key) {
      throw PushError(.invalidMessage, "Firebase reserves the key \"\(key)\" in a message's data.")
    }
    let seconds = min(max(message.timeToLive, 0), 2_419_200)
    var data = message.data
    if let link = message.link { data["link"] = link }
    self.message = Message(
      token: device.kind == .token ? device.id : nil,
      fid: device.kind == .installation ? device.id : nil,
      notification: Notification(title: message.title, body: message.body, image: message.image),
      data: data.isEmpty ? nil : data,
      android: Android(
        priority: message.urgency.rawValue, ttl: "\(seconds)s", collapseKey: message.collapseID),
      apns: APNs(
        headers: Self.appleHeaders(message, seconds: seconds, now: now),
        payload: .init(
          aps: .init(badge: message.badge, sound: "default", threadID: message.threadID))))
  }

  private static func appleHeaders(
    _ message: PushMessage, seconds: Int, now: Int
  ) -> [String: String] {
    var headers = [
      "apns-priority": message.urgency == .high ? "10" : "5",
      "apns-expiration": seconds == 0 ? "0" : String(now + seconds),
    ]
    headers["apns-collapse-id"] = message.collapseID.map {
      $0.utf8.count <= 64 ? $0 : Fingerprint.hash($0, length: 43)
    }
    return headers
  }

  private static func isReserved(_ key: String) -> Bool {
    key == "from" || key == "message_type" || key.hasPrefix("gcm") || key.hasPrefix("google")
  }
}
