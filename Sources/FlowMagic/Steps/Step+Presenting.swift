public import FlowCore

/// Code that presents screens: a ``Step`` or a ``RoutedStep``.
public protocol ScreenPresenter: Sendable {}

extension ScreenPresenter {
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

  /// Runs an effect once, even if the step is repeated.
  ///
  /// For requests and other effects between two screens: when the step is replayed up to a later
  /// screen, because the user went back or the app was relaunched, the stored result of the first
  /// run is returned. The effect runs again if an earlier answer has changed.
  ///
  /// If the app is terminated during the effect, its result is unknown and it runs again: use the
  /// `once` with a key where that matters.
  ///
  /// - Parameters:
  ///   - name: Identifies the effect across app updates that add other effects; effects without a
  ///     name are identified by their order.
  ///   - body: The effect.
  /// - Returns: Its result.
  /// - Throws: Any error thrown by `body`, which runs again the next time. `unreadable-result` if
  ///   the result was stored by another build and cannot be decoded.
  public func once<Value: Codable & Sendable>(
    _ name: Name = "", _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await runOnce(name, rerunsIfUnreadable: false) { _ in try await body() }
  }

  /// Runs an effect without a result once, even if the step is repeated.
  ///
  /// - Parameters:
  ///   - name: Identifies the effect.
  ///   - body: The effect.
  /// - Throws: Any error thrown by `body`, which runs again the next time.
  public func once(
    _ name: Name = "", _ body: @Sendable () async throws -> Void
  ) async throws {
    _ = try await runOnce(name, rerunsIfUnreadable: true) { _ in
      try await body()
      return true
    }
  }

  /// Runs an effect once, with a key by which a server recognizes a repeated request.
  ///
  /// ```swift
  /// struct Pay: Step {
  ///   func perform(_ amount: Int) async throws -> Receipt {
  ///     try await once("pay") { key in try await bank.send(amount, idempotencyKey: key) }
  ///   }
  /// }
  /// ```
  ///
  /// The key is part of the navigator's state before the effect starts and is the same for each
  /// attempt: for a ``RoutedStep``, also after a relaunch that restores this state. It changes when
  /// an earlier answer changes.
  ///
  /// - Parameters:
  ///   - name: Identifies the effect, as for the other `once`.
  ///   - body: The effect, given its key.
  /// - Returns: Its result.
  /// - Throws: Any error thrown by `body`, which runs again the next time with the same key.
  public func once<Value: Codable & Sendable>(
    _ name: Name = "", _ body: @Sendable (_ key: String) async throws -> Value
  ) async throws -> Value {
    try await runOnce(name, rerunsIfUnreadable: true, body)
  }

  /// Runs an effect without a result once, with a key by which a server recognizes a repeated
  /// request.
  ///
  /// - Parameters:
  ///   - name: Identifies the effect, as for the other `once`.
  ///   - body: The effect, given its key.
  /// - Throws: Any error thrown by `body`, which runs again the next time with the same key.
  public func once(
    _ name: Name = "", _ body: @Sendable (_ key: String) async throws -> Void
  ) async throws {
    _ = try await runOnce(name, rerunsIfUnreadable: true) { key in
      try await body(key)
      return true
    }
  }

  private func runOnce<Value: Codable & Sendable>(
    _ name: Name, rerunsIfUnreadable: Bool,
    _ body: @Sendable (_ key: String) async throws -> Value
  ) async throws -> Value {
    guard let presenter = StepEnvironment.presenter else {
      // Outside of a navigator, steps are not replayed, so no result is stored.
      return try await body(String(UInt64.random(in: .min ... .max), radix: 16))
    }
    let effect = try await presenter.beginEffect(name)
    if let result = effect.result {
      do {
        return try result.decoded(as: Value.self)
      } catch  where !rerunsIfUnreadable {
        let label = name.isEmpty ? "an effect" : "the effect “\(name)”"
        throw FlowMagicError(
          .unreadableResult,
          "The result of \(label) in an earlier build does not decode as \(Value.self), and it was "
            + "not run again. Keep the type readable, or give `once` a closure that takes a key. ",
          decoding: error)
      } catch {}
    }
    let value = try await body(effect.key)
    try await presenter.finishEffect(effect, try JSON(encoding: value))
    return value
  }
}

/// A request of a step to present a screen.
package struct ScreenRequest: Sendable {
  package let screen: RegisteredScreen
  /// The decoded content.
  package let content: any Sendable
  /// Whether the screen can be left with this exit: it has the port, and the output decodes.
  package let accepts: @Sendable (AnyScreenExit) -> Bool

  init<S: Screen>(_ screen: S.Type, _ content: S.Content?) throws {
    self.screen = RegisteredScreen(screen)
    accepts = { exit in
      S.Port(rawValue: exit.port.string) != nil
        && exit.output.map { (try? $0.decoded(as: S.Output.self)) != nil } != false
    }
    if let content {
      self.content = content
      return
    }
    do {
      self.content = try RegisteredScreen.content(of: screen, from: .null)
    } catch {
      throw FlowMagicError(
        .contentMismatch,
        "A step presented the screen \(S.name) without content, and the screen has no default: ",
        decoding: error)
    }
  }

  /// The content, the values that the screen needs, and the metadata of the step that presents it.
  func values(_ metadata: JSONObject, outputs: JSONObject) throws(FlowMagicError) -> StepValues {
    let needed = try screen.neededValues("A step in code", from: outputs)
    do {
      return StepValues(
        content: content, metadata: try screen.decodeMetadata(metadata), neededValues: needed)
    } catch {
      throw FlowMagicError(
        .contentMismatch,
        "A step presented the screen \(screen.name), which cannot decode the step's metadata: ",
        decoding: error)
    }
  }
}

/// Presents the screens of a step in code: the navigator in an app, a tester in tests.
package protocol StepPresenter: Sendable {
  /// Presents a screen and waits until it fires a port.
  func present(_ request: ScreenRequest) async throws -> AnyScreenExit
  /// The effect that the step runs now, with the result of an earlier run if there is one.
  func beginEffect(_ name: Name) async throws -> StepLog.Effect
  /// Stores the result of an effect.
  func finishEffect(_ effect: StepLog.Effect, _ result: JSON) async throws
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
