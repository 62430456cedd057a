/// A part of a flow that is written in Swift: takes an input, asks screens, gives an output.
///
/// For what must be written and not drawn. A step reads like a recipe: it asks for one screen after
/// the other and has their outputs at hand, checked by the compiler. Steps are made of steps, stop
/// when their task is cancelled, and run in a test without any interface.
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
/// When the person goes back, `perform` begins anew and is given the answers that still hold, up to
/// the screen to show again. So what it does between two questions must be harmless to repeat, or
/// stand in ``once(_:)``.
public protocol Step<Input, Output>: Sendable {
  /// What the step begins with.
  associatedtype Input: Sendable = Void
  /// What it produces.
  associatedtype Output: Sendable = Void

  /// Does the step.
  ///
  /// - Parameter input: What to begin with.
  /// - Returns: What the step produces.
  /// - Throws: What it likes, ``WentBack`` when the person left, and `CancellationError`.
  func perform(_ input: Input) async throws -> Output
}

extension Step where Input == Void {
  /// Does the step.
  public func perform() async throws -> Output { try await perform(()) }
}

/// A choice made without a person, apart from the steps so that it can be tested on its own.
///
/// Make the output an enum: `switch` then has to name every case.
///
/// ```swift
/// struct Review: Decision {
///   let amount: Int
///   enum Output { case plain, large }
///   func make() -> Output { amount > 1_000 ? .large : .plain }
/// }
/// ```
public protocol Decision: Sendable {
  /// What can come out.
  associatedtype Output

  /// Decides.
  func make() -> Output
}

/// The person went back: out of a step, or to an earlier screen of it.
public struct WentBack: Error, Hashable {
  /// Makes an error.
  public init() {}
}

/// The person left a screen by a port that hands over no output, where a step asked for one.
public struct LeftWithoutOutput<S: Screen>: Error {
  /// The port.
  public let port: S.Port
}

/// How a screen was left.
public struct Answer<S: Screen>: Sendable {
  /// The port.
  public let port: S.Port
  /// What the screen produced, if the port handed it over.
  public let output: S.Output?
}
