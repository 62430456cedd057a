public import HTTPTypes

/// Reads the bodies of requests, limited in size and in time, and optionally in memory.
///
/// A client that sends a byte now and then would otherwise hold a request, and a connection, for
/// hours. Authenticate the request again after reading its body, because its credentials may have
/// been revoked in the meantime.
public struct BodyReader: Sendable {
  /// The reason why a body was not read.
  public enum Failure: Error, Sendable {
    /// It is longer than allowed.
    case tooLarge
    /// It arrived below the minimum rate.
    case tooSlow
    /// The connection was lost.
    case interrupted
    /// The bodies of its sender, its network or all senders take too much memory; see
    /// ``BodyMemory``.
    case busy

    /// The status of the response.
    public var status: HTTPResponse.Status {
      switch self {
      case .tooLarge: .contentTooLarge
      case .tooSlow: .requestTimeout
      case .interrupted: .badRequest
      case .busy: .serviceUnavailable
      }
    }
  }

  private let gracePeriod: Duration
  private let minimumRate: Int

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - grace: The time in which a body may arrive at any rate.
  ///   - rate: The minimum number of bytes per second after it.
  public init(grace: Duration = .seconds(30), bytesPerSecond rate: Int = 128 << 10) {
    (gracePeriod, minimumRate) = (grace, rate)
  }

  /// Reads a request's body; one whose declared length is too large is rejected unread.
  ///
  /// - Parameters:
  ///   - body: The parts of the body.
  ///   - headers: The request's headers.
  ///   - limit: The maximum number of bytes.
  ///   - share: The share of the memory that the body takes; nil for a short body without one.
  /// - Returns: All bytes.
  /// - Throws: ``Failure``.
  public func read<Body: AsyncSequence & Sendable>(
    _ body: Body, headers: HTTPFields, atMost limit: Int, memory share: BodyMemory.Share? = nil
  ) async throws(Failure) -> [UInt8] where Body.Element == [UInt8] {
    let declared = headers[.contentLength].flatMap { Int($0) }
    guard declared ?? 0 <= limit else { throw .tooLarge }
    return try await read(body, atMost: limit, memory: share)
  }

  /// Reads a body.
  ///
  /// - Parameters:
  ///   - body: The parts of the body.
  ///   - limit: The maximum number of bytes.
  ///   - share: The share of the memory that the body takes; nil for a short body without one.
  /// - Returns: All bytes.
  /// - Throws: ``Failure``.
  public func read<Body: AsyncSequence & Sendable>(
    _ body: Body, atMost limit: Int, memory share: BodyMemory.Share? = nil
  ) async throws(Failure) -> [UInt8] where Body.Element == [UInt8] {
    let progress = Progress()
    let result = await withTaskGroup(of: Result<[UInt8], Failure>.self) { group in
      group.addTask { await Self.collect(body, limit, share, progress) }
      group.addTask {
        await waitUntilTooSlow(progress)
        return .failure(.tooSlow)
      }
      let first = await group.next() ?? .failure(.interrupted)
      group.cancelAll()
      return first
    }
    return try result.get()
  }

  private static func collect<Body: AsyncSequence & Sendable>(
    _ body: Body, _ limit: Int, _ share: BodyMemory.Share?, _ progress: Progress
  ) async -> Result<[UInt8], Failure> where Body.Element == [UInt8] {
    var bytes: [UInt8] = []
    do {
      for try await part in body {
        guard part.count <= limit - bytes.count else { return .failure(.tooLarge) }
        guard share?.reserve(part.count) ?? true else { return .failure(.busy) }
        bytes += part
        await progress.receive(part.count)
      }
      return .success(bytes)
    } catch {
      return .failure(.interrupted)
    }
  }

  /// Returns when a body is too slow, or its task is cancelled; each byte that arrives extends the
  /// deadline.
  private func waitUntilTooSlow(_ progress: Progress) async {
    let clock = ContinuousClock()
    let start = clock.now
    var allowed = gracePeriod
    while true {
      try? await clock.sleep(until: start + allowed)
      let extended = timeLimit(after: await progress.received)
      guard !Task.isCancelled, extended > allowed else { return }
      allowed = extended
    }
  }

  /// Returns the time in which a body must be complete, or have grown, of which bytes have arrived.
  package func timeLimit(after received: Int) -> Duration {
    gracePeriod + Duration.seconds(Double(received) / Double(minimumRate))
  }

  private actor Progress {
    private(set) var received = 0

    func receive(_ count: Int) { received += count }
  }
}
