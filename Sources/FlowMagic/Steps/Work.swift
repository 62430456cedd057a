import FlowCore

/// A screen without an interface: a request, a notification, a calculation.
///
/// It is registered and used in flows like any other screen. While it works, the previous screen
/// stays visible; when it is done, it fires a port. If it throws, the navigator goes back to the
/// previous screen and calls `onError`, unless it throws `CancellationError`.
///
/// ```swift
/// let screens = try ScreenRegistry {
///   Cart.self
///   Work(Charge.self) { charge in
///     let receipt = try await bank.charge(charge.outputs.card)
///     return .fire(.paid, output: receipt)
///   }
/// }
/// ```
public struct Work<S: Screen>: Sendable {
  let body: @Sendable (WorkContext<S>) async throws -> ScreenExit<S>

  /// Registers a screen without an interface.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - body: Does the work and returns how to leave the screen; cancelled when the flow navigates
  ///     elsewhere.
  public init(
    _ screen: S.Type, _ body: @escaping @Sendable (WorkContext<S>) async throws -> ScreenExit<S>
  ) {
    self.body = body
  }
}

/// The input of ``Work``.
public struct WorkContext<S: Screen>: Sendable {
  /// The step's content.
  public let content: S.Content
  /// The outputs of the session so far.
  public let outputs: S.Outputs
}

extension RegisteredScreen {
  /// Erases the type of a screen without an interface.
  ///
  /// - Parameter work: The screen and its work.
  public init<S: Screen>(_ work: Work<S>) {
    self.init(S.self)
    self.work = { content, state in
      guard let content = content as? S.Content else {
        throw FlowMagicError(.contentMismatch, "The content of \(S.name) was not decoded.")
      }
      let context = WorkContext<S>(content: content, outputs: state.outputs())
      return try AnyScreenExit(await work.body(context))
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
  /// Starts the work of the current step, if its screen has no interface.
  func startWorkIfNeeded() {
    guard let step = reducer.state.current, step.id != workStep else { return }
    workTask?.cancel()
    workTask = nil
    workStep = step.id
    guard reducer.state.isActive, let work = screens[step.screen]?.work,
      let content = reducer.content(of: step.id)
    else { return }
    let state = reducer.state
    workTask = Task { [weak self] in
      do {
        let exit = try await work(content, state)
        self?.finishWork(of: step, with: exit)
      } catch {
        self?.failWork(of: step, error)
      }
    }
  }

  private func finishWork(of step: ShownStep, with exit: AnyScreenExit) {
    guard reducer.state.current?.id == step.id else { return }
    change { $0.fire(exit.port, output: exit.output, from: step.id) }
    if reducer.state.current?.id == step.id { back() }
  }

  private func failWork(of step: ShownStep, _ error: any Error) {
    // Work whose flow navigated elsewhere is no longer current. What is current and cancelled
    // itself must not leave the user waiting, and is no problem to report.
    guard reducer.state.current?.id == step.id else { return }
    if !(error is CancellationError) { report(error) }
    back()
  }
}
