/// Tells a `Postbox` that there may be something to do.
///
/// Rings that nobody has heard yet become one, so ringing is cheap and never waits. One postbox
/// listens, once.
public struct MailBell: Sendable {
  let rings: AsyncStream<Void>
  private let pull: AsyncStream<Void>.Continuation

  /// Makes a bell.
  public init() {
    (rings, pull) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Wakes the postbox, or does nothing if none listens.
  public func ring() { pull.yield() }
}
