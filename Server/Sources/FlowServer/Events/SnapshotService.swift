import Crypto
import FlowCore
import FlowStore

/// Reads a snapshot of a screen.
enum SnapshotReader {
  static func snapshot(_ request: EndpointRequest, of screen: String) throws(Problem) -> Snapshot {
    guard let header = PictureHeader(request.body) else {
      throw Problem(
        .unsupportedPicture, "The body is not a PNG, JPEG or WebP file, or it is truncated.")
    }
    guard header.isDisplayable else {
      throw Problem(
        .unsupportedPicture,
        "The picture has \(header.width) × \(header.height) pixels; it may be at most "
          + "\(PictureHeader.maximumSide) wide and high.")
    }
    let digest = SHA256.hash(data: request.body).prefix(12)
    return Snapshot(
      application: request.applicationID, screen: screen, type: header.format.rawValue,
      tag: digest.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined(),
      width: header.width, height: header.height, at: request.now, body: request.body)
  }
}

/// Stores snapshots up to the limit.
struct SnapshotService {
  private let request: EndpointRequest

  init(_ request: EndpointRequest) { self.request = request }

  /// Stores a snapshot; if the limit is reached, removes those of screens that no build declares.
  ///
  /// - Returns: Whether it differs from the previous one.
  func store(_ snapshot: Snapshot) async throws -> Bool {
    var result = try await request.store.put(snapshot)
    if result == .limitReached {
      try await removeOrphans(besides: snapshot.screen)
      result = try await request.store.put(snapshot)
    }
    guard result != .limitReached else {
      throw Problem(
        .tooManySnapshots,
        "\(Snapshot.maximumCount) screens have a picture already. Remove one with DELETE first.")
    }
    return result == .stored
  }

  private func removeOrphans(besides screen: String) async throws {
    let screen = Name(screen)
    let declared = Set(
      try ScreenList(try await request.store.manifests(of: request.applicationID)).names)
    // `Name` compares bytes: a name that is only canonically equivalent to a declared one is not
    // declared.
    let orphans = try await request.store.snapshots(of: request.applicationID)
      .map { Name($0.screen) }
      .filter { $0 != screen && !declared.contains($0) }
    guard !orphans.isEmpty else { return }
    _ = try await request.store.removeSnapshots(
      of: orphans.map(\.string), in: request.applicationID)
  }
}
