import FlowMagic

/// Follows a live stream, and connects again whenever it ends.
struct ReleaseFeed: Sendable {
  enum Event: Sendable {
    /// The stream is open.
    case connected
    /// Something came.
    case message(StreamMessage)
    /// The stream ended, for a reason; the next attempt comes after the time.
    case lost(String, Duration)
    /// There is no stream to be had.
    case refused(RemoteProblem)
    /// The person wants no more.
    case interrupted
  }

  let transport: any Transport
  let request: TransportRequest
  let location: ServerLocation
  var backOff = BackOff(base: .milliseconds(500), cap: .seconds(20))

  /// Starts to follow, until the sequence is let go of.
  func events() -> (AsyncStream<Event>, AsyncStream<Event>.Continuation) {
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
          lastID = message.id ?? lastID
        }
        out.yield(event)
      }
      // What fails at the first attempt is a mistake in the command line rather than bad luck.
      guard wasConnected, end.isPassing else {
        out.yield(.refused(end.problem))
        return out.finish()
      }
      let delay = backOff.delay(after: failures, random: .random(in: 0..<1))
      failures += 1
      out.yield(.lost(end.problem.message, delay))
      try? await Task.sleep(for: delay)
    }
  }

  /// Why an attempt ended, and whether another one may do better.
  private struct End {
    var problem: RemoteProblem
    var isPassing = true
  }

  private func attempt(lastID: String?, _ tell: (Event) -> Void) async -> End {
    var request = request
    if let lastID { request.headers["last-event-id"] = lastID }
    var parser = EventStreamParser()
    var answer = (status: 0, headers: [String: String](), body: [UInt8]())
    do {
      for try await event in transport.stream(request) {
        switch event {
        case .opened(let status, let headers):
          answer = (status, headers, [])
          if status == 200 { tell(.connected) }
        case .bytes(let bytes) where answer.status == 200:
          for message in try parser.consume(bytes) { tell(.message(message)) }
        case .bytes(let bytes):
          if answer.body.count < 1 << 20 { answer.body += bytes }
        }
      }
    } catch let failure as TransportFailure {
      return End(problem: RemoteProblem(failure, at: location))
    } catch {
      return End(problem: RemoteProblem("stream-broken", "The live stream cannot be read."))
    }
    if answer.status == 200 || answer.status == 0 {
      return End(problem: RemoteProblem("stream-ended", "The server ended the live stream."))
    }
    let refusal = ServerAnswer(status: answer.status, headers: answer.headers, body: answer.body)
    return End(
      problem: RemoteProblem(refusal) ?? .foreign(refusal, at: location),
      isPassing: answer.status >= 500 || answer.status == 429)
  }
}
