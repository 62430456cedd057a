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
  /// `FlowView` calls it with its own identity.
  ///
  /// - Parameters:
  ///   - phase: The scene's phase; nil once it no longer shows the navigator.
  ///   - scene: The identity of the scene.
  public func follow(_ phase: AppPhase?, of scene: some Hashable) {
    // Without any scene, the app keeps its phase until a scene reports one.
    guard let app = scenes.set(phase, of: AnyHashable(scene)), app != self.phase else { return }
    follow(app)
  }

  /// Pauses in the background and resumes when the app is active again, even if the phase changes
  /// quickly.
  ///
  /// `FlowView` and `FlowNavigation` call it; a custom interface calls it when the system reports a
  /// new phase. When it returns in the background, no file is locked, so the event journal may be
  /// in the folder of an app group.
  ///
  /// - Parameter phase: The app's phase.
  public func follow(_ phase: AppPhase) {
    self.phase = phase
    switch phase {
    case .active: isInBackground = false
    case .inactive: return
    case .background:
      isInBackground = true
      (events as? any Pausable)?.releaseLocks()
    }
    Task { await applyPhase() }
  }

  // NB: the phase may change while a transition waits, and transitions may overlap, so each repeats
  // until it has applied the latest phase.
  private func applyPhase() async {
    var wasInBackground: Bool
    repeat {
      wasInBackground = isInBackground
      if wasInBackground { await pauseInBackground() } else { await resume() }
    } while wasInBackground != isInBackground
  }

  private func pauseInBackground() async {
    await finishSavingState()
    if isInBackground { await (source as? any Pausable)?.pause() }
    if isInBackground { await (events as? any Pausable)?.pause() }
  }
}
