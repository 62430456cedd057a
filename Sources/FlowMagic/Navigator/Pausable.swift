/// Something that pauses while the app is in the background: a release client, an event queue.
///
/// Implement ``pause()`` and ``resume()`` as `nonisolated(nonsending)`, or in an actor. In a module
/// without `NonisolatedNonsendingByDefault`, other `async` functions first leave the caller's
/// actor, so that a call may overtake the one before, and an app that has returned stays paused.
public protocol Pausable: AnyObject, Sendable {
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
  /// Pauses the release source and the event sink if they are ``Pausable``, unless they are shared
  /// by another navigator that has started and is not in the background; see ``follow(_:)``. An app
  /// that passes its phase to it need not call this.
  public func pause() async {
    ActiveNavigators.remove(self)
    releaseLocks()
    await finishSavingState()
    for part in pausableParts where !ActiveNavigators.share(part) { await part.pause() }
  }

  /// Reconnects and resumes sending events, for an app that enters the foreground.
  public func resume() async {
    ActiveNavigators.insert(self)
    for part in pausableParts.reversed() { await part.resume() }
  }

  /// The release source and the event sink, if they are ``Pausable``.
  var pausableParts: [any Pausable] {
    [source as? any Pausable, events as? any Pausable].compactMap { $0 }
  }

  /// Releases the file locks of the event sink, unless a navigator that is not in the background
  /// shares it.
  func releaseLocks() {
    guard let sink = events as? any Pausable, !ActiveNavigators.share(sink) else { return }
    sink.releaseLocks()
  }
}
