import FlowMagic

/// The faults of a network: probabilities from 0 to 1.
public struct TransportFaults: Sendable, Equatable {
  /// A request never reaches the server.
  public var requestLoss: Double
  /// The server handles the request, but its response is lost.
  public var responseLoss: Double
  /// The server receives a request twice; a chunk of a stream arrives twice.
  public var duplication: Double
  /// One byte of a chunk is corrupted.
  public var corruption: Double
  /// The connection breaks in the middle of a chunk.
  public var disconnection: Double
  /// The maximum delay of a request.
  public var delay: Duration

  /// Creates faults; omitted ones do not occur.
  public init(
    requestLoss: Double = 0, responseLoss: Double = 0, duplication: Double = 0,
    corruption: Double = 0, disconnection: Double = 0, delay: Duration = .zero
  ) {
    self.requestLoss = requestLoss
    self.responseLoss = responseLoss
    self.duplication = duplication
    self.corruption = corruption
    self.disconnection = disconnection
    self.delay = delay
  }

  /// A network without faults.
  public static let none = TransportFaults()
}

/// Passes requests to a handler, and applies faults to them and to the chunks of responses.
struct FaultyNetwork: Sendable {
  private let faults: TransportFaults
  private let dependencies: Dependencies

  init(_ faults: TransportFaults, _ dependencies: Dependencies) {
    self.faults = faults
    self.dependencies = dependencies
  }

  private func occurs(_ probability: Double) -> Bool {
    probability > 0 && dependencies.random() < probability
  }

  func deliver(_ exchange: InMemoryExchange, to handler: @escaping InMemoryTransport.Handler) {
    let broken = TransportFailure(.unreachable, "The connection broke.")
    guard !occurs(faults.requestLoss) else { return exchange.fail(broken) }
    let isDuplicated = occurs(faults.duplication)
    let losesResponse = occurs(faults.responseLoss)
    Task {
      if faults.delay > .zero {
        try? await dependencies.sleep(faults.delay * dependencies.random())
      }
      if isDuplicated { await handler(exchange.duplicate()) }
      guard losesResponse else { return await handler(exchange) }
      await handler(exchange.duplicate())
      exchange.fail(broken)
    }
  }

  /// What arrives of a chunk, and whether the connection breaks after it.
  func delivery(of bytes: [UInt8]) -> (chunks: [[UInt8]], isCut: Bool) {
    var bytes = bytes
    if occurs(faults.corruption) {
      let index = Int(dependencies.random() * Double(bytes.count))
      bytes[index] ^= UInt8(1 + Int(dependencies.random() * 255))
    }
    if occurs(faults.disconnection) {
      return ([Array(bytes.prefix(Int(dependencies.random() * Double(bytes.count))))], true)
    }
    return (occurs(faults.duplication) ? [bytes, bytes] : [bytes], false)
  }
}
