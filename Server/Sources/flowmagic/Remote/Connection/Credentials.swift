import FlowCore

/// A server and the token that opens it, as `flowmagic login` keeps them.
struct Credentials: Equatable {
  var server: String
  var token: String
}

/// The file that holds the credentials: `$XDG_CONFIG_HOME/flowmagic/credentials.json`.
struct CredentialsFile {
  let path: String

  init() throws { try self.init(environment: System.environment) }

  /// Finds the file by the variables that `environment` looks up.
  init(environment: (String) -> String?) throws {
    let folder = try UserFolder.path(
      "XDG_CONFIG_HOME", orHome: ".config", environment: environment)
    path = "\(folder)/credentials.json"
  }

  /// What was kept; nil if nobody is logged in.
  func read() throws -> Credentials? {
    guard let bytes = try UserFolder.read(path) else { return nil }
    let damaged = RemoteProblem(
      "damaged-credentials", "\(path) is not what `flowmagic login` wrote.",
      fix: "Log in again with `flowmagic login`.")
    guard let json = try? JSON(parsing: bytes), let server = json["server"]?.string,
      let token = json["token"]?.string
    else { throw damaged }
    return Credentials(server: server, token: token)
  }

  /// Keeps credentials for the user alone, in place of others.
  func write(_ credentials: Credentials) throws {
    let json: JSON = [
      "server": .string(credentials.server), "token": .string(credentials.token),
    ]
    try UserFolder.write(json.utf8(.pretty) + [UInt8(ascii: "\n")], to: path)
  }

  /// Forgets them; false if there were none.
  func remove() throws -> Bool {
    do {
      return try System.removeFile(path)
    } catch {
      throw UserFolder.problem(path, "removed", error)
    }
  }

  /// Whether anybody but the user may read the file.
  var isOpenToOthers: Bool { (System.permissions(path) ?? 0) & 0o077 != 0 }
}
