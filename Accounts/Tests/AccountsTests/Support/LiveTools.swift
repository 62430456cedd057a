import Foundation

/// Paths of the tools for live tests.
enum LiveTools {
  /// The root of the repository, whose `.venv-live` contains the servers for live tests.
  static let root = (0..<5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }
}
