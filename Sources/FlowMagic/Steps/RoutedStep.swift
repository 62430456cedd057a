import FlowCore

/// A step in code that is part of a flow document: a route enters it, and its outcomes are ports.
///
/// It is declared like a ``Screen``, but has code in place of a view: the code presents screens and
/// returns how to leave the step. In the portal it is added to a flow like a screen.
///
/// ```swift
/// struct SendMoney: RoutedStep {
///   enum Port: String, ActionPort { case sent, declined }
///   static let needs = Needs(\Answers.email)
///   static let output = \Answers.receipt
///   static let outputPorts: [Port] = [.sent]
///   let bank: Bank
///
///   func perform(_ context: StepContext<Self>) async throws -> ScreenExit<Self> {
///     let amount = try await ask(EnterAmount.self)
///     guard try await ask(Confirm.self) == .yes else { return .fire(.declined) }
///     let receipt = try await once { key in try await bank.send(amount, key) }
///     return .fire(.sent, output: receipt)
///   }
/// }
///
/// let screens = try ScreenRegistry {
///   EnterAmount.self
///   Confirm.self
///   SendMoney(bank: bank)
/// }
/// ```
///
/// Going back from a screen of the step, or from the step after it, shows the screen before. The
/// navigator's saved state contains the answers that the step received: after a relaunch it runs
/// again with them, up to the screen that was shown. Code between two screens must therefore be
/// idempotent, or wrapped in `once`.
///
/// If `perform` throws, the navigator shows the latest screen of the step again, or, if there is
/// none, the step before it. It calls `onError`, unless the error is a `CancellationError` or a
/// ``BackNavigationError``.
public protocol RoutedStep: Screen, ScreenPresenter {
  /// Performs the step.
  ///
  /// - Parameter context: The step's content and the outputs of the session so far.
  /// - Returns: The exit of the step: the port to fire, and its output if there is one.
  /// - Throws: The step's own errors; `CancellationError` when the user has left the step.
  func perform(_ context: StepContext<Self>) async throws -> ScreenExit<Self>
}

/// A decision that is part of a flow document: its cases are ports, and code chooses one of them.
///
/// It is made when a route leads to it; the user sees only the step that follows. In the portal it
/// appears on the canvas with its cases, each of which can be connected.
///
/// ```swift
/// struct LargeAmount: RoutedDecision {
///   enum Port: String, ActionPort { case plain, large }
///   struct Content: Codable, Sendable { var threshold: Int }
///   static let needs = Needs(\Answers.amount)
///
///   func make(_ context: StepContext<Self>) -> Port {
///     context.needs > context.content.threshold ? .large : .plain
///   }
/// }
/// ```
///
/// A test calls `make` with a ``StepContext``, or runs a flow that has the decision.
public protocol RoutedDecision: Screen {
  /// Makes the decision synchronously; use ``Work`` for what takes time.
  ///
  /// - Parameter context: The step's content and the outputs of the session so far.
  /// - Returns: The case.
  func make(_ context: StepContext<Self>) -> Port
}

extension RegisteredScreen {
  /// Erases the type of a step in code.
  ///
  /// - Parameter step: The step.
  public init<S: RoutedStep>(_ step: S) {
    self.init(S.self)
    code = .step { values, state in
      try AnyScreenExit(await step.perform(StepContext<S>(values, state)))
    }
  }

  /// Erases the type of a decision.
  ///
  /// - Parameter decision: The decision.
  public init<D: RoutedDecision>(_ decision: D) {
    self.init(D.self)
    code = .decision { values, state in
      Name(decision.make(try StepContext<D>(values, state)).rawValue)
    }
  }

  var decision: (@Sendable (StepValues, NavigatorState) throws -> Name)? {
    if case .decision(let decision) = code { decision } else { nil }
  }
}

extension ScreenRegistryBuilder {
  /// A step in code.
  public static func buildExpression<S: RoutedStep>(_ step: S) -> [RegisteredScreen] {
    [RegisteredScreen(step)]
  }

  /// A decision.
  public static func buildExpression<D: RoutedDecision>(_ decision: D) -> [RegisteredScreen] {
    [RegisteredScreen(decision)]
  }

  // NB: deprecated, not unavailable: an unavailable overload would lose to the one for any screen.

  /// A step in code is registered as a value, with its dependencies; its type is `invalid-screen`.
  @available(*, deprecated, message: "Register a value of the step, such as `SendMoney()`.")
  public static func buildExpression<S: RoutedStep>(_ step: S.Type) -> [RegisteredScreen] {
    [RegisteredScreen(step)]
  }

  /// A decision is registered as a value, with its dependencies; its type is `invalid-screen`.
  @available(*, deprecated, message: "Register a value of the decision, such as `Review()`.")
  public static func buildExpression<D: RoutedDecision>(
    _ decision: D.Type
  ) -> [RegisteredScreen] {
    [RegisteredScreen(decision)]
  }
}

extension ScreenRegistry {
  /// Whether a screen has an interface; true for one that this build does not have.
  func hasInterface(_ screen: Name) -> Bool { self[screen]?.code == nil }

  /// Whether a screen is a step in code.
  func isRoutedStep(_ screen: Name) -> Bool {
    if case .step = self[screen]?.code { true } else { false }
  }
}
