import FlowCore

/// A screen without an interface: a request, a notification, a calculation.
///
/// Registered like any screen and used by flows like any screen. While it works, the screen before
/// stays in view; when it is done, it leaves by a port. If it throws, the person is back at the
/// screen before, and `onError` hears why.
///
/// ```swift
/// let screens = try ScreenRegistry {
///   Cart.self
///   Work(Charge.self) { charge in
///     let receipt = try await bank.charge(charge.answers.card)
///     return .by(.paid, output: receipt)
///   }
/// }
/// ```
public struct Work<S: Screen>: Sendable {
  let body: @Sendable (Doing<S>) async throws -> Leaving<S>

  /// Makes an entry of a registry.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - body: Does the work and says how the screen is left; cancelled when the flow goes
  ///     elsewhere.
  public init(
    _ screen: S.Type, _ body: @escaping @Sendable (Doing<S>) async throws -> Leaving<S>
  ) {
    self.body = body
  }
}

/// What work begins with.
public struct Doing<S: Screen>: Sendable {
  /// What the step hands over.
  public let content: S.Content
  /// What the person has entered so far.
  public let answers: S.Outputs
}

/// How a screen is left.
public struct Leaving<S: Screen>: Sendable {
  let port: S.Port
  let output: S.Output?

  /// By a port without an output.
  ///
  /// - Parameter port: The port.
  /// - Returns: How the screen is left.
  public static func by(_ port: S.Port) -> Leaving { Leaving(port: port, output: nil) }

  /// By a port with what the screen produced.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - output: What the screen produced.
  /// - Returns: How the screen is left.
  public static func by(_ port: S.Port, output: S.Output) -> Leaving {
    Leaving(port: port, output: output)
  }
}

extension Reply {
  package init<S: Screen>(_ leaving: Leaving<S>) throws {
    let output = try leaving.output.map { try JSON(encoding: $0) }
    self.init(port: Name(leaving.port.rawValue), output: output)
  }
}

extension RegisteredScreen {
  /// Takes a screen without an interface.
  ///
  /// - Parameter work: The screen and what it does.
  public init<S: Screen>(_ work: Work<S>) {
    self.init(S.self)
    self.work = { content, state in
      guard let content = content as? S.Content else {
        throw FlowMagicError(.contentMismatch, "The content of \(S.name) was not decoded.")
      }
      return try Reply(await work.body(Doing(content: content, answers: state.answers())))
    }
  }
}

extension ScreenRegistryBuilder {
  /// A screen without an interface.
  public static func buildExpression<S: Screen>(_ work: Work<S>) -> [RegisteredScreen] {
    [RegisteredScreen(work)]
  }
}

extension ScreenRegistry {
  /// Whether a screen has no interface.
  func isWork(_ screen: Name) -> Bool { self[screen]?.work != nil }
}

extension Navigator {
  /// Begins the work of the step that is shown, if it is a screen without an interface.
  func workIfNeeded() {
    guard let step = walk.state.current, step.id != workingOn else { return }
    working?.cancel()
    working = nil
    workingOn = step.id
    guard walk.state.isActive, let work = screens[step.screen]?.work,
      let content = walk.content(of: step.id)
    else { return }
    let state = walk.state
    working = Task { [weak self] in
      do {
        let reply = try await work(content, state)
        self?.finishWork(of: step, by: reply)
      } catch {
        self?.giveUpWork(of: step, error)
      }
    }
  }

  private func finishWork(of step: ShownStep, by reply: Reply) {
    guard walk.state.current?.id == step.id else { return }
    change { $0.fire(reply.port, output: reply.output, from: step.id) }
    if walk.state.current?.id == step.id { back() }
  }

  private func giveUpWork(of step: ShownStep, _ error: any Error) {
    guard walk.state.current?.id == step.id, !(error is CancellationError) else { return }
    report(error)
    back()
  }
}
