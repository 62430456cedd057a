/// Tells a `Outbox` that there may be something to do.
///
/// Rings that nobody has heard yet become one, so ringing is cheap and never waits. One outbox
/// listens, once.
public struct OutboxSignal: Sendable {
  let rings: AsyncStream<Void>
  private let pull: AsyncStream<Void>.Continuation

  /// Makes a bell.
  public init() {
    (rings, pull) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Wakes the outbox, or does nothing if none listens.
  public func ring() { pull.yield() }
}
