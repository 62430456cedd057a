import FlowCore

/// Formats actors for a terminal.
enum ActorText {
  /// A user's name unchanged, and “token NAME” for a token, because anyone may choose a name.
  static func text(_ actor: JSON?) -> String {
    let name = actor?["name"]?.string ?? ""
    switch actor?["type"]?.string {
    case "token": return "token \(name)"
    case "app": return "SDK key \(name)"
    default: return name
    }
  }
}
