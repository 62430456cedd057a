package import FlowCore

extension Step {
  /// Shows a screen and waits until the person has left it.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - content: What to hand to it; its default content when nil.
  /// - Returns: What the screen produced.
  /// - Throws: ``LeftWithoutOutput`` if the person took a port without an output, ``WentBack``,
  ///   `CancellationError`, or a `FlowMagicError` if nobody can show the screen.
  public func ask<S: Screen>(
    _ screen: S.Type, _ content: S.Content? = nil
  ) async throws -> S.Output {
    let answer = try await visit(screen, content)
    guard let output = answer.output else { throw LeftWithoutOutput<S>(port: answer.port) }
    return output
  }

  /// Shows a screen that has no output, and waits until the person has left it.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - content: What to hand to it; its default content when nil.
  /// - Returns: The port that the person took.
  /// - Throws: ``WentBack``, `CancellationError`, or a `FlowMagicError` if nobody can show it.
  @discardableResult
  public func ask<S: Screen>(
    _ screen: S.Type, _ content: S.Content? = nil
  ) async throws -> S.Port where S.Output == NoOutput {
    try await visit(screen, content).port
  }

  /// Shows a screen, and waits until the person has left it by whatever port.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - content: What to hand to it; its default content when nil.
  /// - Returns: The port, and the output if it handed one over.
  /// - Throws: ``WentBack``, `CancellationError`, or a `FlowMagicError` if nobody can show it.
  public func visit<S: Screen>(
    _ screen: S.Type, _ content: S.Content? = nil
  ) async throws -> Answer<S> {
    try Task.checkCancellation()
    let reply = try await Asking.host().ask(try Question(screen, content))
    guard let port = S.Port(rawValue: reply.port.string) else {
      throw FlowMagicError(
        .unknownPort, "The screen \(S.name) has no port \(reply.port) to be left by.")
    }
    return Answer(port: port, output: try reply.output?.decoded(as: S.Output.self))
  }

  /// Does something once, although the person goes back and forward over it.
  ///
  /// For requests and other effects between two screens: when the step is repeated up to a later
  /// screen, the result of the first time is given again.
  ///
  /// - Parameter body: What to do.
  /// - Returns: Its result.
  /// - Throws: What it throws; then it counts as not done.
  public func once<Value: Codable & Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    guard let host = Asking.current else { return try await body() }
    if let value = try await host.remembered() { return try value.decoded(as: Value.self) }
    let value = try await body()
    try await host.remember(try JSON(encoding: value))
    return value
  }
}

/// A screen that a step wants to be shown.
package struct Question: Sendable {
  /// The screen.
  package let screen: RegisteredScreen
  /// Its content, decoded.
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
        "A step asked for the screen \(S.name) without content, and it has no default content: "
          + DecodingMistake(error).description)
    }
  }
}

/// How a screen was left, without its types.
package struct Reply: Sendable, Equatable {
  package let port: Name
  package let output: JSON?

  package init(port: Name, output: JSON?) {
    self.port = port
    self.output = output
  }
}

/// Who shows the screens that a step asks for.
package protocol AskingHost: Sendable {
  /// Shows a screen and waits until it is left.
  func ask(_ question: Question) async throws -> Reply
  /// What was remembered at this point when the step was performed before.
  func remembered() async throws -> JSON?
  /// Remembers a result at this point.
  func remember(_ value: JSON) async throws
}

/// The host of the steps of a task.
package enum Asking {
  @TaskLocal package static var current: (any AskingHost)?

  static func host() throws(FlowMagicError) -> any AskingHost {
    guard let current else {
      throw FlowMagicError(
        .nobodyToAsk,
        "A step asked for a screen where nobody shows one: perform it with a navigator's "
          + "`perform`, or in a test with a `StepTester`.")
    }
    return current
  }
}
