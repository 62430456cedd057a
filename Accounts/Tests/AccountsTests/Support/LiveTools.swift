import Foundation

/// The repository, whose `.venv-live` holds the servers that live tests talk to.
enum LiveTools {
  static let root = (0..<5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }
}
