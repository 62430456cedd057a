/// The phase of an app, as the system reports it.
public enum AppPhase: String, Sendable, CaseIterable {
  /// Users see and use it.
  case active
  /// Users see it, for example behind the app switcher.
  case inactive
  /// Nobody sees it; the system may suspend it at any time.
  case background
}

/// The phases of the windows and scenes that show one navigator.
///
/// A phase shared by several scenes: the app is as active as its most active scene.
struct ScenePhases {
  private var phases: [AnyHashable: AppPhase] = [:]

  /// Takes over the phase of a scene; nil for one that no longer shows the navigator.
  ///
  /// - Returns: The phase of the app; nil if no scene is left.
  mutating func set(_ phase: AppPhase?, of scene: AnyHashable) -> AppPhase? {
    phases[scene] = phase
    return AppPhase.allCases.first { phase in phases.values.contains(phase) }
  }
}

extension Navigator {
  /// Follows the phase of one of several windows or scenes that show this navigator: it rests once
  /// none of them is seen.
  ///
  /// `FlowView` calls it with a value of its own.
  ///
  /// - Parameters:
  ///   - phase: The scene's phase; nil once it no longer shows the navigator.
  ///   - scene: The identity of the scene.
  public func follow(_ phase: AppPhase?, of scene: some Hashable) {
    // When the last scene goes, the phase follows from the next scene that reports one.
    guard let app = scenes.set(phase, of: AnyHashable(scene)), app != self.phase else { return }
    follow(app)
  }

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
