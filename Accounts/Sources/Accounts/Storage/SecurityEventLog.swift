import Foundation

/// Writes security events in the transaction of the change that they describe.
struct SecurityEventLog: Sendable {
  let clock: @Sendable () -> Int

  /// Records an event, in the transaction of the change.
  ///
  /// `actor` caused the event; nil means `user`, or an anonymous client if that is nil. `detail`
  /// never contains a secret, a code or a link. If another user caused the event, or a program that
  /// does not act for the user, the location of `client` is not stored, because the user whom the
  /// event is about sees it, even after leaving the organization; nor is it for an event about no
  /// user, which is not removed with an account.
  func record(
    _ action: SecurityAction, about user: User?, by actor: Actor? = nil,
    organization: String? = nil, client: Client, detail: [String: String] = [:],
    in writer: any AccountWriter
  ) throws {
    let actor = actor ?? user.map(Actor.user) ?? .anonymous
    try writer.record(
      SecurityEvent(
        at: clock(), action: action.rawValue, user: user?.id, organization: organization,
        actor: actor, client: Self.isHidden(actor, from: user) ? .hidden : client,
        detail: JSONText.object(detail)))
  }

  private static func isHidden(_ actor: Actor, from user: User?) -> Bool {
    guard let user else { return true }
    return switch actor.kind {
    case .user, .token, .app: actor.user != user.id
    case .operator, .system, .anonymous: false
    }
  }
}

extension Client {
  /// Replaces a location that is not stored.
  fileprivate static let hidden = Client(address: "")
}

/// Small JSON objects of strings, for events and one-time tokens.
enum JSONText {
  static func object(_ members: [String: String]) -> String {
    guard !members.isEmpty else { return "{}" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // NB: encoding strings does not fail; if it did, an event without details would be better than
    // none.
    guard let bytes = try? encoder.encode(members) else { return "{}" }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func members(_ text: String) -> [String: String] {
    (try? JSONDecoder().decode([String: String].self, from: Data(text.utf8))) ?? [:]
  }
}
