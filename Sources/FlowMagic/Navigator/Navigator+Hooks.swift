public import FlowCore

/// What an app wants to be told.
struct NavigatorHooks {
  var willShow: ((ShownStep) -> Void)?
  var failed: ((any Error) -> Void)?
  var finished: ((FinishedFlow) -> Void)?
}

/// A flow that has ended, with what was entered.
public struct FinishedFlow: Sendable {
  /// How it ended.
  public let outcome: Name
  /// The state at its end.
  public let state: NavigatorState

  /// What the person entered, typed.
  ///
  /// - Parameter type: The outputs' type.
  /// - Returns: The outputs.
  public func answers<Answers: FlowOutput>(_ type: Answers.Type = Answers.self) -> Answers {
    state.answers(type)
  }
}

extension Navigator {
  /// Calls a function before each step that is shown, for analytics.
  ///
  /// - Parameter body: The function; one at a time, the last one counts.
  public func onShow(_ body: @escaping (ShownStep) -> Void) {
    hooks.willShow = body
  }

  /// Calls a function whenever something could not be done; the person is still where they were.
  ///
  /// - Parameter body: The function, with a `FlowMagicError`, a `FlowError`, or what the app's own
  ///   code threw.
  public func onError(_ body: @escaping (any Error) -> Void) {
    hooks.failed = body
  }

  /// Calls a function when the flow has ended.
  ///
  /// - Parameter body: The function; one at a time, the last one counts.
  public func onFinish(_ body: @escaping (FinishedFlow) -> Void) {
    hooks.finished = body
  }

  /// Records an event of the app's own, with the session and the release.
  ///
  /// - Parameters:
  ///   - name: The event's name.
  ///   - properties: What else is known.
  public func record(_ name: String, _ properties: JSONObject = JSONObject()) {
    change { $0.record(.custom, ["name": .string(name), "properties": .object(properties)]) }
  }
}

extension NavigatorState {
  /// What the person has entered so far, typed; whatever does not fit counts as not entered.
  ///
  /// - Parameter type: The outputs' type.
  /// - Returns: The outputs.
  public func answers<Answers: FlowOutput>(_ type: Answers.Type = Answers.self) -> Answers {
    guard let session else { return Answers() }
    let decoder = JSONValueDecoder(.object(session.outputs), isLenient: true)
    return (try? decoder.decode(type)) ?? Answers()
  }
}

/// Takes events and forgets them.
public struct NoEvents: EventSink {
  /// Makes a sink.
  public init() {}

  /// Forgets the event.
  public func record(_ event: FlowEvent) {}
}

/// A source with one release that never changes: the flows compiled into an app.
public struct OneRelease: ReleaseSource {
  private let loaded: LoadedRelease

  /// Makes a source.
  public init(_ loaded: LoadedRelease) {
    self.loaded = loaded
  }

  /// The release.
  public func start() async -> LoadedRelease { loaded }

  /// Nothing, at once.
  public func updates() async -> AsyncStream<LoadedRelease> {
    AsyncStream { $0.finish() }
  }
}
