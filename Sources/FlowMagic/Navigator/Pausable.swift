/// Something that pauses while the app is in the background: a release client, an event queue.
public protocol Pausable: Sendable {
  /// Rests until ``resume()``.
  func pause() async
  /// Goes on after ``pause()``; nothing happens without one.
  func resume() async
  /// Releases the locks of files at once, without waiting, and takes none into a suspension until
  /// ``resume()``.
  ///
  /// A system of Apple's ends an app that it suspends while the app locks a file in an app group's
  /// folder (`0xdead10cc`).
  func releaseLocks()
}

extension Pausable {
  /// There are none.
  public func releaseLocks() {}
}

extension ReleaseClient: Pausable {}
extension EventQueue: Pausable {}

extension Navigator {
  /// Writes the state, closes the connection and sends what waits to be sent, for an app that
  /// enters the background.
  ///
  /// Pauses the source of releases and the sink of events, if they are ``Pausable``. See
  /// ``follow(_:)``, which does it at the right time.
  public func pause() async {
    (events as? any Pausable)?.releaseLocks()
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
