import FlowCore
public import Foundation

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
    guard links.match(url) != nil else { return .unknown }
    guard state.session != nil else {
      pendingURL = url
      return .pending
    }
    return changeCancellingStep { $0.open(url, by: links, context: context) }
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
