import FlowCore

/// Formats actors for a terminal.
enum ActorText {
  /// A user's name unchanged, but “token NAME” or “SDK key NAME” for a token or a key, because
  /// anyone may choose a name.
  static func text(_ actor: JSON?) -> String {
    let name = actor?["name"]?.string ?? ""
    switch actor?["type"]?.string {
    case "token": return "token \(name)"
    case "app": return "SDK key \(name)"
    default: return name
    }
  }
}
