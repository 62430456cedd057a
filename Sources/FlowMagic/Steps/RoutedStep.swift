import FlowCore

/// A step in code that flows can use: a route enters it, and its outcomes are ports.
///
/// It is declared like a ``Screen``, and has code in place of a view: the code presents screens,
/// and says how to leave the step. A product owner draws it into a flow like a screen.
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
/// Going back shows the screen before, inside the step and into it from the step after it. The
/// navigator's saved state keeps what the step was answered: after a relaunch it runs again with
/// those answers, up to the screen that was shown. Code between two screens must therefore be
/// idempotent, or wrapped in `once`.
///
/// If `perform` throws, the navigator calls `onError`, unless it is a `CancellationError`, and
/// shows the latest screen of the step again, or the step before.
public protocol RoutedStep: Screen, ScreenPresenter {
  /// Performs the step.
  ///
  /// - Parameter context: The step's content and the outputs of the session so far.
  /// - Returns: The exit of the step: the port to fire, and its output if there is one.
  /// - Throws: Errors of the step's own; `CancellationError` when the user has left the step.
  func perform(_ context: StepContext<Self>) async throws -> ScreenExit<Self>
}

/// A decision that flows can use: its cases are ports, and no user is asked.
///
/// It is made when a route leads to it; a user sees only what comes after. A product owner sees it
/// on the canvas with its cases, and connects each.
///
/// ```swift
/// struct LargeAmount: RoutedDecision {
///   enum Port: String, ActionPort { case plain, large }
///   struct Content: Codable, Sendable { var most: Int }
///   static let needs = Needs(\Answers.amount)
///
///   func make(_ context: StepContext<Self>) -> Port {
///     context.needs > context.content.most ? .large : .plain
///   }
/// }
/// ```
///
/// A test calls `make` with a ``StepContext``, or runs a flow that has the decision.
public protocol RoutedDecision: Screen {
  /// Makes the decision; what takes time is ``Work``.
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

  /// A step in code is registered as a value, with what it depends on.
  @available(*, unavailable, message: "Register a value of the step, such as `SendMoney()`.")
  public static func buildExpression<S: RoutedStep>(_ step: S.Type) -> [RegisteredScreen] { [] }

  /// A decision is registered as a value, with what it depends on.
  @available(*, unavailable, message: "Register a value of the decision, such as `Review()`.")
  public static func buildExpression<D: RoutedDecision>(
    _ decision: D.Type
  ) -> [RegisteredScreen] { [] }
}

extension ScreenRegistry {
  /// Whether a screen has an interface; so does one that this build does not have.
  func hasInterface(_ screen: Name) -> Bool { self[screen]?.code == nil }

  /// Whether a screen is a step in code.
  func isRoutedStep(_ screen: Name) -> Bool {
    if case .step = self[screen]?.code { true } else { false }
  }
}
