import FlowCore

/// A screen without an interface: a request, a notification, a calculation.
///
/// It is registered and used in flows like any other screen. While it works, the previous screen
/// stays visible; when it is done, it fires a port. If it throws, the navigator goes back to the
/// previous screen; it also calls `onError`, unless the error is a `CancellationError`.
///
/// If the app is terminated during the work, the work runs again once the state is restored, so its
/// request must be idempotent: a charge that may be repeated needs a key by which the server
/// recognizes it. `once` of a ``RoutedStep`` provides such a key.
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
  let body: @Sendable (StepContext<S>) async throws -> ScreenExit<S>

  /// Creates a screen without an interface.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - body: Does the work and returns the exit of the screen; cancelled when the flow navigates
  ///     elsewhere.
  public init(
    _ screen: S.Type, _ body: @escaping @Sendable (StepContext<S>) async throws -> ScreenExit<S>
  ) {
    self.body = body
  }
}

extension RegisteredScreen {
  /// Erases the type of a screen without an interface.
  ///
  /// - Parameter work: The screen and its work.
  public init<S: Screen>(_ work: Work<S>) {
    self.init(S.self)
    code = .work { values, state in
      try AnyScreenExit(await work.body(StepContext<S>(values, state)))
    }
  }
}

extension ScreenRegistryBuilder {
  /// A screen without an interface.
  public static func buildExpression<S: Screen>(_ work: Work<S>) -> [RegisteredScreen] {
    [RegisteredScreen(work)]
  }
}
