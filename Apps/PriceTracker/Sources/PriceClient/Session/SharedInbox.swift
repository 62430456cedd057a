package import Foundation

/// URLs that the share extension has received, for the app to add.
///
/// One file for each URL in the folder that app and extensions share, so that neither waits
/// for the other.
package struct SharedInbox: Sendable {
  private let folder: URL

  /// - Parameter folder: The folder that app and extensions share.
  package init(folder: URL) { self.folder = folder.appendingPathComponent("inbox") }

  /// Adds a URL.
  package func add(_ url: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // The names begin with the time, so that they sort in the order in which the URLs were added.
    let microseconds = Int64(Date().timeIntervalSince1970 * 1_000_000)
    let name = "\(microseconds)-\(UUID().uuidString)"
    try Data(url.utf8).write(to: folder.appendingPathComponent(name), options: .atomic)
  }

  /// Removes and returns all URLs in the order in which they were added, each once.
  package func take() -> [String] {
    let files =
      (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil))
      ?? []
    var urls: [String] = []
    for file in files.sorted(by: { $0.lastPathComponent < $1.lastPathComponent }) {
      let text = (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) }
      guard (try? FileManager.default.removeItem(at: file)) != nil, let text else { continue }
      if !urls.contains(text) { urls.append(text) }
    }
    return urls
  }

  /// Returns the first URL in a shared text.
  package static func firstURL(in text: String) -> String? {
    text.split(whereSeparator: \.isWhitespace)
      .first { $0.hasPrefix("https://") || $0.hasPrefix("http://") }.map { String($0.prefix(2000)) }
  }
}
