import Foundation

/// Checks and resolves paths.
package enum FilePaths {
  /// Whether there is a file or folder at a path.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether there is anything at a path, such as a link to a file that does not exist.
  package static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The absolute path of an existing file or folder, without links; nil if there is none, with the
  /// reason in `errno`.
  package static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
