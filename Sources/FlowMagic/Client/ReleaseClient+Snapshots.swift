#if canImport(CryptoKit)
  import CryptoKit
#else
  import Crypto
#endif
public import FlowCore
import Foundation

extension ReleaseClient {
  /// The largest snapshot that a server accepts: 1 MiB, in bytes.
  public static let snapshotLimit = 1 << 20

  /// Uploads an image of a screen, which the portal shows on its canvas.
  ///
  /// For test builds: `production` is not allowed, because its screens show personal data. A
  /// screen's new snapshot replaces the one before. An image that equals the last one that this
  /// client has uploaded for the screen is not uploaded again.
  ///
  /// ```swift
  /// if let image = renderer.uiImage?.pngData() {
  ///   try await client.sendSnapshot(Array(image), of: "Home")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - image: A PNG, JPEG or WebP file of at most 1 MiB.
  ///   - screen: The screen's name.
  /// - Throws: `snapshot-rejected` in production and for an image that is too large or that the
  ///   server does not accept; `rejected-key`, `unreachable` or `unexpected-response`.
  public func sendSnapshot(_ image: [UInt8], of screen: Name) async throws(FlowMagicError) {
    guard configuration.environment != "production" else {
      throw FlowMagicError(
        .snapshotRejected,
        "The snapshot of \(screen) was not sent: in production, screens show personal data.")
    }
    guard image.count <= Self.snapshotLimit else {
      throw FlowMagicError(
        .snapshotRejected,
        "The snapshot of \(screen) has \(image.count) bytes; the limit is "
          + "\(Self.snapshotLimit). Reduce its size, or send a JPEG.")
    }
    let digest = Array(SHA256.hash(data: image))
    guard sentSnapshots[screen] != digest else { return }
    let response: TransportResponse
    do throws(TransportFailure) {
      response = try await transport.send(configuration.snapshotRequest(image, of: screen))
    } catch {
      throw FlowMagicError(
        .unreachable,
        "The snapshot of \(screen) was not sent: \(configuration.server.absoluteString) cannot be "
          + "reached: \(error.description)")
    }
    guard (200..<300).contains(response.status) else {
      throw Self.rejection(of: screen, response)
    }
    sentSnapshots[screen] = digest
  }

  private static func rejection(of screen: Name, _ response: TransportResponse) -> FlowMagicError {
    let detail = (try? JSON(parsing: response.body))?["detail"]?.string
    let message = "The server rejected the snapshot of \(screen) (\(response.status))"
    let reason = detail.map { ": \($0)" } ?? "."
    let code: FlowMagicError.Code =
      switch response.status {
      case 401, 403, 404: .rejectedKey
      case 400, 409, 413, 415: .snapshotRejected
      default: .unexpectedResponse
      }
    return FlowMagicError(code, message + reason)
  }
}

extension ClientConfiguration {
  /// The request that uploads a snapshot.
  fileprivate func snapshotRequest(_ image: [UInt8], of screen: Name) -> TransportRequest {
    // NB: Foundation does not escape a slash, and a screen's name may contain one.
    let name = screen.string.utf8.map { byte in
      Self.isUnreserved(byte)
        ? String(UnicodeScalar(byte))
        : "%" + String(byte >> 4, radix: 16, uppercase: true)
          + String(byte & 15, radix: 16, uppercase: true)
    }.joined()
    let folder = server.appending(path: "v1/apps/\(application.string)/screens").absoluteString
    let url = URL(string: "\(folder)/\(name)/snapshot") ?? server
    return TransportRequest(
      .put, url,
      headers: [
        "authorization": "Bearer \(key.id)", "content-type": Self.mediaType(of: image),
      ], body: image, timeout: timings.requestTimeout, maximumBytes: 1 << 16)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// The media type according to the file's signature; the server checks it again.
  private static func mediaType(of image: [UInt8]) -> String {
    if image.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
    if image.starts(with: [0xFF, 0xD8]) { return "image/jpeg" }
    if image.starts(with: Array("RIFF".utf8)) { return "image/webp" }
    return "application/octet-stream"
  }
}
