import FlowCore

/// Access to a screen on the path: its content, the session's outputs, and its ports.
///
/// ```swift
/// For(Email.self) { email in
///   Button(email.content.title) { email.fire(.next, output: "mira@example.com") }
/// }
/// ```
@MainActor
public struct ScreenProxy<S: Screen> {
  /// The step; its identity is stable while it is on the path.
  public nonisolated let step: ShownStep
  /// The decoded content of the step.
  public nonisolated let content: S.Content
  /// The metadata of the step.
  public nonisolated let metadata: S.Metadata
  /// The values that the screen ``Screen/needs``: a single value, or a tuple of several.
  ///
  /// They are the values that the step was shown with, and do not change while it is being left.
  public nonisolated let needs: S.Needed
  /// The navigator.
  public nonisolated let navigator: Navigator
  /// The values that replace the session's in a preview; nil in an app.
  let sample: ScreenSample<S>?

  /// Creates the proxy of a step; nil if the step shows another screen.
  init?(_ screen: S.Type, _ step: ShownStep, in navigator: Navigator) {
    guard step.screen == Name(S.name), let values = navigator.reducer.contents[step.id],
      let content = values.content as? S.Content, let metadata = values.metadata as? S.Metadata,
      let needed = values.neededValues as? NeededValues<S>
    else { return nil }
    self.step = step
    self.content = content
    self.metadata = metadata
    needs = needed.values
    self.navigator = navigator
    sample = nil
  }

  init(
    _ sample: ScreenSample<S>, _ step: ShownStep, _ content: S.Content, _ metadata: S.Metadata,
    _ needs: S.Needed, in navigator: Navigator
  ) {
    self.step = step
    self.content = content
    self.metadata = metadata
    self.needs = needs
    self.navigator = navigator
    self.sample = sample
  }

  /// The session's outputs so far.
  public var outputs: S.Outputs { sample?.outputs ?? navigator.outputs(S.Outputs.self) }

  /// The output that this screen had before the user went back, to prefill a form; nil if it had
  /// none.
  public var enteredValue: S.Output? {
    if let sample { return sample.enteredValue }
    let state = navigator.reducer.state
    let owner = navigator.reducer.owner(of: step.id)
    let value =
      owner.map { state.visits[$0.step]?.log.enteredValue }
      ?? state.session?.enteredValue(step.step)
    return value.flatMap { try? $0.decoded(as: S.Output.self) }
  }

  /// Whether this step is the current one, rather than below it on the path.
  public var isCurrent: Bool { sample != nil || navigator.current?.id == step.id }

  /// Fires a port.
  ///
  /// If no route of the port applies, `onError` is called, and also if the screen has already been
  /// left, unless by this port: a double tap counts once and is not an error.
  ///
  /// - Parameter port: The port.
  public func fire(_ port: S.Port) {
    if let sample { return sample.onFire(port, nil) }
    navigator.fire(Name(port.rawValue), output: nil, from: step.id)
  }

  /// Fires a port with the screen's output.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - output: The output.
  public func fire(_ port: S.Port, output: S.Output) {
    if let sample { return sample.onFire(port, output) }
    do {
      navigator.fire(Name(port.rawValue), output: try JSON(encoding: output), from: step.id)
    } catch {
      navigator.report(error)
    }
  }

  /// Whether a route of a port applies now, for example to enable a button.
  ///
  /// - Parameter port: The port.
  /// - Returns: Whether firing the port would navigate.
  public func canFire(_ port: S.Port) -> Bool {
    sample != nil || navigator.reducer.owner(of: step.id) != nil
      || navigator.state.session?.choice(at: Name(port.rawValue)) != nil
  }

  /// Goes back one step.
  ///
  /// - Returns: Whether there was a step to go back to.
  @discardableResult
  public func back() -> Bool {
    isCurrent ? navigator.back() : false
  }
}

extension ScreenProxy where S.Output == NoOutput {
  /// A screen without an output fires its ports without one.
  @available(
    *, unavailable, message: "Declare `output`; in Swift 5 mode as `OutputProperty<Answers, Int>`."
  )
  public func fire(_ port: S.Port, output: some Any) {}
}
