public import FlowCore
public import Foundation

/// The callbacks that an app registered.
struct NavigatorHooks {
  var onShow: ((ShownStep) -> Void)?
  var onError: ((any Error) -> Void)?
  var onFinish: ((FinishedFlow) -> Void)?
  var onOpen: ((URL, _ inBrowser: Bool) -> Void)?
  /// The hosts whose URLs drawn screens may open.
  var allowedHosts: [String] = []
}

/// A flow that has ended, and its outputs.
public struct FinishedFlow: Sendable {
  /// The outcome that the flow ended with.
  public let outcome: Name
  /// The final state.
  public let state: NavigatorState

  /// The session's outputs, typed.
  ///
  /// - Parameter type: The outputs' type.
  /// - Returns: The outputs.
  public func outputs<Outputs: FlowOutput>(_ type: Outputs.Type = Outputs.self) -> Outputs {
    state.outputs(type)
  }
}

extension Navigator {
  /// Sets a callback that runs before each step is shown, for example for analytics.
  ///
  /// - Parameter body: The callback; it replaces the previous one.
  public func onShow(_ body: @escaping (ShownStep) -> Void) {
    hooks.onShow = body
  }

  /// Sets a callback for errors.
  ///
  /// The current step stays visible when one occurs, unless the flow cannot continue: then the
  /// bundled flow starts.
  ///
  /// Errors are also recorded as events. Of an error that the app's own code threw, the event has
  /// only the name of its type, because its text may contain what users have entered.
  ///
  /// - Parameter body: The callback; it replaces the previous one. Its argument is the whole error:
  ///   a `FlowMagicError`, a `FlowError`, or one that the app's own code threw.
  public func onError(_ body: @escaping (any Error) -> Void) {
    hooks.onError = body
  }

  /// Sets a callback that runs when the flow has ended.
  ///
  /// - Parameter body: The callback; it replaces the previous one.
  public func onFinish(_ body: @escaping (FinishedFlow) -> Void) {
    hooks.onFinish = body
  }

  /// Sets a callback that opens the URLs of drawn screens.
  ///
  /// Without it, and for other hosts, no URL is opened and `onError` is called.
  ///
  /// - Parameters:
  ///   - hosts: The hosts that may be opened: `example.com` matches that host alone,
  ///     `*.example.com` all of its subdomains.
  ///   - body: Opens an `https` URL, in the browser or inside the app; it replaces the previous
  ///     callback.
  public func onOpen(
    hosts: [String], _ body: @escaping (_ url: URL, _ inBrowser: Bool) -> Void
  ) {
    hooks.allowedHosts = hosts
    hooks.onOpen = body
  }

  /// Records a custom event with the session and the release.
  ///
  /// - Parameters:
  ///   - name: The event's name.
  ///   - properties: The event's properties.
  public func record(_ name: String, _ properties: JSONObject = JSONObject()) {
    change { $0.record(.custom, ["name": .string(name), "properties": .object(properties)]) }
  }
}

extension NavigatorState {
  /// The session's outputs so far, typed; values that do not decode count as missing.
  ///
  /// - Parameter type: The outputs' type.
  /// - Returns: The outputs.
  public func outputs<Outputs: FlowOutput>(_ type: Outputs.Type = Outputs.self) -> Outputs {
    session.map { Outputs($0.outputs) } ?? Outputs()
  }
}

extension FlowOutput {
  /// The outputs of a session, typed; values that do not decode count as missing.
  init(_ outputs: JSONObject) {
    let decoder = JSONValueDecoder(.object(outputs), isLenient: true)
    self = (try? decoder.decode(Self.self)) ?? Self()
  }
}

extension Session {
  /// The outputs at the time when a step of the path was shown; all outputs if it has no such step.
  func outputs(before index: Int) -> JSONObject {
    guard visits.indices.contains(index) else { return outputs }
    var outputs = JSONObject()
    for entry in log.prefix(Int(visits[index].logCount)) { outputs[entry.key] = entry.value }
    return outputs
  }
}
