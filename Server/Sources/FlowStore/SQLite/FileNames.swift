import Foundation

/// The names of files.
package enum FileNames {
  /// Whether there is a file or folder of this name.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The absolute path of an existing file or folder, without links; nil if there is none, with the
  /// reason in `errno`.
  package static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
