import FlowCore

/// Formats actors for a terminal.
enum ActorText {
  /// The name of a user, “token NAME” for a token, or “SDK key NAME” for a key.
  ///
  /// The prefix distinguishes a user from a token or a key that was given the user's name.
  static func text(_ actor: JSON?) -> String {
    let name = actor?["name"]?.string ?? ""
    switch actor?["type"]?.string {
    case "token": return "token \(name)"
    case "app": return "SDK key \(name)"
    default: return name
    }
  }
}
