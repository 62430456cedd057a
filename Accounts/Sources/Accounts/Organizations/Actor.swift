/// Who does something to an organization: a user by their own rights, or an operator by having
/// the server in their hands.
///
/// NB: a program with an API token is never an operator; who its token belongs to is.
public struct Actor: Sendable, Equatable {
  /// How the log names them.
  public let name: String
  /// The user's id; nil for an operator.
  public let person: String?

  /// A user, who may do what their role allows.
  public static func person(_ person: Person) -> Actor {
    Actor(name: person.email, person: person.id)
  }

  /// An operator, who may do everything; `name` is the command, such as `flowmagic user`.
  public static func `operator`(_ name: String) -> Actor { Actor(name: name, person: nil) }
}
