import FlowMagic

/// How bad a network is: the probabilities, from 0 to 1, of what happens to a request or an answer.
public struct TransportFaults: Sendable, Equatable {
  /// A request never reaches the server.
  public var losesRequest: Double
  /// The server does what was asked, and the answer is lost on the way back.
  public var losesReply: Double
  /// The server sees a request twice; a part of a stream arrives twice.
  public var duplicates: Double
  /// One byte of a part of an answer arrives as another.
  public var corrupts: Double
  /// An answer breaks off in the middle of a part.
  public var cuts: Double
  /// The longest time that a request is on its way.
  public var delay: Duration

  /// Makes a network; what is left out does not happen.
  public init(
    losesRequest: Double = 0, losesReply: Double = 0, duplicates: Double = 0, corrupts: Double = 0,
    cuts: Double = 0, delay: Duration = .zero
  ) {
    self.losesRequest = losesRequest
    self.losesReply = losesReply
    self.duplicates = duplicates
    self.corrupts = corrupts
    self.cuts = cuts
    self.delay = delay
  }

  /// A network that never fails.
  public static let none = TransportFaults()
}

/// Carries requests to a handler and decides what becomes of each part of the answers.
struct FaultyNetwork: Sendable {
  private let faults: TransportFaults
  private let dependencies: Dependencies

  init(_ faults: TransportFaults, _ dependencies: Dependencies) {
    self.faults = faults
    self.dependencies = dependencies
  }

  private func happens(_ probability: Double) -> Bool {
    probability > 0 && dependencies.random() < probability
  }

  func carry(_ exchange: InMemoryExchange, to handler: @escaping InMemoryTransport.Handler) {
    let broken = TransportFailure(.unreachable, "The connection broke.")
    guard !happens(faults.losesRequest) else { return exchange.fail(broken) }
    let isTwice = happens(faults.duplicates)
    let losesReply = happens(faults.losesReply)
    Task {
      if faults.delay > .zero {
        try? await dependencies.sleep(faults.delay * dependencies.random())
      }
      if isTwice { await handler(exchange.duplicate()) }
      guard losesReply else { return await handler(exchange) }
      await handler(exchange.duplicate())
      exchange.fail(broken)
    }
  }

  /// What arrives of a part of an answer, and whether the answer breaks off behind it.
  func fate(of bytes: [UInt8]) -> (chunks: [[UInt8]], isCut: Bool) {
    var bytes = bytes
    if happens(faults.corrupts) {
      let index = Int(dependencies.random() * Double(bytes.count))
      bytes[index] ^= UInt8(1 + Int(dependencies.random() * 255))
    }
    if happens(faults.cuts) {
      return ([Array(bytes.prefix(Int(dependencies.random() * Double(bytes.count))))], true)
    }
    return (happens(faults.duplicates) ? [bytes, bytes] : [bytes], false)
  }
}
