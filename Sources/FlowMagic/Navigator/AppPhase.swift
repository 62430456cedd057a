/// The phase of an app, as the system reports it.
public enum AppPhase: String, Sendable, CaseIterable {
  /// The app is visible and receives input.
  case active
  /// The app is visible but receives no input, for example in the app switcher.
  case inactive
  /// The app is not visible; the system may suspend it at any time.
  case background
}

/// The phases of the scenes that show one navigator.
///
/// The app has the phase of its most active scene.
struct ScenePhases {
  private var phases: [AnyHashable: AppPhase] = [:]

  /// Sets the phase of a scene; nil removes a scene that no longer shows the navigator.
  ///
  /// - Returns: The phase of the app; nil if no scene is left.
  mutating func set(_ phase: AppPhase?, of scene: AnyHashable) -> AppPhase? {
    phases[scene] = phase
    return AppPhase.allCases.first { phase in phases.values.contains(phase) }
  }
}

extension Navigator {
  /// Follows the phase of one of several scenes that show this navigator, which pauses once none of
  /// them is visible.
  ///
  /// `FlowView` and `FlowNavigation` call it with their own identity.
  ///
  /// - Parameters:
  ///   - phase: The scene's phase; nil once it no longer shows the navigator.
  ///   - scene: The identity of the scene.
  public func follow(_ phase: AppPhase?, of scene: some Hashable) {
    guard let app = scenes.set(phase, of: AnyHashable(scene)) else {
      // Without any scene, nothing is paused or resumed until a scene, or another navigator that
      // shares the client, reports a phase.
      ActiveNavigators.remove(self)
      if self.phase == .active { self.phase = .inactive }
      return
    }
    if app == .active { ActiveNavigators.insert(self) }
    guard app != self.phase else { return }
    follow(app)
  }

  /// Follows a scene that reports only changes of its phase; until the first one, it is taken as
  /// visible unless the app is in the background.
  ///
  /// - Parameter scene: The identity of the scene.
  package func follow(newScene scene: some Hashable) {
    follow(isInBackground ? .background : .active, of: scene)
  }

  /// Pauses in the background and resumes when the app is active again, even if the phase changes
  /// quickly.
  ///
  /// A custom interface calls it when the system reports a new phase. When it returns in the
  /// background, no file is locked, so the event journal may be in the folder of an app group.
  ///
  /// A release client or an event queue that several navigators share, such as one for each window,
  /// pauses once all that have started are in the background or no longer shown by a scene. Call
  /// ``pause()`` for one that has started and was never shown.
  ///
  /// - Parameter phase: The app's phase.
  public func follow(_ phase: AppPhase) {
    self.phase = phase
    switch phase {
    case .active:
      isInBackground = false
      ActiveNavigators.insert(self)
    case .inactive: return
    case .background:
      isInBackground = true
      ActiveNavigators.remove(self)
      releaseLocks()
    }
    Task { await applyPhase() }
  }

  private func applyPhase() async {
    guard isInBackground else {
      for part in pausableParts.reversed() { await applyPhase(to: part) }
      return
    }
    await finishSavingState()
    for part in pausableParts where pauses(part) { await applyPhase(to: part) }
  }

  // NB: the phase may change while a transition waits, and transitions may overlap, so each repeats
  // until it has applied the latest phase of all navigators that share the source or the sink.
  private func applyPhase(to part: any Pausable) async {
    var isPaused: Bool
    repeat {
      isPaused = pauses(part)
      if isPaused { await part.pause() } else { await part.resume() }
    } while isPaused != pauses(part)
  }

  /// Whether the source or the sink pauses: this navigator is in the background, and none of
  /// ``ActiveNavigators`` shares it.
  private func pauses(_ part: any Pausable) -> Bool {
    isInBackground && !ActiveNavigators.share(part)
  }
}
