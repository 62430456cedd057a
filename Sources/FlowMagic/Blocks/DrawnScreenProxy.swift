public import FlowBlocks
public import FlowCore

/// Access to a drawn screen on the path: what to draw, and what the user does.
///
/// ```swift
/// if let goal = navigator.drawnScreen {
///   goal.enter("mira@example.com", in: "email")
///   goal.press("continue")
/// }
/// ```
@MainActor
public struct DrawnScreenProxy {
  /// The step; its identity is stable while it is on the path.
  public nonisolated let step: ShownStep
  /// The navigator.
  public nonisolated let navigator: Navigator
  /// The screen when it was last known: a view that animates out shows it.
  private let last: DrawnVisit

  /// Creates the proxy of a step; nil if the step shows no drawn screen.
  init?(_ step: ShownStep, in navigator: Navigator) {
    guard let drawing = navigator.drawings[step.id] else { return nil }
    self.step = step
    self.navigator = navigator
    last = drawing
  }

  private var drawing: DrawnVisit { navigator.drawings[step.id] ?? last }

  /// The screen as it is shown now; observed like the navigator's other properties.
  public var screen: ResolvedScreen { drawing.model.screen }

  /// The colors of the release.
  public var theme: ScreenTheme {
    ScreenTheme(navigator.state.session?.release.drawn?.theme)
  }

  /// Whether an action runs that a button has called; buttons do nothing meanwhile.
  public var isBusy: Bool { drawing.call != nil }

  /// The key of the block that has called the action that runs; nil if none runs.
  public var busyBlock: Name? { drawing.call?.call.block }

  /// The number of presses that were refused because the form is incomplete.
  ///
  /// When it changes, focus the field of the first of the screen's errors.
  public var refusals: Int { drawing.refusals }

  /// Whether this is the current step, and not one below it on the path.
  public var isCurrent: Bool { navigator.current?.id == step.id }

  /// Puts a value into a field; its error is not shown yet.
  ///
  /// - Parameters:
  ///   - value: The text as typed, the chosen value, or an array of chosen values; null resets the
  ///     field.
  ///   - field: The field's name.
  public func enter(_ value: JSON, in field: Name) {
    navigator.edit(step.id) { $0.enter(value, in: field) }
  }

  /// Shows the error of a field from now on: its user has left it.
  ///
  /// - Parameter field: The field's name.
  public func leave(_ field: Name) {
    navigator.edit(step.id) { $0.leave(field) }
    navigator.keepState()
  }

  /// Presses a button, a card or a link.
  ///
  /// If the screen was left already, nothing changes and `onError` is called.
  ///
  /// - Parameter key: The key of the block.
  public func press(_ key: Name) {
    navigator.use(step.id) { $0.press(key) }
  }

  /// Chooses an option, a tab or a slide, and does what follows.
  ///
  /// - Parameters:
  ///   - value: The chosen value, an array of several, or the index of a tab or slide.
  ///   - key: The key of the block.
  public func choose(_ value: JSON, in key: Name) {
    navigator.use(step.id) { $0.choose(value, in: key) }
  }

  /// Does what follows the end of a video.
  ///
  /// - Parameter key: The key of the block.
  public func end(_ key: Name) {
    navigator.use(step.id) { $0.end(key) }
  }

  /// Goes back one step.
  ///
  /// - Returns: Whether there was a step to go back to.
  @discardableResult
  public func back() -> Bool {
    isCurrent ? navigator.back() : false
  }
}
