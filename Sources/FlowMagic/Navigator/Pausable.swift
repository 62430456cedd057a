/// What rests while the app is in the background: a release client, an event queue.
public protocol Pausable: Sendable {
  /// Rests until ``resume()``.
  func pause() async
  /// Goes on after ``pause()``; nothing happens without one.
  func resume() async
}

extension ReleaseClient: Pausable {}
extension EventQueue: Pausable {}

extension Navigator {
  /// Writes the state, closes the connection and sends what waits to be sent, for an app that
  /// enters the background.
  ///
  /// Pauses the source of releases and the sink of events, if they are ``Pausable``. A `FlowView`
  /// calls it by itself.
  public func pause() async {
    await finishKeepingState()
    await (source as? any Pausable)?.pause()
    await (events as? any Pausable)?.pause()
  }

  /// Connects again, for an app that enters the foreground.
  public func resume() async {
    await (events as? any Pausable)?.resume()
    await (source as? any Pausable)?.resume()
  }
}
