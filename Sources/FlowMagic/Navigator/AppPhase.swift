/// Where an app is, as the system sees it.
public enum AppPhase: String, Sendable, CaseIterable {
  /// People see and use it.
  case active
  /// People see it, for example behind the app switcher.
  case inactive
  /// Nobody sees it; the system may suspend it at any time.
  case background
}

extension Navigator {
  /// Rests in the background and goes on when the app is active again, however quickly it changes.
  ///
  /// `FlowView` and `FlowNavigation` call it; an interface of your own calls it when the system
  /// says so. Before it returns, no file is locked any longer, so that an app group's folder may
  /// hold the journal of events.
  ///
  /// - Parameter phase: The app's phase.
  public func follow(_ phase: AppPhase) {
    self.phase = phase
    switch phase {
    case .active: Task { await leaveBackground() }
    case .inactive: break
    case .background:
      (events as? any Pausable)?.releaseLocks()
      Task { await enterBackground() }
    }
  }

  // NB: the app may come back while one of these waits, or leave again: each ends with what holds
  // then. An inactive app stays what it was.

  private func enterBackground() async {
    await finishKeepingState()
    if phase != .active { await (source as? any Pausable)?.pause() }
    if phase != .active { await (events as? any Pausable)?.pause() }
    if phase == .active { await resume() }
  }

  private func leaveBackground() async {
    await resume()
    guard phase == .background else { return }
    (events as? any Pausable)?.releaseLocks()
    await (source as? any Pausable)?.pause()
    await (events as? any Pausable)?.pause()
  }
}
