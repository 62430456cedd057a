import FlowCore

/// A screen while it is shown: its content, what was entered before, and its ports.
///
/// ```swift
/// For(Email.self) { email in
///   EmailView(email.content) { email.fire(.next, output: $0) }
/// }
/// ```
@MainActor
public struct Shown<S: Screen> {
  /// The step, whose identity lasts as long as it is on the path.
  public nonisolated let step: ShownStep
  /// What the step hands over.
  public nonisolated let content: S.Content
  /// The navigator.
  public nonisolated let navigator: Navigator

  /// Takes a step of the path, if it is of this screen.
  init?(_ screen: S.Type, _ step: ShownStep, in navigator: Navigator) {
    guard step.screen == Name(S.name), let content = navigator.content(of: step) as? S.Content
    else { return nil }
    self.step = step
    self.content = content
    self.navigator = navigator
  }

  /// What the person has entered so far.
  public var answers: S.Outputs { navigator.answers(S.Outputs.self) }

  /// What this screen produced when the person was here before, to fill it in again.
  public var draft: S.Output? {
    let draft =
      navigator.asked.isEmpty
      ? navigator.state.session?.draft(step.step) : navigator.run?.draft
    return draft.flatMap { try? $0.decoded(as: S.Output.self) }
  }

  /// Whether this is the step that is shown, and not one behind it.
  public var isCurrent: Bool { navigator.current?.id == step.id }

  /// Leaves the screen by a port.
  ///
  /// Nothing happens, and `onError` hears why, if the screen was left already or the port leads
  /// nowhere.
  ///
  /// - Parameter port: The port.
  public func fire(_ port: S.Port) {
    navigator.fire(Name(port.rawValue), output: nil, from: step.id)
  }

  /// Leaves the screen by a port with what it produced.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - output: What the screen produced.
  public func fire(_ port: S.Port, output: S.Output) {
    do {
      navigator.fire(Name(port.rawValue), output: try JSON(encoding: output), from: step.id)
    } catch {
      navigator.report(error)
    }
  }

  /// Whether a port leads somewhere for this person now, to enable what fires it.
  ///
  /// - Parameter port: The port.
  /// - Returns: Whether a route of the port applies.
  public func leads(_ port: S.Port) -> Bool {
    !navigator.asked.isEmpty || navigator.state.session?.choice(at: Name(port.rawValue)) != nil
  }

  /// Goes back one step.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func back() -> Bool {
    isCurrent ? navigator.back() : false
  }
}

extension Navigator {
  /// The decoded content of a step on the path.
  func content(of step: ShownStep) -> (any Sendable)? {
    walk.content(of: step.id) ?? run?.content(of: step.id)
  }
}
