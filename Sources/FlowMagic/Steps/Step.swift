/// A part of a flow written in Swift: takes an input, presents screens and returns an output.
///
/// Use it for logic that does not belong in a flow document. A step presents one screen after
/// another and uses their typed outputs. Steps compose, stop when their task is cancelled, and run
/// in tests without an interface.
///
/// ```swift
/// struct SendMoney: Step {
///   func perform(_ account: Account) async throws -> Receipt {
///     let contact = try await ask(SelectContact.self)
///     let amount = try await ask(EnterAmount.self, .init(limit: account.limit))
///     return try await Transfer(to: contact, amount).perform()
///   }
/// }
/// ```
///
/// When the user goes back, `perform` runs again from its start, and the earlier screens return
/// their outputs immediately, without being shown. Code between two screens must therefore be
/// idempotent, or wrapped in `once`.
public protocol Step<Input, Output>: ScreenPresenter {
  /// The step's input.
  associatedtype Input: Sendable = Void
  /// The step's output.
  associatedtype Output: Sendable = Void

  /// Performs the step.
  ///
  /// Implement this for a step that takes an input, and `perform()` for one that takes none.
  ///
  /// - Parameter input: The input.
  /// - Returns: The output.
  /// - Throws: ``BackNavigationError`` when the user left the step, `CancellationError`, and the
  ///   step's own errors.
  func perform(_ input: Input) async throws -> Output

  /// Performs a step that takes no input.
  ///
  /// - Returns: The output.
  /// - Throws: Any error thrown by `perform` with an input; `missing-input` for a step that takes
  ///   one.
  func perform() async throws -> Output
}

extension Step where Input == Void {
  /// Performs the step.
  public func perform(_ input: Void) async throws -> Output { try await perform() }

  /// Makes a step without an input implement `perform()`.
  @available(
    *, unavailable, message: "Write `func perform() async throws` for a step without input."
  )
  public func perform() async throws -> Output { try await perform(()) }
}

extension Step {
  /// Throws `missing-input`, because the step takes an input.
  public func perform() async throws -> Output {
    throw FlowMagicError(
      .missingInput,
      "\(Self.self) was performed without its input. Call `perform` with a \(Input.self).")
  }
}

/// A decision that needs no user, separate from the steps so that it can be tested by itself.
///
/// Make the output an enum, so that a `switch` over it is exhaustive.
///
/// ```swift
/// struct Review: Decision {
///   let amount: Int
///   enum Output { case plain, large }
///   func make() -> Output { amount > 1_000 ? .large : .plain }
/// }
/// ```
public protocol Decision: Sendable {
  /// The possible results.
  associatedtype Output

  /// Makes the decision.
  func make() -> Output
}

/// Thrown when the user goes back: out of a step, or to an earlier screen of it.
public struct BackNavigationError: Error, Hashable {
  /// Creates an error.
  public init() {}
}

/// Thrown when a screen fires a port without an output although the step asked for one.
public struct MissingOutputError<S: Screen>: Error {
  /// The port that the screen fired.
  public let port: S.Port
}
