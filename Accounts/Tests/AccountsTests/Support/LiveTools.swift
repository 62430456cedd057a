import Foundation

/// The repository, whose `.venv-live` contains the servers for live tests.
enum LiveTools {
  static let root = (0..<5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }
}
