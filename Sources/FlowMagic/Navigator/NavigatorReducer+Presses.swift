import FlowCore

/// A press by which a screen was left.
struct Press: Sendable {
  /// The step of the screen.
  let step: ShownStep.ID
  /// The port that was fired; nil if the press has left the screen without one.
  let port: Name?
}

extension NavigatorReducer {
  private static let maximumPresses = 16

  /// Whether a screen repeats the press by which it was left, as it does for a double tap.
  ///
  /// Such a press is ignored, but not an error. A screen that was left in another way, such as by a
  /// link, or that now fires another port, is used wrongly (`stale-screen`).
  ///
  /// - Parameters:
  ///   - port: The port; nil for a press of a drawn screen, whatever its effects.
  ///   - id: The step of the screen.
  /// - Returns: Whether the press is a repeated one.
  func isRepeatedPress(_ port: Name?, of id: ShownStep.ID) -> Bool {
    presses.contains { $0.step == id && (port == nil || $0.port == nil || $0.port == port) }
  }

  /// The error for a port that the visible screen fires while work or a step in code runs; nil if
  /// none runs, another screen fires, or the press is a repeated one.
  func errorDuringWork(_ port: Name, from id: ShownStep.ID) -> FlowMagicError? {
    guard isWorking, !isRepeatedPress(port, of: id),
      let visible = state.shownPath.last(where: { screens.hasInterface($0.screen) }),
      visible.id == id
    else { return nil }
    return .firedDuringWork(port, by: visible.screen)
  }

  /// Records that a screen was left by a press.
  mutating func recordPress(_ port: Name?, of id: ShownStep.ID) {
    // A press of a drawn screen may have fired a port, which is then recorded already.
    guard port != nil || !isRepeatedPress(nil, of: id) else { return }
    forgetPress(of: id)
    if presses.count == Self.maximumPresses { presses.removeFirst() }
    presses.append(Press(step: id, port: port))
  }

  /// Forgets the press by which a screen was left, because the user has returned to it.
  mutating func forgetPress(of id: ShownStep.ID) {
    presses.removeAll { $0.step == id }
  }
}

extension FlowMagicError {
  /// The error for a port of a screen that is still visible while code runs.
  static func firedDuringWork(_ port: Name, by screen: Name) -> FlowMagicError {
    FlowMagicError(
      .staleScreen,
      "\(port) was fired by \(screen), which is still visible, but was left: work or a step in "
        + "code runs. It was ignored. Disable the screen while `navigator.isWorking` is true.")
  }
}
