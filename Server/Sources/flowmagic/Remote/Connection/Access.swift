import FlowCore

/// Which server is asked with which token, and where both come from: options, then the
/// environment, then what `flowmagic login` kept.
struct Access {
  let location: ServerLocation
  let token: String?
  var warnings: [String] = []

  init(
    server: String?, token: String?, needsToken: Bool,
    environment: (String) -> String? = System.environment
  ) throws {
    let given = server ?? Self.set(environment("FLOWMAGIC_SERVER"))
    let spoken = token ?? Self.set(environment("FLOWMAGIC_TOKEN"))
    let file = try? CredentialsFile(environment: environment)
    // A damaged file stops nobody who says everything, and nobody who logs in anew.
    let kept =
      needsToken && (given == nil || spoken == nil) ? try file?.read() : (try? file?.read()) ?? nil
    location = try ServerLocation(given ?? kept?.server ?? ServerLocation.standard)
    if let spoken {
      self.token = spoken
    } else if let kept, try ServerLocation(kept.server) == location {
      self.token = kept.token
      if let file, file.isOpenToOthers {
        warnings.append("Others can read \(file.path): chmod 600 it, and make a new token.")
      }
    } else {
      self.token = nil
    }
    if self.token == nil, needsToken { throw Self.loggedOut(location, keptFor: kept?.server) }
    try Self.checkToken(self.token)
    if location.isExposed, self.token != nil {
      warnings.append("The token goes to \(location) unencrypted: use https.")
    }
  }

  private static func set(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }

  private static func loggedOut(
    _ location: ServerLocation, keptFor other: String?
  ) -> RemoteProblem {
    // NB: a token is a secret between the user and one server; it is never offered to another.
    let message =
      other.map { "You are logged in to \($0), not to \(location)." }
      ?? "You are not logged in."
    return RemoteProblem(
      "not-logged-in", message,
      fix: "`flowmagic login --server \(location)` asks for a token and keeps it. In a script, "
        + "set FLOWMAGIC_TOKEN.")
  }

  /// What would break out of a header is no token.
  static func checkToken(_ token: String?) throws {
    guard let token, !token.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else { return }
    throw RemoteProblem(
      "invalid-token", "The token has a space or another character that no token has.",
      fix: "Copy the token again; it begins with fm_.")
  }
}
