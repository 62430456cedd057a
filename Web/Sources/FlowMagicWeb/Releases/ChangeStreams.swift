import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import ServiceLifecycle

/// The open streams of browsers that wait to hear of a new release.
///
/// A stream says only that something has changed. What is to be shown the page then asks for itself,
/// with its own state, so a stream needs no knowledge of a visitor.
final class ChangeStreams: Sendable {
  private enum Notice { case changed, ping }
  private struct Contents {
    var next = 0
    var listeners: [Int: AsyncStream<Notice>.Continuation] = [:]
  }

  /// The most streams of one process.
  private static let limit = 10_000
  private let contents = NIOLockedValueBox(Contents())

  /// The number of open streams.
  var count: Int { contents.withLockedValue { $0.listeners.count } }

  /// Tells all browsers that something has changed.
  func announce() {
    for listener in contents.withLockedValue({ Array($0.listeners.values) }) {
      listener.yield(.changed)
    }
  }

  /// The response with a stream; 503 when there are too many, and pages then follow at their next
  /// press.
  func response() -> Response {
    guard let (id, notices, listener) = open() else {
      return Response(status: .serviceUnavailable, headers: [.retryAfter: "60"])
    }
    let body = ResponseBody { [self] writer in
      defer { close(id) }
      try await withGracefulShutdownHandler {
        try await Self.write(notices, listener, &writer)
      } onGracefulShutdown: {
        listener.finish()
      }
    }
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: body)
  }

  private static func write(
    _ notices: AsyncStream<Notice>, _ listener: AsyncStream<Notice>.Continuation,
    _ writer: inout any ResponseBodyWriter
  ) async throws {
    // A browser that is gone is noticed when it is written to.
    let pings = Task {
      while !Task.isCancelled {
        try await Task.sleep(for: .seconds(20))
        listener.yield(.ping)
      }
    }
    defer { pings.cancel() }
    try await writer.write(ByteBuffer(string: "retry: 5000\n\n"))
    for await notice in notices {
      let text = notice == .changed ? "event: changed\ndata: release\n\n" : ":\n\n"
      try await writer.write(ByteBuffer(string: text))
    }
    try await writer.finish(nil)
  }

  private func open() -> (Int, AsyncStream<Notice>, AsyncStream<Notice>.Continuation)? {
    let (notices, listener) = AsyncStream.makeStream(
      of: Notice.self, bufferingPolicy: .bufferingNewest(1))
    let id = contents.withLockedValue { contents -> Int? in
      guard contents.listeners.count < Self.limit else { return nil }
      contents.next += 1
      contents.listeners[contents.next] = listener
      return contents.next
    }
    return id.map { ($0, notices, listener) }
  }

  private func close(_ id: Int) {
    contents.withLockedValue { _ = $0.listeners.removeValue(forKey: id) }
  }
}
