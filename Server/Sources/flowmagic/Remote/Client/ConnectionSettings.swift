import FlowCore

/// The server and token of a command: from options, then environment variables, then the
/// credentials that `flowmagic login` stored.
struct ConnectionSettings {
  let server: ServerURL
  let token: String?
  var warnings: [String] = []

  init(
    server: String?, token: String?, needsToken: Bool,
    environment: (String) -> String? = System.environment
  ) throws {
    let explicitServer = server ?? Self.nonEmpty(environment("FLOWMAGIC_SERVER"))
    let explicitToken = token ?? Self.nonEmpty(environment("FLOWMAGIC_TOKEN"))
    let file = try? CredentialsFile(environment: environment)
    // A damaged file is an error only if it is needed; `login` replaces it.
    let isNeeded = needsToken && (explicitServer == nil || explicitToken == nil)
    let stored = isNeeded ? try file?.read() : (try? file?.read()) ?? nil
    self.server = try ServerURL(explicitServer ?? stored?.server ?? ServerURL.standard)
    if let explicitToken {
      self.token = explicitToken
    } else if let stored, try ServerURL(stored.server) == self.server {
      self.token = stored.token
      if let file, file.isReadableByOthers {
        warnings.append(
          "Other users can read \(file.path). Run chmod 600 on it and create a new token.")
      }
    } else {
      self.token = nil
    }
    if self.token == nil, needsToken { throw Self.notLoggedIn(self.server, stored: stored?.server) }
    try Self.checkToken(self.token)
    if self.token != nil, let warning = Self.warning(sendingTokenTo: self.server) {
      warnings.append(warning)
    }
  }

  /// The warning before a token is sent to a server; nil if the connection is encrypted or local.
  static func warning(sendingTokenTo server: ServerURL) -> String? {
    server.isUnencrypted ? "The token is sent to \(server) unencrypted. Use https." : nil
  }

  private static func nonEmpty(_ text: String?) -> String? {
    text.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func notLoggedIn(_ server: ServerURL, stored other: String?) -> RemoteProblem {
    // NB: a stored token is only ever sent to the server that it was stored for.
    let message =
      other.map { "You are logged in to \($0), not to \(server)." }
      ?? "You are not logged in."
    return RemoteProblem(
      "not-logged-in", message,
      fix: "Run `flowmagic login --server \(server)`. In a script, set FLOWMAGIC_TOKEN.")
  }

  /// Rejects tokens that are not safe in an HTTP header.
  static func checkToken(_ token: String?) throws {
    guard let token, !token.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else { return }
    throw RemoteProblem(
      "invalid-token", "The token contains a space or another invalid character.",
      fix: "Copy the token again; API tokens begin with fm_.")
  }
}
