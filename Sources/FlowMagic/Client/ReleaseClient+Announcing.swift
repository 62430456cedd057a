#if canImport(CryptoKit)
  import CryptoKit
#else
  import Crypto
#endif
public import FlowCore
public import Foundation

extension ReleaseClient {
  /// Announces the manifest of a development build to the server, once for each change.
  ///
  /// The server uses it only in the environment of the SDK key. If the server rejects it, the error
  /// is reported at each launch, and the manifest is sent again only after it has changed.
  ///
  /// - Parameters:
  ///   - manifest: The manifest of this build.
  ///   - file: The file with the last announcement: its digest, and the reason if it was rejected.
  public func announce(_ manifest: Manifest, recordedIn file: URL) async {
    let request = configuration.announcement(of: manifest)
    let digest = SHA256.hash(
      data: Array("\(request.url) \(configuration.key.id)\n".utf8) + request.body
    ).hex
    if let previous = AnnouncementRecord(at: file), previous.digest == digest {
      if let rejection = previous.rejection {
        report(FlowMagicError(.announcementRejected, rejection))
      }
      return
    }
    let response: TransportResponse
    do throws(TransportFailure) {
      response = try await transport.send(request)
    } catch {
      // The next launch tries again; other requests already report an unreachable server.
      return
    }
    switch response.status {
    case 200..<300: AnnouncementRecord(digest: digest).write(to: file)
    case 408, 429, 500...: return
    default:
      let detail = (try? JSON(parsing: response.body))?["detail"]?.string
      let rejection =
        "The server rejected this build's announcement (\(response.status))"
        + (detail.map { ": \($0)" } ?? ".")
      AnnouncementRecord(digest: digest, rejection: rejection).write(to: file)
      report(FlowMagicError(.announcementRejected, rejection))
    }
  }
}

extension ClientConfiguration {
  fileprivate func announcement(of manifest: Manifest) -> TransportRequest {
    TransportRequest(
      .post, server.appending(path: "v1/apps/\(application.string)/announcements"),
      headers: ["authorization": "Bearer \(key.id)", "content-type": "application/json"],
      body: manifest.json.utf8(.canonical), timeout: timings.requestTimeout, maximumBytes: 1 << 16)
  }
}

/// A build's latest announcement as stored in a file: a line with the digest, then the server's
/// error if it was rejected.
private struct AnnouncementRecord {
  let digest: String
  var rejection: String?

  init(digest: String, rejection: String? = nil) {
    self.digest = digest
    self.rejection = rejection
  }

  init?(at file: URL) {
    guard let bytes = try? DurableFile.read(file.path, limit: 1 << 16) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", maxSplits: 1)
    guard let first = lines.first else { return nil }
    digest = String(first)
    rejection = lines.count > 1 ? String(lines[1]) : nil
  }

  func write(to file: URL) {
    // If this fails, the build announces itself again at the next launch.
    try? DurableFile.makeDirectory(file.deletingLastPathComponent().path)
    try? DurableFile.replace(file.path, with: Array("\(digest)\n\(rejection ?? "")".utf8))
  }
}
