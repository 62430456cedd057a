import FlowMagic

/// Follows an event stream of releases and reconnects when it ends.
struct ReleaseFeed: Sendable {
  enum Event: Sendable {
    /// The stream is open.
    case connected
    /// An event arrived.
    case message(ServerSentEvent)
    /// The stream ended for a reason; the next attempt is after the delay.
    case disconnected(String, Duration)
    /// The stream cannot be opened, and no other attempt follows.
    case failed(RemoteProblem)
    /// The user pressed Ctrl-C.
    case interrupted
  }

  let transport: any Transport
  let request: TransportRequest
  let server: ServerURL
  var backOff = BackOff(base: .milliseconds(500), cap: .seconds(20))

  /// Starts following the stream, until the returned sequence is released.
  ///
  /// The continuation is for the caller's own events, such as `interrupted`.
  func start() -> (events: AsyncStream<Event>, continuation: AsyncStream<Event>.Continuation) {
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
    let task = Task { await follow(continuation) }
    continuation.onTermination = { _ in task.cancel() }
    return (stream, continuation)
  }

  private func follow(_ out: AsyncStream<Event>.Continuation) async {
    var lastID: String?
    var failures = 0
    var wasConnected = false
    while !Task.isCancelled {
      let end = await attempt(lastID: lastID) { event in
        if case .connected = event { wasConnected = true }
        if case .message(let message) = event {
          failures = 0
          if !message.id.isEmpty { lastID = message.id }
        }
        out.yield(event)
      }
      // NB: if the first attempt fails, the arguments are probably wrong; retrying would not help.
      guard wasConnected, end.isTemporary else {
        out.yield(.failed(end.problem))
        return out.finish()
      }
      let delay = backOff.delay(after: failures, random: .random(in: 0..<1))
      failures += 1
      out.yield(.disconnected(end.problem.message, delay))
      try? await Task.sleep(for: delay)
    }
  }

  /// The end of an attempt, and whether to try again.
  private struct AttemptEnd {
    var problem: RemoteProblem
    var isTemporary = true
  }

  private func attempt(lastID: String?, _ onEvent: (Event) -> Void) async -> AttemptEnd {
    var request = request
    if let lastID { request.headers["last-event-id"] = lastID }
    var parser = ServerSentEventParser(maximumBytes: 64 << 20)
    var received = (status: 0, headers: [String: String](), body: [UInt8]())
    do {
      for try await event in transport.stream(request) {
        switch event {
        case .opened(let status, let headers):
          received = (status, headers, [])
          if status == 200 { onEvent(.connected) }
        case .bytes(let bytes) where received.status == 200:
          for message in try parser.consume(bytes) { onEvent(.message(message)) }
        case .bytes(let bytes):
          if received.body.count < 1 << 20 { received.body += bytes }
        }
      }
    } catch let failure as TransportFailure {
      return AttemptEnd(problem: RemoteProblem(failure, from: server))
    } catch {
      return AttemptEnd(problem: RemoteProblem("stream-broken", "Cannot read the event stream."))
    }
    if received.status == 200 || received.status == 0 {
      return AttemptEnd(
        problem: RemoteProblem("stream-ended", "The server closed the event stream."))
    }
    let response = ServerResponse(
      status: received.status, headers: received.headers, body: received.body)
    return AttemptEnd(
      problem: RemoteProblem(response) ?? .unexpected(response, from: server),
      isTemporary: response.status >= 500 || response.status == 429)
  }
}
