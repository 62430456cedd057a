import FlowMagic

/// The faults of a network: probabilities from 0 to 1.
public struct TransportFaults: Sendable, Equatable {
  /// A request never reaches the server.
  public var losesRequest: Double
  /// The server handles the request, but its response is lost.
  public var losesResponse: Double
  /// The server receives a request twice; a chunk of a stream arrives twice.
  public var duplicates: Double
  /// One byte of a chunk is corrupted.
  public var corrupts: Double
  /// The connection breaks in the middle of a chunk.
  public var cuts: Double
  /// The maximum delay of a request.
  public var delay: Duration

  /// Creates faults; omitted ones do not occur.
  public init(
    losesRequest: Double = 0, losesResponse: Double = 0, duplicates: Double = 0,
    corrupts: Double = 0, cuts: Double = 0, delay: Duration = .zero
  ) {
    self.losesRequest = losesRequest
    self.losesResponse = losesResponse
    self.duplicates = duplicates
    self.corrupts = corrupts
    self.cuts = cuts
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
    guard !occurs(faults.losesRequest) else { return exchange.fail(broken) }
    let isDuplicated = occurs(faults.duplicates)
    let losesResponse = occurs(faults.losesResponse)
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
    if occurs(faults.corrupts) {
      let index = Int(dependencies.random() * Double(bytes.count))
      bytes[index] ^= UInt8(1 + Int(dependencies.random() * 255))
    }
    if occurs(faults.cuts) {
      return ([Array(bytes.prefix(Int(dependencies.random() * Double(bytes.count))))], true)
    }
    return (occurs(faults.duplicates) ? [bytes, bytes] : [bytes], false)
  }
}
