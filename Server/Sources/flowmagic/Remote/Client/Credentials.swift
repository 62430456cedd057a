import FlowCore

/// The server and token that `flowmagic login` stores.
struct Credentials: Equatable {
  var server: String
  var token: String
}

/// The credentials file, `$XDG_CONFIG_HOME/flowmagic/credentials.json`.
struct CredentialsFile {
  let path: String

  init() throws { try self.init(environment: System.environment) }

  /// Locates the file; `environment` looks up environment variables.
  init(environment: (String) -> String?) throws {
    let directory = try UserDirectory.path(
      "XDG_CONFIG_HOME", orHome: ".config", environment: environment)
    path = "\(directory)/credentials.json"
  }

  /// The stored credentials; nil if not logged in.
  func read() throws -> Credentials? {
    guard let bytes = try UserDirectory.read(path) else { return nil }
    let damaged = RemoteProblem(
      "damaged-credentials", "\(path) is damaged.",
      fix: "Log in again with `flowmagic login`.")
    guard let json = try? JSON(parsing: bytes), let server = json["server"]?.string,
      let token = json["token"]?.string
    else { throw damaged }
    return Credentials(server: server, token: token)
  }

  /// Replaces the credentials; only the user can read the file.
  func write(_ credentials: Credentials) throws {
    let json: JSON = [
      "server": .string(credentials.server), "token": .string(credentials.token),
    ]
    try UserDirectory.write(json.utf8(.pretty) + [UInt8(ascii: "\n")], to: path)
  }

  /// Removes the credentials; false if there were none.
  func remove() throws -> Bool {
    do {
      return try System.removeFile(path)
    } catch {
      throw UserDirectory.problem(path, "remove", error)
    }
  }

  /// Whether other users may read the file.
  var isReadableByOthers: Bool { (System.permissions(path) ?? 0) & 0o077 != 0 }
}
