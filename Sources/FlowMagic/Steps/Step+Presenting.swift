package import FlowCore

extension Step {
  /// Presents a screen and waits for its output.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - content: The screen's content; its default content when nil.
  /// - Returns: The screen's output.
  /// - Throws: ``MissingOutputError`` if the screen fired a port without an output,
  ///   ``BackNavigationError``, `CancellationError`, or a `FlowMagicError` if the screen cannot be
  ///   presented.
  public func ask<S: Screen>(
    _ screen: S.Type, _ content: S.Content? = nil
  ) async throws -> S.Output {
    let exit = try await present(screen, content)
    guard let output = exit.output else { throw MissingOutputError<S>(port: exit.port) }
    return output
  }

  /// Presents a screen that has no output and waits for the port that it fires.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - content: The screen's content; its default content when nil.
  /// - Returns: The port that the screen fired.
  /// - Throws: ``BackNavigationError``, `CancellationError`, or a `FlowMagicError` if the screen
  ///   cannot be presented.
  @discardableResult
  public func ask<S: Screen>(
    _ screen: S.Type, _ content: S.Content? = nil
  ) async throws -> S.Port where S.Output == NoOutput {
    try await present(screen, content).port
  }

  /// Presents a screen and waits until it fires any port.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - content: The screen's content; its default content when nil.
  /// - Returns: The port, and the output if there is one.
  /// - Throws: ``BackNavigationError``, `CancellationError`, or a `FlowMagicError` if the screen
  ///   cannot be presented.
  public func present<S: Screen>(
    _ screen: S.Type, _ content: S.Content? = nil
  ) async throws -> ScreenExit<S> {
    try Task.checkCancellation()
    let request = try ScreenRequest(screen, content)
    let exit = try await StepEnvironment.requiredPresenter().present(request)
    guard let port = S.Port(rawValue: exit.port.string) else {
      throw FlowMagicError(
        .unknownPort, "The screen \(S.name) has no port \(exit.port).")
    }
    return ScreenExit(port: port, output: try exit.output?.decoded(as: S.Output.self))
  }

  /// Runs a side effect once, even if the step is repeated because the user went back.
  ///
  /// For requests and other effects between two screens: when the step is replayed up to a later
  /// screen, the stored result of the first run is returned.
  ///
  /// - Parameter body: The effect.
  /// - Returns: Its result.
  /// - Throws: What `body` throws; it runs again next time then.
  public func once<Value: Codable & Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    guard let presenter = StepEnvironment.presenter else { return try await body() }
    if let value = try await presenter.storedResult() { return try value.decoded(as: Value.self) }
    let value = try await body()
    try await presenter.storeResult(try JSON(encoding: value))
    return value
  }
}

/// A screen that a step wants presented.
package struct ScreenRequest: Sendable {
  package let screen: RegisteredScreen
  /// The decoded content.
  package let content: any Sendable

  init<S: Screen>(_ screen: S.Type, _ content: S.Content?) throws {
    self.screen = RegisteredScreen(screen)
    if let content {
      self.content = content
      return
    }
    do {
      self.content = try RegisteredScreen.content(of: screen, from: .null)
    } catch {
      throw FlowMagicError(
        .contentMismatch,
        "A step presented the screen \(S.name) without content, and the screen has no default: "
          + DecodingErrorDescription(error).description)
    }
  }
}

/// Presents the screens that a step asks for: a navigator in an app, a `StepTester` in a test.
package protocol StepPresenter: Sendable {
  /// Presents a screen and waits until it fires a port.
  func present(_ request: ScreenRequest) async throws -> AnyScreenExit
  /// The result that an earlier run of the step stored at this point; nil if there is none.
  func storedResult() async throws -> JSON?
  /// Stores a result at this point of the step.
  func storeResult(_ value: JSON) async throws
}

/// The presenter of the current task.
package enum StepEnvironment {
  @TaskLocal package static var presenter: (any StepPresenter)?

  static func requiredPresenter() throws(FlowMagicError) -> any StepPresenter {
    guard let presenter else {
      throw FlowMagicError(
        .noPresenter,
        "A step presented a screen outside of a navigator. Run it with `Navigator.perform`, or in "
          + "a test with a `StepTester`.")
    }
    return presenter
  }
}
