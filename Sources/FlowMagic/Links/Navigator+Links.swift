public import FlowCore
public import Foundation

/// A link that was opened before the start.
enum PendingLink: Sendable {
  case url(URL)
  case step(Name, of: Name?, outputs: JSONObject, keepsOutputs: Bool)
}

extension Navigator {
  /// Sets the links that the app opens.
  ///
  /// - Parameter links: The links.
  /// - Throws: `invalid-link` if a link has a parameter without a name or two with the same one,
  ///   reads a parameter that its pattern does not have, leads to a step that the flows bundled
  ///   with the app do not have, or can never match because an earlier link covers it.
  public func setLinks(_ links: [FlowLink]) throws(FlowMagicError) {
    self.links = try LinkTable(links, bundled: reducer.bundledRelease)
  }

  /// Opens a URL with the app's links.
  ///
  /// `FlowView` and `FlowNavigation` call it; elsewhere, call it with the URL that the system
  /// passes to the app. A link that is opened before the start is pending until then. A rejected
  /// link is reported to `onError` and changes nothing: the screen stays, and a running `Step` or
  /// `Work` continues.
  ///
  /// - Parameter url: The URL.
  /// - Returns: The result of the link.
  @discardableResult
  public func open(_ url: URL) -> LinkResult {
    requireMainActor()
    guard links.match(url) != nil else { return .unknown }
    guard state.session != nil else {
      pendingLink = .url(url)
      return .pending
    }
    return changeCancellingStep { $0.open(url, by: links, context: context) }
  }

  /// Opens a step directly; unlike a link, it does not ask for missing outputs.
  ///
  /// The back stack consists of the steps of the shortest path that this user could take to it.
  /// Outputs so far are kept and count for the step's needs. If the step does not exist or needs an
  /// output that has not been entered, the error is reported, the current step stays and a `Step`
  /// running on it continues; after the end of the flow, it starts from its beginning.
  ///
  /// A step that is opened before the start is pending, as a URL is, until the state of the last
  /// launch has been restored.
  ///
  /// - Parameters:
  ///   - step: The step's id.
  ///   - flow: The flow's id; if nil, the navigator's own, or else the release's first flow.
  ///   - outputs: The outputs that earlier steps would have provided; they override entered ones.
  ///   - keepsOutputs: Whether outputs entered in the running session are kept.
  /// - Returns: Whether the step is shown; false while it is pending.
  @discardableResult
  public func open(
    _ step: Name, of flow: Name? = nil, outputs: some FlowOutput = NoFlowOutput(),
    keepsOutputs: Bool = true
  ) -> Bool {
    requireMainActor()
    do {
      let encoded = try JSON(encoding: outputs).object ?? JSONObject()
      return openStep(step, of: flow, outputs: encoded, keepsOutputs: keepsOutputs)
    } catch {
      report(error)
      return false
    }
  }

  @discardableResult
  private func openStep(
    _ step: Name, of flow: Name?, outputs: JSONObject, keepsOutputs: Bool
  ) -> Bool {
    guard state.session != nil else {
      pendingLink = .step(step, of: flow, outputs: outputs, keepsOutputs: keepsOutputs)
      return false
    }
    return changeCancellingStep { reducer in
      reducer.open(
        step, of: flow ?? self.flow, outputs: outputs, context: context,
        keepsOutputs: keepsOutputs)
    }
  }

  /// Opens the link that was opened before the start, if there is one.
  func openPendingLink() {
    guard let link = pendingLink else { return }
    pendingLink = nil
    switch link {
    case .url(let url): open(url)
    case .step(let step, let flow, let outputs, let keepsOutputs):
      openStep(step, of: flow, outputs: outputs, keepsOutputs: keepsOutputs)
    }
  }

  /// Applies a change, and cancels a running `Step` if the change leaves the current step of the
  /// flow; if it does not, as for a rejected link, the `Step` continues.
  @discardableResult
  func changeCancellingStep<Result>(_ body: (inout NavigatorReducer) -> Result) -> Result {
    change { reducer in
      let before = reducer.state.current?.id
      let result = body(&reducer)
      if reducer.state.current?.id != before { cancelStepRunner() }
      return result
    }
  }
}
