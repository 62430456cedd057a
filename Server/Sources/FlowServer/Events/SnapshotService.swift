import Crypto
import FlowCore
import FlowStore

/// Reads a picture that is sent for a screen.
enum SnapshotReader {
  static func snapshot(_ call: Call, of screen: String) throws(Problem) -> Snapshot {
    guard let header = PictureHeader(call.body) else {
      throw Problem(
        .unsupportedPicture, "The body is no PNG, JPEG or WebP file, or it is cut off.")
    }
    guard header.isShowable else {
      throw Problem(
        .unsupportedPicture,
        "The picture has \(header.width) × \(header.height) pixels; it may be at most "
          + "\(PictureHeader.longestSide) wide and high.")
    }
    let digest = SHA256.hash(data: call.body).prefix(12)
    return Snapshot(
      application: call.applicationID, screen: screen, type: header.format.rawValue,
      tag: digest.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined(),
      width: header.width, height: header.height, at: call.now, body: call.body)
  }
}

/// Keeps pictures within their number.
struct SnapshotService {
  private let call: Call

  init(_ call: Call) { self.call = call }

  /// Keeps a picture; those of screens that no build declares make room for it.
  ///
  /// - Returns: Whether it is another one than before.
  func keep(_ snapshot: Snapshot) async throws -> Bool {
    var keeping = try await call.store.put(snapshot)
    if keeping == .full {
      try await removeOrphans(besides: snapshot.screen)
      keeping = try await call.store.put(snapshot)
    }
    guard keeping != .full else {
      throw Problem(
        .tooManySnapshots,
        "\(Snapshot.most) screens have a picture already. Take one away with DELETE first.")
    }
    return keeping == .kept
  }

  private func removeOrphans(besides screen: String) async throws {
    let declared = Set(
      try ScreenList(try await call.store.manifests(of: call.applicationID)).names.map(\.string))
    let orphans = try await call.store.snapshots(of: call.applicationID).map(\.screen)
      .filter { $0 != screen && !declared.contains($0) }
    guard !orphans.isEmpty else { return }
    _ = try await call.store.removeSnapshots(of: orphans, in: call.applicationID)
  }
}
