import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import ServiceLifecycle

/// The open streams of browsers that wait to hear of a new release.
///
/// A stream says only that something has changed. The page then asks for its screen itself, with
/// its own state, so a stream knows nothing of a visitor.
final class ChangeStreams: Sendable {
  private struct Contents {
    var next = 0
    var listeners: [Int: AsyncStream<ByteBuffer>.Continuation] = [:]
  }

  /// The most streams of one process.
  private static let limit = 10_000
  private let contents = NIOLockedValueBox(Contents())

  /// Tells all browsers that something has changed.
  func announce() {
    for listener in contents.withLockedValue({ Array($0.listeners.values) }) {
      listener.yield(ByteBuffer(string: "event: changed\ndata: release\n\n"))
    }
  }

  /// The response with a stream; 503 when there are too many, and pages then follow at their next
  /// press.
  func response() -> Response {
    guard let notices = open() else {
      return Response(status: .serviceUnavailable, headers: [.retryAfter: "60"])
    }
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: ResponseBody(asyncSequence: notices.cancelOnGracefulShutdown()))
  }

  private func open() -> AsyncStream<ByteBuffer>? {
    let (notices, listener) = AsyncStream.makeStream(
      of: ByteBuffer.self, bufferingPolicy: .bufferingNewest(4))
    let id = contents.withLockedValue { contents -> Int? in
      guard contents.listeners.count < Self.limit else { return nil }
      contents.next += 1
      contents.listeners[contents.next] = listener
      return contents.next
    }
    guard let id else { return nil }
    listener.yield(ByteBuffer(string: "retry: 5000\n\n"))
    // A browser that is gone is noticed when it is written to.
    let pings = Task {
      while !Task.isCancelled {
        try await Task.sleep(for: .seconds(20))
        listener.yield(ByteBuffer(string: ":\n\n"))
      }
    }
    listener.onTermination = { [contents] _ in
      pings.cancel()
      contents.withLockedValue { _ = $0.listeners.removeValue(forKey: id) }
    }
    return notices
  }
}
