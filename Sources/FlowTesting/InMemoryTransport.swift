public import FlowMagic

/// A transport that a test controls: the test sees each request and decides on the response and its
/// timing.
///
/// ```swift
/// let transport = InMemoryTransport()
/// // … pass it to the client under test
/// let request = try await transport.nextExchange()
/// request.respond(TransportResponse(status: 304))
/// ```
///
/// With a handler, requests are passed to it over a network with the given faults.
public final class InMemoryTransport: Transport {
  /// Responds to a request.
  public typealias Handler = @Sendable (InMemoryExchange) async -> Void

  private let requestCount = Locked(0)
  private let pending = AsyncQueue<InMemoryExchange>()
  private let handler: Handler?
  private let network: FaultyNetwork

  /// Creates a transport whose requests wait for `nextExchange()`.
  public init() {
    handler = nil
    network = FaultyNetwork(.none, .device)
  }

  /// Creates a transport that passes each request to a handler.
  ///
  /// - Parameters:
  ///   - faults: The faults of the network.
  ///   - dependencies: Randomness and time for the faults.
  ///   - handler: The server.
  public init(
    faults: TransportFaults = .none, dependencies: Dependencies = .device,
    handler: @escaping Handler
  ) {
    self.handler = handler
    network = FaultyNetwork(faults, dependencies)
  }

  /// The number of requests so far.
  public var count: Int { requestCount.withLock { $0 } }

  /// Waits for the next request; each is returned once, in order.
  ///
  /// - Throws: `CancellationError` when the test is cancelled, for example by its time limit.
  public func nextExchange() async throws -> InMemoryExchange { try await pending.next() }

  /// Sends a request and collects the response.
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
        case .bytes(let bytes):
          guard response.body.count + bytes.count <= request.maximumBytes else {
            throw TransportFailure(
              .tooLarge, "The response has more than \(request.maximumBytes) bytes.")
          }
          response.body += bytes
        }
      }
    } catch {
      throw error as? TransportFailure ?? TransportFailure(.unreachable, "\(error)")
    }
    guard !Task.isCancelled else {
      throw TransportFailure(.cancelled, "The request was cancelled.")
    }
    guard response.status != 0 else {
      throw TransportFailure(.unreachable, "There was no response.")
    }
    return response
  }

  /// Sends a request and streams the response as the test provides it.
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
    requestCount.withLock { $0 += 1 }
    if let handler { network.deliver(exchange, to: handler) } else { pending.push(exchange) }
    return stream
  }
}

/// A request and its response.
public final class InMemoryExchange: Sendable {
  /// The request.
  public let request: TransportRequest
  /// Whether the response is streamed.
  public let isStream: Bool

  private let network: FaultyNetwork
  private let continuation: AsyncThrowingStream<TransportEvent, any Error>.Continuation
  private let isDone = Locked(false)
  private let done = AsyncQueue<Void>()

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
      done.push(())
    }
  }

  /// A copy whose response is discarded: for a repeated request, or for a lost response.
  func duplicate() -> InMemoryExchange {
    InMemoryExchange(
      request, isStream: isStream, network, AsyncThrowingStream.makeStream().continuation)
  }

  /// Whether the response has ended or its reader has gone away.
  public var isClosed: Bool { isDone.withLock { $0 } }

  /// Waits until the response has ended or its reader has gone away.
  ///
  /// - Throws: `CancellationError` when the test is cancelled, for example by its time limit.
  public func waitUntilClosed() async throws {
    try await done.next()
    done.push(())
  }

  /// Sends a whole response.
  public func respond(_ response: TransportResponse) {
    open(response.status, headers: response.headers)
    send(response.body)
    end()
  }

  /// Sends the status and the header fields; the body follows with `send`.
  public func open(
    _ status: Int = 200, headers: [String: String] = ["content-type": "text/event-stream"]
  ) {
    continuation.yield(.opened(status: status, headers: headers))
  }

  /// Sends the next chunk of the body over the faulty network.
  public func send(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    let delivery = network.delivery(of: bytes)
    for bytes in delivery.chunks { continuation.yield(.bytes(bytes)) }
    if delivery.isCut { fail(TransportFailure(.unreachable, "The connection broke.")) }
  }

  /// Ends the response.
  public func end() { continuation.finish() }

  /// Breaks the connection.
  public func fail(_ failure: TransportFailure) { continuation.finish(throwing: failure) }
}
