import ArgumentParser
import Configuration
import FlowServer

/// The options of the purge requests that notify a cache in front of the server.
struct PurgeOptions: ParsableArguments {
  @Option(
    help: """
      The URL to send a purge request to when a release changes; {path}, {host} and {url} are \
      replaced for each outdated URL. Without them, one request with a JSON list. (default: none)
      """)
  var purgeURL: String?

  @Option(help: "The HTTP method of purge requests. (default: PURGE, or POST for a list)")
  var purgeMethod: String?

  @Option(
    help: "A private file with headers of purge requests, one on each line, such as Fastly-Key: ….",
    completion: .file())
  var purgeHeadersFile: String?

  /// The options from the command line, by name.
  var values: [String: String] {
    [
      "purge-url": purgeURL, "purge-method": purgeMethod, "purge-headers-file": purgeHeadersFile,
    ].compactMapValues { $0 }
  }

  static let names: Set<String> = ["purge-url", "purge-method", "purge-headers-file"]
}

extension PurgeSettings {
  /// Reads the settings; nil if no cache is configured.
  init?(_ reader: ConfigReader, publicURL: String) throws(ServerSettings.Failure) {
    let method = reader.string(forKey: "purge-method")
    let file = reader.string(forKey: "purge-headers-file")
    guard let url = reader.string(forKey: "purge-url"), !url.isEmpty else {
      guard method == nil, file == nil else {
        throw ServerSettings.Failure(
          description: "--purge-method and --purge-headers-file require --purge-url.")
      }
      return nil
    }
    guard reader.string(forKey: "public-url") != nil else {
      throw ServerSettings.Failure(
        description: "--purge-url requires --public-url: caches store releases under that URL.")
    }
    let lines = try file.map { path throws(ServerSettings.Failure) in try Self.lines(of: path) }
    do throws(PurgeSettings.Failure) {
      try self.init(url: url, method: method, headers: lines ?? [], publicURL: publicURL)
    } catch {
      throw ServerSettings.Failure(description: error.message)
    }
  }

  /// NB: the file contains a secret, so errors do not quote it.
  private static func lines(of path: String) throws(ServerSettings.Failure) -> [String] {
    if let fix = System.fix(ofSecret: path) {
      throw ServerSettings.Failure(
        description: "--purge-headers-file: other users of this machine may read \(path): \(fix).")
    }
    do {
      var reader = InputReader()
      let text = String(decoding: try reader.readBytes(path), as: UTF8.self)
      // With empty lines, so that errors have the numbers of the file's lines.
      return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .map(String.init)
    } catch {
      throw ServerSettings.Failure(description: "--purge-headers-file: \(error.message)")
    }
  }

  /// The settings to log at startup, without the headers.
  var loggedSettings: [(String, String)] {
    [("purge-url", loggedURL), ("purge-method", method), ("purge-headers", "\(headers.count)")]
  }
}
