import FlowMagic
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import ServiceLifecycle

/// The open streams of browsers that wait for a new release or new data.
///
/// A stream reports only that something has changed. The page then requests its screen with its own
/// state, so a stream knows nothing about its visitor but the pseudonym.
final class ChangeStreams: Sendable {
  private struct Contents {
    /// The number of changes so far.
    var changeCount = 0
    var lastID = 0
    var listeners: [Int: Listener] = [:]
    /// Pings the streams as long as there are any.
    var pingTask: Task<Void, Never>?
  }

  private struct Listener {
    let visitor: String?
    let events: AsyncStream<ByteBuffer>.Continuation
  }

  /// The number of requests per second that a change may cause; pages spread their requests over
  /// the resulting time.
  private static let requestsPerSecond = 200
  /// The maximum number of streams of one process.
  private static let limit = 10_000
  private let contents = NIOLockedValueBox(Contents())
  /// Distinguishes versions of this process from those of others.
  private let process = Base64URL.encode(RandomBytes.make(6))

  /// The version of what pages show: a page rendered at another version may be outdated.
  var version: String { version(contents.withLockedValue { $0.changeCount }) }

  private func version(_ changeCount: Int) -> String { process + "." + String(changeCount) }

  /// Notifies all browsers, or those of one visitor, that something has changed.
  ///
  /// The event contains the number of milliseconds over which they spread their requests.
  func announce(to visitor: String? = nil) {
    let (changeCount, all) = contents.withLockedValue { contents in
      contents.changeCount += 1
      return (contents.changeCount, Array(contents.listeners.values))
    }
    let listeners = all.filter { visitor == nil || $0.visitor == visitor }
    let milliseconds = listeners.count * 1_000 / Self.requestsPerSecond
    let event = changeEvent(version(changeCount), milliseconds)
    for listener in listeners { listener.events.yield(event) }
  }

  private func changeEvent(_ version: String, _ milliseconds: Int) -> ByteBuffer {
    ByteBuffer(string: "event: changed\nid: \(version)\ndata: \(milliseconds)\n\n")
  }

  /// Opens a stream.
  ///
  /// - Parameters:
  ///   - visitor: The pseudonym of the visitor.
  ///   - page: The version that the page shows; if it is outdated, the page is notified at once.
  /// - Returns: The response with the stream; 503 if there are too many, in which case pages are
  ///   updated at their next press.
  func response(to visitor: String?, showing page: String?) -> Response {
    let (events, continuation) = AsyncStream.makeStream(
      of: ByteBuffer.self, bufferingPolicy: .bufferingNewest(4))
    guard open(Listener(visitor: visitor, events: continuation), showing: page) else {
      return Response(status: .serviceUnavailable, headers: [.retryAfter: "60"])
    }
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: ResponseBody { writer in
        try await withGracefulShutdownHandler {
          for await event in events { try await writer.write(event) }
        } onGracefulShutdown: {
          continuation.finish()
        }
        try await writer.finish(nil)
      })
  }

  /// Opens a stream; false if there are too many.
  private func open(_ listener: Listener, showing page: String?) -> Bool {
    let opened = contents.withLockedValue { contents -> (id: Int, changeCount: Int)? in
      guard contents.listeners.count < Self.limit else { return nil }
      contents.lastID += 1
      contents.listeners[contents.lastID] = listener
      if contents.pingTask == nil { contents.pingTask = Task { [weak self] in await self?.ping() } }
      return (contents.lastID, contents.changeCount)
    }
    guard let opened else { return false }
    let version = version(opened.changeCount)
    listener.events.yield(ByteBuffer(string: "retry: 5000\nid: \(version)\n\n"))
    if let page, page != version { listener.events.yield(changeEvent(version, 0)) }
    listener.events.onTermination = { [weak self] _ in self?.close(opened.id) }
    return true
  }

  private func close(_ id: Int) {
    let pingTask = contents.withLockedValue { contents -> Task<Void, Never>? in
      contents.listeners[id] = nil
      guard contents.listeners.isEmpty else { return nil }
      defer { contents.pingTask = nil }
      return contents.pingTask
    }
    pingTask?.cancel()
  }

  /// Pings all streams periodically, which detects disconnected browsers.
  private func ping() async {
    while (try? await Task.sleep(for: .seconds(20))) != nil {
      for listener in contents.withLockedValue({ Array($0.listeners.values) }) {
        listener.events.yield(ByteBuffer(string: ":\n\n"))
      }
    }
  }
}
