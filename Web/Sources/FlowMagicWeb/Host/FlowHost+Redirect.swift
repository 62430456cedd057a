public import FlowCore
public import Hummingbird

extension FlowHost {
  /// Redirects to a step from one of the app's own addresses, such as the link of a notification.
  ///
  /// ```swift
  /// router.get("/products/:id") { request, context in
  ///   let product = JSON.string(try context.parameters.require("id"))
  ///   return await host.redirect(
  ///     to: "product", of: "shop", outputs: ["product": product], for: request)
  /// }
  /// ```
  ///
  /// The visitor is then at this step, without a path to go back. Authorize the request: a
  /// visitor can type any address.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - flow: Its flow.
  ///   - outputs: The outputs that this step and later ones need, as if they had been entered.
  ///   - request: The request.
  /// - Returns: A redirect to the step; a page that explains what to do if the current release has
  ///   no such step, or if it needs more outputs.
  public func redirect(
    to step: Name, of flow: Name, outputs: JSONObject = JSONObject(), for request: Request
  ) async -> Response {
    do throws(WebFailure) {
      let visitRequest = try await visitRequest(for: request, flow: flow, components: [step])
      let release = releases.current
      let (session, transition) = Session.open(
        step, of: flow, in: release.release, outputs: outputs, context: visitRequest.context)
      guard case .active = session.status else { throw WebFailure(.notFound) }
      var visit = Visit(release: release, session: session)
      record(transition, visit, visitRequest, isNew: true)
      try await show(&visit, visitRequest)
      return response(try await redirectToStep(visit, visitRequest))
    } catch {
      return response(to: error, request, flow)
    }
  }
}
