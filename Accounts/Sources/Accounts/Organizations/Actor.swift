/// Who performed an action: a user, a token, an app, an operator or the server.
///
/// An actor is identified by `kind` and `id`, which no one can choose; `name` is for display only,
/// since a token may have the same name as a user.
public struct Actor: Sendable, Equatable {
  /// The kind of an actor.
  ///
  /// The raw values are stable: they are in logs and the API.
  public enum Kind: String, Sendable, CaseIterable {
    /// A user with an account.
    case user
    /// A program with an API token.
    case token
    /// An app with its publishable key.
    case app
    /// The operator of the server, through the command line.
    case `operator`
    /// The server itself.
    case system
    /// Someone who was not signed in.
    case anonymous = "anyone"
  }

  /// The kind of the actor.
  public let kind: Kind
  /// The id of the user, the token or the key; for all others a fixed text such as the command.
  public let id: String
  /// The name in logs; does not identify the actor.
  public let name: String
  /// The user whose permissions apply: the user themselves, or the owner of a token; nil for all
  /// others.
  public let user: String?
  /// The credential of the request in which the actor acts; never stored, and nil for an actor from
  /// a store.
  ///
  /// See `AccountReader.requireCredential`.
  public let credential: Credential?

  /// Creates an actor, such as one from a store.
  public init(
    kind: Kind, id: String, name: String, user: String? = nil, credential: Credential? = nil
  ) {
    self.kind = kind
    self.id = id
    self.name = name
    self.user = kind == .user ? id : user
    self.credential = credential
  }

  /// Whether kind, id, name and user are equal; the credential is ignored.
  public static func == (left: Actor, right: Actor) -> Bool {
    left.kind == right.kind && left.id == right.id && left.name == right.name
      && left.user == right.user
  }

  /// A user, who may do what their role allows.
  public static func user(_ user: User) -> Actor {
    Actor(kind: .user, id: user.id, name: user.email)
  }

  /// A program; `owner` is the user whose permissions limit the token's, nil for an organization's
  /// token.
  public static func token(_ id: String, named name: String, of owner: User?) -> Actor {
    Actor(kind: .token, id: id, name: name, user: owner?.id)
  }

  /// An operator, who may do everything; `name` is the command, such as `flowmagic user`.
  public static func `operator`(_ name: String) -> Actor {
    Actor(kind: .operator, id: name, name: name)
  }

  /// The server itself.
  public static let system = Actor(kind: .system, id: "server", name: "server")

  /// Someone who was not signed in.
  public static let anonymous = Actor(kind: .anonymous, id: "anyone", name: "anyone")

  /// Whether the actor is an organization's token, which belongs to no user.
  public var isServiceAccount: Bool { kind == .token && user == nil }

  /// The name with its kind as plain text: the token “ci”.
  public var displayName: String {
    switch kind {
    case .user, .operator, .system, .anonymous: name
    case .token: "the token “\(name)”"
    case .app: "the SDK key \(id)"
    }
  }
}
