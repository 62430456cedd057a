public import Foundation
import HTTPTypes
public import Hummingbird
import NIOCore

/// Serves the videos' files: `/media/{signature}/{myth}/{video}/{file}`, with ranges and
/// validators.
public struct MediaRoutes: Sendable {
  private let library: MediaLibrary
  private let links: SignedLinks
  private let cache: BlockCache
  private let now: @Sendable () -> Date
  private let responseCache: MediaResponseCache?

  /// Serves a folder's files.
  ///
  /// - Parameters:
  ///   - library: The folder.
  ///   - links: The signer of the links.
  ///   - cacheCapacity: The maximum size of the cache in memory, in bytes.
  ///   - responseCache: The cache from which ``MediaSender`` answers repeated requests; nil without
  ///     one.
  ///   - now: Returns the current time, for expiring links.
  public init(
    library: MediaLibrary, links: SignedLinks, cacheCapacity: Int = 256 << 20,
    responseCache: MediaResponseCache? = nil, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.responseCache = responseCache
    self.library = library
    self.links = links
    cache = BlockCache(capacity: cacheCapacity)
    self.now = now
  }

  /// Adds the routes to a router.
  ///
  /// - Parameters:
  ///   - router: The router.
  ///   - userID: Returns the id of the user who sent a request; empty for a guest. A link that was
  ///     signed for another user is rejected. By default every request is that of a guest.
  public func add<Context: RequestContext>(
    to router: some RouterMethods<Context>,
    userID: @escaping @Sendable (Request, Context) async throws -> String = { _, _ in "" }
  ) {
    for method in [HTTPRequest.Method.get, .head] {
      router.on("\(SignedLinks.root)/:token/:myth/:video/:file", method: method) {
        request, context in
        let parameters = context.parameters
        let video = "\(parameters["myth"] ?? "")/\(parameters["video"] ?? "")"
        let token = parameters["token"] ?? ""
        let file = MediaFile(rawValue: String(parameters["file"] ?? ""))
        if token == SignedLinks.publicToken, file?.isPublic == true {
          return try await respond(
            request, file, video, caching: "public, max-age=3600", until: .distantFuture)
        }
        let time = now()
        let sender = try await userID(request, context)
        // Checked before the response can disclose whether the file exists.
        guard links.isValid(token, video: video, userID: sender, now: time) else {
          throw HTTPError(
            .forbidden,
            message: "This link has expired, was changed or belongs to another user. "
              + "Load the page again for a new one.")
        }
        let end = TimeInterval(SignedLinks.expiry(of: token) ?? 0)
        let maxAge = max(0, Int(end) - Int(time.timeIntervalSince1970))
        return try await respond(
          request, file, video, caching: "private, max-age=\(maxAge)",
          until: Date(timeIntervalSince1970: end))
      }
    }
  }

  private func respond(
    _ request: Request, _ file: MediaFile?, _ video: String, caching: String, until expiry: Date
  ) async throws -> Response {
    guard let file, let path = library.path(of: file, in: video),
      let stamp = FileStamp(path: path)
    else { throw HTTPError(.notFound, message: "The file does not exist.") }
    let response = MediaResponse(to: request.head, file, stamp, caching: caching)
    guard let bytes = response.bytes else {
      return Response(status: response.status, headers: response.headers)
    }
    let body = try await body(path, stamp, bytes)
    if let responseCache, let key = MediaResponseCache.key(of: request.head) {
      await responseCache.add(
        key, path: path, stamp: stamp, response: response, now: now(), until: expiry)
    }
    return Response(status: response.status, headers: response.headers, body: body)
  }

  private func body(
    _ path: String, _ stamp: FileStamp, _ bytes: Range<Int>
  ) async throws -> ResponseBody {
    guard !bytes.isEmpty else { return ResponseBody() }
    let size = BlockCache.blockSize
    let blocks = (bytes.lowerBound / size)...((bytes.upperBound - 1) / size)
    @Sendable func slice(_ index: Int) async throws -> ByteBuffer {
      let block = try await cache.block(BlockCache.Key(stamp: stamp, index: index), path: path)
      let start = max(bytes.lowerBound - index * size, 0)
      let end = min(bytes.upperBound - index * size, block.readableBytes)
      guard let slice = block.getSlice(at: start, length: end - start) else {
        throw FileError.changed(path)
      }
      return slice
    }
    // The first block is read before the response begins, so that a read failure is an error
    // response, not a truncated body.
    let first = try await slice(blocks.lowerBound)
    if blocks.count == 1 { return ResponseBody(byteBuffer: first) }
    return ResponseBody(contentLength: bytes.count) { writer in
      try await writer.write(first)
      for index in blocks.dropFirst() { try await writer.write(slice(index)) }
      try await writer.finish(nil)
    }
  }
}
