public import Foundation
import HTTPTypes
import NIOConcurrencyHelpers
import NIOPosix

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The requests for files that were allowed in the last two seconds.
///
/// Players send many requests for ranges of the same file. The first one is checked in full: its
/// session, its signature, its file. ``MediaSender`` answers the next ones with the same address
/// and cookies, so a session that ends loses its videos two seconds later.
public final class MediaGrants: Sendable {
  /// The time until a request is checked again, in seconds.
  public static let lifetime: TimeInterval = 2
  private static let limit = 4096

  /// An open file, closed when it is no longer being sent.
  final class OpenFile: Sendable {
    let descriptor: Int32

    init?(path: String, stamp: FileStamp) {
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0, FileStamp(descriptor: descriptor) == stamp else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
  }

  struct Grant: Sendable {
    let opened: OpenFile
    let stamp: FileStamp
    let file: MediaFile
    let caching: String
    let until: Date
  }

  private struct State {
    var grants: [String: Grant] = [:]
    var files: [FileStamp: OpenFile] = [:]
    var repeated = 0
  }

  private let state = NIOLockedValueBox(State())
  private let now: @Sendable () -> Date

  /// Starts without any.
  ///
  /// - Parameter now: The current time.
  public init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

  /// The number of requests that were answered because of an earlier one.
  package var repeated: Int { state.withLockedValue { $0.repeated } }

  /// What two requests must have in common: the address and the cookies; nil for a request that is
  /// always checked.
  static func key(of request: HTTPRequest) -> String? {
    guard request.method == .get, let path = request.path, path.hasPrefix(SignedLinks.root + "/"),
      request.headerFields[.connection]?.lowercased() ?? "keep-alive" == "keep-alive"
    else { return nil }
    return path + "\n" + (request.headerFields[.cookie] ?? "")
  }

  /// Returns the grant for a request; nil if it has to be checked.
  func grant(for request: HTTPRequest) -> Grant? {
    guard let key = Self.key(of: request) else { return nil }
    let time = now()
    return state.withLockedValue { state in
      guard let grant = state.grants[key], grant.until > time else { return nil }
      state.repeated += 1
      return grant
    }
  }

  /// Adds a request that was checked; not one whose file cannot be opened.
  func add(
    _ key: String, path: String, stamp: FileStamp, file: MediaFile, caching: String, now: Date,
    until end: Date
  ) async {
    let kept = state.withLockedValue { $0.files[stamp] }
    let opened =
      if let kept {
        kept
      } else {
        try? await NIOThreadPool.singleton.runIfActive { OpenFile(path: path, stamp: stamp) }
      }
    guard let opened else { return }
    let grant = Grant(
      opened: opened, stamp: stamp, file: file, caching: caching,
      until: min(end, now.addingTimeInterval(Self.lifetime)))
    state.withLockedValue { state in
      if state.grants.count >= Self.limit || state.files.count >= Self.limit / 8 {
        state.grants = state.grants.filter { $0.value.until > now }
        if state.grants.count >= Self.limit { state.grants = [:] }
        state.files = [:]
        for grant in state.grants.values { state.files[grant.stamp] = grant.opened }
      }
      state.grants[key] = grant
      state.files[stamp] = opened
    }
  }
}
