/// Something that pauses while the app is in the background: a release client, an event queue.
public protocol Pausable: Sendable {
  /// Pauses until ``resume()``.
  func pause() async
  /// Resumes after ``pause()``; has no effect otherwise.
  func resume() async
  /// Releases file locks immediately, without waiting, and keeps none until ``resume()``.
  ///
  /// Apple's systems terminate a suspended app that holds a lock on a file in an app group's
  /// container (`0xdead10cc`).
  func releaseLocks()
}

extension Pausable {
  /// Does nothing, because there are no locks to release.
  public func releaseLocks() {}
}

extension ReleaseClient: Pausable {}
extension EventQueue: Pausable {}

extension Navigator {
  /// Saves the state, closes the connection and sends pending events, for an app that enters the
  /// background.
  ///
  /// Pauses the release source and the event sink if they are ``Pausable``. An app that passes its
  /// phase to ``follow(_:)`` need not call it.
  public func pause() async {
    (events as? any Pausable)?.releaseLocks()
    await finishSavingState()
    await (source as? any Pausable)?.pause()
    await (events as? any Pausable)?.pause()
  }

  /// Reconnects and resumes sending events, for an app that enters the foreground.
  public func resume() async {
    await (events as? any Pausable)?.resume()
    await (source as? any Pausable)?.resume()
  }
}
