public import Foundation
import HTTPTypes
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A cache of the responses to requests for files that were authorized in the last two seconds.
///
/// Players send many requests for ranges of the same file. The first one is checked in full: its
/// session, its signature, its file. ``MediaSender`` answers the next ones with the same path
/// and cookies itself, so a session that ends loses its videos within two seconds. One of them is
/// checked again before that, so that not all players have to wait for a check at once.
public final class MediaResponseCache: Sendable {
  /// The time until a request is checked again, in seconds.
  public static let lifetime: TimeInterval = 2
  /// The remaining lifetime below which a request is checked again while others are answered, in
  /// seconds: the time that a check may take on a busy machine.
  private static let renewalThreshold: TimeInterval = 1
  private static let maximumEntries = 4096
  /// The default maximum number of files that are kept open.
  public static let maximumFiles = 512
  private static let prefix = Array((SignedLinks.root + "/").utf8)

  /// An open file, closed when it is neither kept here nor being sent.
  final class OpenFile: Sendable {
    let descriptor: Int32
    let stamp: FileStamp

    init?(path: String, stamp: FileStamp) {
      self.stamp = stamp
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0, FileStamp(descriptor: descriptor) == stamp else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
  }

  /// What is sent in response to an authorized request.
  final class CachedResponse: Sendable {
    let file: OpenFile
    /// The values of `If-Range` for which a range is sent.
    let validators: [String]
    /// The lines of the response's head that do not depend on the range.
    let headerLines: String
    let expires: Date

    init(_ file: OpenFile, _ response: MediaResponse, expires: Date) {
      (self.file, self.expires) = (file, expires)
      validators = [file.stamp.entityTag, file.stamp.lastModified]
      headerLines = response.headers
        .filter { $0.name != .contentLength && $0.name != .contentRange }
        .map { "\($0.name.rawName): \($0.value)\r\n" }.joined()
    }
  }

  private struct Entry {
    let response: CachedResponse
    var isBeingRenewed = false
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var files: [FileStamp: OpenFile] = [:]
    var hitCount = 0
  }

  private let state = NIOLockedValueBox(State())
  private let maximumFiles: Int
  private let now: @Sendable () -> Date

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - maximumFiles: The maximum number of files that are kept open.
  ///   - now: Returns the current time.
  public init(
    maximumFiles: Int = MediaResponseCache.maximumFiles,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    (self.maximumFiles, self.now) = (maximumFiles, now)
  }

  /// The number of files that are kept open.
  package var openFileCount: Int { state.withLockedValue { $0.files.count } }
  /// The number of requests that were answered from this cache.
  package var hitCount: Int { state.withLockedValue { $0.hitCount } }

  /// The key of a request: its path and cookies; nil for a request that is always checked.
  ///
  /// Requests with an access token are always checked, so that no other request can get their
  /// response.
  static func key(of request: HTTPRequest) -> String? {
    guard request.method == .get, let path = request.path, path.hasPrefix(SignedLinks.root + "/"),
      request.headerFields[.authorization] == nil
    else { return nil }
    return path + "\n" + (request.headerFields[.cookie] ?? "")
  }

  /// Returns the cached response to a request in these bytes; nil if the request has to be checked:
  /// without a cached response, and once for one that expires soon.
  func cachedResponse(for request: RequestFrame, in bytes: UnsafeRawBufferPointer)
    -> CachedResponse?
  {
    let target = bytes[request.target]
    guard request.isSimpleGet, target.starts(with: Self.prefix) else { return nil }
    let cookie = bytes[request.cookie ?? 0..<0]
    let key = String(unsafeUninitializedCapacity: target.count + 1 + cookie.count) { key in
      _ = key.initialize(fromContentsOf: target)
      key.initializeElement(at: target.count, to: UInt8(ascii: "\n"))
      _ = key[(target.count + 1)...].initialize(fromContentsOf: cookie)
      return key.count
    }
    let time = now()
    return state.withLockedValue { state in
      // NB: a response that expires later was added before the clock was set back.
      guard let entry = state.entries[key], entry.response.expires > time,
        entry.response.expires <= time.addingTimeInterval(Self.lifetime)
      else { return nil }
      if !entry.isBeingRenewed,
        entry.response.expires.timeIntervalSince(time) < Self.renewalThreshold
      {
        state.entries[key]?.isBeingRenewed = true
        return nil
      }
      return entry.response
    }
  }

  /// Counts a request that was answered from this cache.
  func recordHit() { state.withLockedValue { $0.hitCount += 1 } }

  /// Adds a request that was checked, with its response, unless the file cannot be opened.
  func add(
    _ key: String, path: String, stamp: FileStamp, response: MediaResponse, now: Date,
    until end: Date
  ) async {
    let cached = state.withLockedValue { $0.files[stamp] }
    let file =
      if let cached {
        cached
      } else {
        try? await NIOThreadPool.singleton.runIfActive { OpenFile(path: path, stamp: stamp) }
      }
    guard let file else { return }
    let cachedResponse = CachedResponse(
      file, response, expires: min(end, now.addingTimeInterval(Self.lifetime)))
    state.withLockedValue { state in
      if state.entries.count >= Self.maximumEntries || state.files.count >= maximumFiles {
        state.entries = state.entries.filter { $0.value.response.expires > now }
        if state.entries.count >= Self.maximumEntries { state.entries = [:] }
        state.files = Self.files(of: state.entries)
        if state.files.count >= maximumFiles { (state.entries, state.files) = ([:], [:]) }
      }
      state.entries[key] = Entry(response: cachedResponse)
      state.files[stamp] = file
    }
  }

  private static func files(of entries: [String: Entry]) -> [FileStamp: OpenFile] {
    var files: [FileStamp: OpenFile] = [:]
    for entry in entries.values { files[entry.response.file.stamp] = entry.response.file }
    return files
  }
}

extension MediaResponseCache.CachedResponse {
  /// Writes the head of a response, and returns the part of the file that follows it; nil if the
  /// request has to be checked, because its response has no body.
  func respond(
    to request: RequestFrame, in bytes: UnsafeRawBufferPointer, _ head: inout ByteBuffer
  ) -> Range<Int>? {
    let size = file.stamp.size
    var range = ByteRange.whole
    if let value = request.range, applies(request.ifRange, in: bytes) {
      range = ByteRange(UnsafeRawBufferPointer(rebasing: bytes[value]), size: size)
    }
    head.clear()
    let part: Range<Int>
    switch range {
    case .whole where size > 0:
      part = 0..<size
      head.writeStaticString("HTTP/1.1 200 OK\r\n")
    case .part(let range):
      part = range
      head.writeStaticString("HTTP/1.1 206 Partial Content\r\nContent-Range: bytes ")
      // NB: these strings are short enough not to be allocated on the heap.
      head.writeString(String(part.lowerBound))
      head.writeStaticString("-")
      head.writeString(String(part.upperBound - 1))
      head.writeStaticString("/")
      head.writeString(String(size))
      head.writeStaticString("\r\n")
    case .whole, .unsatisfiable: return nil
    }
    head.writeString(headerLines)
    head.writeStaticString("Content-Length: ")
    head.writeString(String(part.count))
    head.writeStaticString("\r\nDate: ")
    head.writeString(HTTPDate.now())
    head.writeStaticString("\r\n\r\n")
    return part
  }

  /// Whether a partial download can be resumed because the file is unchanged.
  private func applies(_ condition: Range<Int>?, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard let condition else { return true }
    return validators.contains { bytes[condition].elementsEqual($0.utf8) }
  }
}
