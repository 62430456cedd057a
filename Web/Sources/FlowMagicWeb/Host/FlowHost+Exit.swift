import FlowBlocks
import FlowCore
import Logging

extension FlowHost {
  /// Leaves the screen, and runs its handlers once for each press, even if it is sent repeatedly.
  func leave(
    by port: Name, _ output: JSON?, _ visit: inout Visit, _ request: VisitRequest,
    _ press: inout Press
  ) async throws(WebFailure) -> PageResponse {
    guard let shown = visit.session.current, let screen = visit.release.screen(shown.screen) else {
      throw WebFailure(.internalError, "no drawn screen to leave")
    }
    // On a copy, so that no handler runs if the port cannot be fired.
    var session = visit.session
    let transition = session.fire(
      port, output: output.map { Visit.withoutSecrets($0, screen) })
    var endsFlow = false
    switch transition.effect {
    case .fail(let error):
      record(transition, visit, request, status: session.status)
      return try await failurePage(error, visit, request, press)
    case .finish: endsFlow = true
    default: break
    }
    if settings.onSubmit != nil || endsFlow {
      if let response = try await claimOnce(&press, visit, request) { return response }
    }
    let before = visit
    let reply = PressReply()
    do {
      try await settings.onSubmit?(
        Submission(
          flow: request.flow, step: shown.step, port: port, output: output,
          outputs: visit.session.outputs, visitor: request.visitor.pseudonym, press: press.id,
          language: request.language, headers: request.headers, reply: reply))
      let request = request.with(reply.contents)
      let fired = try firePort(
        port, output.map { Visit.withoutSecrets($0, screen) }, visit, reply.contents, request)
      visit.session = fired.session
      let ending = try await finishFlow(fired.outcome, visit, press, request)
      record(fired.transition, visit, request)
      return try await pageAfterLeaving(before, visit, ending, press, request)
    } catch {
      // NB: with the handler's cookies, because it may have changed the session's secret.
      return try await failurePage(error, before, request.with(reply.contents), press)
    }
  }

  /// The result of firing a port.
  private struct FiredPort {
    var session: Session
    let transition: SessionTransition
    var outcome: Name?
  }

  /// Fires the port, with the attributes that a handler has set.
  private func firePort(
    _ port: Name, _ output: JSON?, _ visit: Visit, _ reply: PressReply.Contents,
    _ request: VisitRequest
  ) throws(FlowError) -> FiredPort {
    var session = visit.session
    if !reply.attributes.isEmpty { session.context = request.context }
    let transition = session.fire(port, output: output)
    switch transition.effect {
    case .fail(let error):
      record(transition, visit, request, status: session.status)
      throw error
    case .finish(let outcome):
      return FiredPort(session: session, transition: transition, outcome: outcome)
    default: break
    }
    if reply.restarts, let current = session.current, current.flow == request.flow {
      let (fresh, _) = Session.open(
        current.step, of: request.flow, in: visit.release.release, outputs: JSONObject(),
        context: request.context)
      if case .active = fresh.status { session = fresh }
    }
    return FiredPort(session: session, transition: transition)
  }

  /// Runs an action of the app, and the actions that follow its outcome.
  func run(
    _ call: ScreenCall, _ visit: inout Visit, _ request: VisitRequest, _ press: inout Press
  ) async throws(WebFailure) -> PageResponse {
    guard let action = settings.actions[call.name] else {
      throw WebFailure(.internalError, "no action \(call.name)")
    }
    if let response = try await claimOnce(&press, visit, request) { return response }
    let effects: [ScreenEffect]
    let reply = PressReply()
    do {
      let result = try await performAction(action, call, request, press, reply)
      let request = request.with(reply.contents)
      visit.session.context = request.context
      try await refresh(&visit, request)
      effects = visit.model?.finish(call, result.outcome, outputs: result.outputs) ?? []
    } catch {
      let request = request.with(reply.contents)
      if press.running.isCancelled {
        return try await renderPage(
          visit, request, notice: .host(.cancelledPress), savesState: true)
      }
      return try await failurePage(error, visit, request, press)
    }
    return try await perform(effects, &visit, request.with(reply.contents), &press)
  }

  /// Runs an action, which the visitor can cancel if the action allows it.
  private func performAction(
    _ action: WebAction, _ call: ScreenCall, _ request: VisitRequest, _ press: Press,
    _ reply: PressReply
  ) async throws -> WebAction.Result {
    let webCall = WebCall(
      name: call.name, arguments: call.arguments, enteredValues: call.formOutputs ?? JSONObject(),
      visitor: request.visitor.pseudonym, press: press.id, language: request.language,
      headers: request.headers, reply: reply, progress: press.running.progress)
    guard action.isCancellable else { return try await action.perform(webCall) }
    let task = Task { try await action.perform(webCall) }
    press.running.allowCancelling { task.cancel() }
    defer { press.running.allowCancelling(nil) }
    return try await task.value
  }

  /// The page after a press that failed, with the entries preserved.
  private func failurePage(
    _ error: any Error, _ visit: Visit, _ request: VisitRequest, _ press: Press
  ) async throws(WebFailure) -> PageResponse {
    if let rejection = error as? PressRejection {
      return try await renderPage(visit, request, notice: .app(rejection.message), savesState: true)
    }
    log("A press has failed.", press.id, error)
    return try await renderPage(visit, request, notice: .host(.failedPress), savesState: true)
  }

  /// Runs the app's handler for the end of the flow; nil before the end.
  private func finishFlow(
    _ outcome: Name?, _ visit: Visit, _ press: Press, _ request: VisitRequest
  ) async throws -> FlowEnding? {
    guard let outcome else { return nil }
    return try await settings.onFinish(
      FinishedFlow(
        flow: request.flow, outcome: outcome, outputs: visit.session.outputs,
        visitor: request.visitor.pseudonym, press: press.id))
  }

  /// The response after the screen has been left.
  private func pageAfterLeaving(
    _ before: Visit, _ visit: Visit, _ ending: FlowEnding?, _ press: Press, _ request: VisitRequest
  ) async throws(WebFailure) -> PageResponse {
    var visit = visit
    var address = press.address
    let isGerman = Language.isGerman(request.language)
    switch ending {
    case nil: try await show(&visit, request)
    case .standard:
      visit.ending = Visit.Ending(
        title: WebText.finishedTitle.text(isGerman: isGerman),
        text: WebText.finishedText.text(isGerman: isGerman))
    case .page(let title, let text): visit.ending = Visit.Ending(title: title, text: text)
    case .redirect(let target):
      guard FlowAddress.isAllowed(target, hosts: settings.allowedHosts) else {
        throw WebFailure(.internalError, "the ending leads to a host that is not allowed")
      }
      // Going back from there shows the last step again, instead of redirecting once more.
      visit = before
      address = FlowAddress.headerValue(target)
    }
    return try await redirectToStep(visit, request, to: address)
  }
}
