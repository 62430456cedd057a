import Foundation

/// Writes security events in the transaction of the change that they are about.
struct SecurityEventLog: Sendable {
  let clock: @Sendable () -> Int

  /// Records what happened, in the transaction in which it happens.
  ///
  /// `actor` is who did it: nil means the user, or anyone if there is none. `detail` never
  /// holds a secret, a code or a link. Where `client` is stays out of an event that another user or
  /// a program causes: the one whom it is about sees it, also when they are no longer a member.
  func record(
    _ action: SecurityAction, about user: User?, by actor: Actor? = nil,
    organization: String? = nil, client: Client, detail: [String: String] = [:],
    in writer: any AccountWriter
  ) throws {
    let actor = actor ?? user.map(Actor.user) ?? .anyone
    try writer.record(
      SecurityEvent(
        at: clock(), action: action.rawValue, user: user?.id, organization: organization,
        actor: actor, client: Self.isHidden(actor, from: user) ? .hidden : client,
        detail: JSONText.object(detail)))
  }

  private static func isHidden(_ actor: Actor, from user: User?) -> Bool {
    guard let user else { return false }
    return switch actor.kind {
    case .user, .token, .app: actor.user != user.id
    case .operator, .system, .anyone: false
    }
  }
}

extension Client {
  /// Stands for where someone else was.
  fileprivate static let hidden = Client(address: "")
}

/// Small JSON objects of strings, as events and links hold them.
enum JSONText {
  static func object(_ members: [String: String]) -> String {
    guard !members.isEmpty else { return "{}" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // NB: strings always encode; an empty object is better than losing the event.
    guard let bytes = try? encoder.encode(members) else { return "{}" }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func members(_ text: String) -> [String: String] {
    (try? JSONDecoder().decode([String: String].self, from: Data(text.utf8))) ?? [:]
  }
}
