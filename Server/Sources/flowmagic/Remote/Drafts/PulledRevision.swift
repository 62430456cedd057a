import FlowCore
import FlowMagic
import Foundation

/// Which revision of the draft a file holds.
///
/// Remembered between `pull` and `push`, so that nobody overwrites a change that they have not
/// seen; kept below `$XDG_STATE_HOME/flowmagic`.
struct PulledRevision {
  private let path: String
  private let about: JSONObject

  /// What is known of a file, whichever folder its name starts from.
  init(
    of file: String, app: String, at location: ServerLocation,
    environment: (String) -> String? = System.environment
  ) throws {
    let file = URL(fileURLWithPath: file).standardizedFileURL.resolvingSymlinksInPath().path
    about = [
      "server": .string(location.description), "application": .string(app), "file": .string(file),
    ]
    let folder = try UserFolder.path(
      "XDG_STATE_HOME", orHome: ".local/state", environment: environment)
    path = "\(folder)/pulled/\(SignedRelease.digest(of: JSON.object(about).text())).json"
  }

  /// The revision; 0 if there was no draft, nil if the file was never pulled or pushed.
  func read() throws -> Int? {
    guard let bytes = try UserFolder.read(path) else { return nil }
    return try? JSON(parsing: bytes)["revision"]?.wholeNumber
  }

  /// Forgets it: the file holds something else now.
  func forget() throws {
    do {
      _ = try System.removeFile(path)
    } catch {
      throw UserFolder.problem(path, "removed", error)
    }
  }

  /// Remembers a revision.
  func write(_ revision: Int) throws {
    var object = about
    object["revision"] = .whole(revision)
    try UserFolder.write(JSON.object(object).utf8(.pretty) + [UInt8(ascii: "\n")], to: path)
  }
}
