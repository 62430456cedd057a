public import FlowMagic

/// A way to a server that is a test: it sees each request and decides what comes back, and when.
///
/// ```swift
/// let transport = InMemoryTransport()
/// …
/// let request = await transport.nextExchange()
/// request.answer(TransportResponse(status: 304))
/// ```
///
/// With a handler, requests are answered as they come, through a network as bad as `faults` says.
public final class InMemoryTransport: Transport {
  /// Answers one request.
  public typealias Handler = @Sendable (InMemoryExchange) async -> Void

  private let requests = Locked(0)
  private let waiting = Mailbox<InMemoryExchange>()
  private let handler: Handler?
  private let network: FaultyNetwork

  /// Makes a transport whose requests wait for `nextExchange()`.
  public init() {
    handler = nil
    network = FaultyNetwork(.none, .device)
  }

  /// Makes a transport that hands each request to the handler.
  ///
  /// - Parameters:
  ///   - faults: What happens on the way.
  ///   - dependencies: Chance and time for the faults.
  ///   - handler: The server.
  public init(
    faults: TransportFaults = .none, dependencies: Dependencies = .device,
    handler: @escaping Handler
  ) {
    self.handler = handler
    network = FaultyNetwork(faults, dependencies)
  }

  /// How many requests were made.
  public var count: Int { requests.withLock { $0 } }

  /// Waits for the next request; each is told once, in order.
  ///
  /// - Throws: `CancellationError` when the test is cancelled, as its time limit does.
  public func nextExchange() async throws -> InMemoryExchange { try await waiting.next() }

  /// Sends a request and gathers the answer.
  public func send(
    _ request: TransportRequest
  ) async throws(TransportFailure) -> TransportResponse {
    var response = TransportResponse(status: 0)
    do {
      for try await event in begin(request, isStream: false) {
        switch event {
        case .opened(let status, let headers):
          response.status = status
          response.headers = headers
        case .bytes(let bytes): response.body += bytes
        }
      }
    } catch {
      throw error as? TransportFailure ?? TransportFailure(.unreachable, "\(error)")
    }
    guard !Task.isCancelled else {
      throw TransportFailure(.cancelled, "The request was cancelled.")
    }
    guard response.status != 0 else {
      throw TransportFailure(.unreachable, "There was no answer.")
    }
    guard response.body.count <= request.maximumBytes else {
      throw TransportFailure(
        .tooLarge, "The answer has more than \(request.maximumBytes) bytes.")
    }
    return response
  }

  /// Sends a request and hands the answer on as the test gives it.
  public func stream(
    _ request: TransportRequest
  ) -> AsyncThrowingStream<TransportEvent, any Error> {
    begin(request, isStream: true)
  }

  private func begin(
    _ request: TransportRequest, isStream: Bool
  ) -> AsyncThrowingStream<TransportEvent, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: TransportEvent.self)
    let exchange = InMemoryExchange(request, isStream: isStream, network, continuation)
    requests.withLock { $0 += 1 }
    if let handler { network.carry(exchange, to: handler) } else { waiting.put(exchange) }
    return stream
  }
}

/// One request and what comes back for it.
public final class InMemoryExchange: Sendable {
  /// What was asked.
  public let request: TransportRequest
  /// Whether the answer is read bit by bit.
  public let isStream: Bool

  private let network: FaultyNetwork
  private let continuation: AsyncThrowingStream<TransportEvent, any Error>.Continuation
  private let isDone = Locked(false)
  private let done = Mailbox<Void>()

  init(
    _ request: TransportRequest, isStream: Bool, _ network: FaultyNetwork,
    _ continuation: AsyncThrowingStream<TransportEvent, any Error>.Continuation
  ) {
    self.request = request
    self.isStream = isStream
    self.network = network
    self.continuation = continuation
    continuation.onTermination = { [isDone, done] _ in
      isDone.withLock { $0 = true }
      done.put(())
    }
  }

  /// A copy for a server that sees a request twice; whatever it answers is lost.
  func duplicate() -> InMemoryExchange {
    InMemoryExchange(
      request, isStream: isStream, network, AsyncThrowingStream.makeStream().continuation)
  }

  /// Whether the answer has ended or nobody reads it any more.
  public var isClosed: Bool { isDone.withLock { $0 } }

  /// Waits until the answer has ended or nobody reads it any more.
  ///
  /// - Throws: `CancellationError` when the test is cancelled, as its time limit does.
  public func closed() async throws {
    try await done.next()
    done.put(())
  }

  /// Answers the whole request.
  public func answer(_ response: TransportResponse) {
    open(response.status, headers: response.headers)
    send(response.body)
    end()
  }

  /// Answers with a status and header fields; what follows comes with `send`.
  public func open(
    _ status: Int = 200, headers: [String: String] = ["content-type": "text/event-stream"]
  ) {
    continuation.yield(.opened(status: status, headers: headers))
  }

  /// Sends some more of the answer, through the network's faults.
  public func send(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    let fate = network.fate(of: bytes)
    for bytes in fate.chunks { continuation.yield(.bytes(bytes)) }
    if fate.isCut { fail(TransportFailure(.unreachable, "The connection broke.")) }
  }

  /// Ends the answer.
  public func end() { continuation.finish() }

  /// Breaks the connection.
  public func fail(_ failure: TransportFailure) { continuation.finish(throwing: failure) }
}
