import FlowCore

/// Formats actors for a terminal.
enum ActorText {
  /// A user's name as it is, and “token NAME” for a token: names are chosen by anyone.
  static func text(_ actor: JSON?) -> String {
    let name = actor?["name"]?.string ?? ""
    switch actor?["type"]?.string {
    case "token": return "token \(name)"
    case "app": return "SDK key \(name)"
    default: return name
    }
  }
}
