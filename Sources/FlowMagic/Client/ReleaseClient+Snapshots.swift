#if canImport(CryptoKit)
  import CryptoKit
#else
  import Crypto
#endif
public import FlowCore
import Foundation

extension ReleaseClient {
  /// The largest picture that a server takes, in bytes: 1 MiB.
  public static let snapshotLimit = 1 << 20

  /// Shows product people what a screen looks like: its picture stands on the portal's canvas.
  ///
  /// For builds that are being tried: pictures come from every environment but `production`, in
  /// which people's own data stands on screens. A screen has one picture, the newest; the same
  /// picture is sent once in the client's life.
  ///
  /// ```swift
  /// if let picture = renderer.uiImage?.pngData() {
  ///   try await client.sendSnapshot(Array(picture), of: "Home")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - picture: A PNG, JPEG or WebP file of at most 1 MiB.
  ///   - screen: The screen's name.
  /// - Throws: `snapshot-refused` in production, and for what is no such picture; `refused-key`,
  ///   `unreachable` or `unexpected-answer`.
  public func sendSnapshot(_ picture: [UInt8], of screen: Name) async throws(FlowMagicError) {
    guard configuration.environment != "production" else {
      throw FlowMagicError(
        .snapshotRefused,
        "The picture of \(screen) was not sent: in production people's own data stands on screens.")
    }
    guard picture.count <= Self.snapshotLimit else {
      throw FlowMagicError(
        .snapshotRefused,
        "The picture of \(screen) has \(picture.count) bytes; at most \(Self.snapshotLimit) are "
          + "taken. Make it smaller, or send a JPEG.")
    }
    let digest = Array(SHA256.hash(data: picture))
    guard sentSnapshots[screen] != digest else { return }
    let response: TransportResponse
    do throws(TransportFailure) {
      response = try await transport.send(configuration.snapshotRequest(picture, of: screen))
    } catch {
      throw FlowMagicError(
        .unreachable,
        "The picture of \(screen) was not sent: \(configuration.server.absoluteString) cannot be "
          + "reached: \(error.description)")
    }
    guard (200..<300).contains(response.status) else {
      throw Self.refusal(of: screen, response)
    }
    sentSnapshots[screen] = digest
  }

  private static func refusal(of screen: Name, _ response: TransportResponse) -> FlowMagicError {
    let said = (try? JSON(parsing: response.body))?["detail"]?.string
    let sentence = "The server does not take the picture of \(screen) (\(response.status))"
    let reason = said.map { ": \($0)" } ?? "."
    let code: FlowMagicError.Code =
      switch response.status {
      case 401, 403, 404: .refusedKey
      case 400, 409, 413, 415: .snapshotRefused
      default: .unexpectedAnswer
      }
    return FlowMagicError(code, sentence + reason)
  }
}

extension ClientConfiguration {
  /// Sends a screen's picture.
  fileprivate func snapshotRequest(_ picture: [UInt8], of screen: Name) -> TransportRequest {
    // NB: Foundation leaves a slash alone, and a screen's name may have one.
    let name = screen.string.utf8.map { byte in
      Self.isPlain(byte)
        ? String(UnicodeScalar(byte))
        : "%" + String(byte >> 4, radix: 16, uppercase: true)
          + String(byte & 15, radix: 16, uppercase: true)
    }.joined()
    let folder = server.appending(path: "v1/apps/\(application.string)/screens").absoluteString
    let url = URL(string: "\(folder)/\(name)/snapshot") ?? server
    return TransportRequest(
      .put, url,
      headers: [
        "authorization": "Bearer \(key.id)", "content-type": Self.type(of: picture),
      ], body: picture, timeout: timings.requestLimit, maximumBytes: 1 << 16)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// What the first bytes say; the server looks again.
  private static func type(of picture: [UInt8]) -> String {
    if picture.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
    if picture.starts(with: [0xFF, 0xD8]) { return "image/jpeg" }
    if picture.starts(with: Array("RIFF".utf8)) { return "image/webp" }
    return "application/octet-stream"
  }
}
