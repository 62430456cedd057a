import FlowCore
import FlowMagic
import Foundation

/// The draft revision that a file is based on.
///
/// Stored below `$XDG_STATE_HOME/flowmagic`, so that `push` does not overwrite changes made since
/// `pull`.
struct PulledRevision {
  private let path: String
  private let metadata: JSONObject

  /// Locates the record of a file, which is identified by its resolved path, the server and the
  /// application.
  init(
    of file: String, app: String, at location: ServerURL,
    environment: (String) -> String? = System.environment
  ) throws {
    let file = URL(fileURLWithPath: file).standardizedFileURL.resolvingSymlinksInPath().path
    metadata = [
      "server": .string(location.description), "application": .string(app), "file": .string(file),
    ]
    let directory = try UserDirectory.path(
      "XDG_STATE_HOME", orHome: ".local/state", environment: environment)
    path = "\(directory)/pulled/\(SignedRelease.digest(of: JSON.object(metadata).text())).json"
  }

  /// The revision; 0 if there was no draft, nil if there is no record or it is damaged.
  func read() throws -> Int? {
    guard let bytes = try UserDirectory.read(path) else { return nil }
    return try? JSON(parsing: bytes)["revision"]?.integer
  }

  /// Removes the record, because the file no longer contains a draft.
  func remove() throws {
    do {
      _ = try System.removeFile(path)
    } catch {
      throw UserDirectory.problem(path, "remove", error)
    }
  }

  /// Stores the revision.
  func write(_ revision: Int) throws {
    var object = metadata
    object["revision"] = .integer(revision)
    try UserDirectory.write(JSON.object(object).utf8(.pretty) + [UInt8(ascii: "\n")], to: path)
  }
}
