/// Notifies an `Outbox` that there may be emails to send.
///
/// Pending signals are merged into one, so sending is cheap and never waits. Only one
/// outbox may listen, and only once.
public struct OutboxSignal: Sendable {
  let signals: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  /// Creates a signal.
  public init() {
    (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Wakes the outbox; if none listens yet, it gets the signal later.
  public func send() { continuation.yield() }
}
