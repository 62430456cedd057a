import FlowBlocks
import FlowCore
import Logging

extension FlowHost {
  /// Leaves the screen, and runs what belongs to it: once for each press, however often it is sent.
  func leave(
    by port: Name, _ output: JSON?, _ visit: inout Visit, _ arrival: VisitRequest,
    _ press: inout Press
  ) async throws(WebFailure) -> PageResponse {
    guard let shown = visit.session.current, let screen = visit.release.screen(shown.screen) else {
      throw WebFailure(.broken, "no drawn screen to leave")
    }
    var next = visit.session
    let transition = next.fire(
      port, output: output.map { Visit.withoutSecrets($0, screen) })
    var outcome: Name?
    switch transition.effect {
    case .fail(let error): return try await failed(error, visit, arrival)
    case .finish(let name): outcome = name
    default: break
    }
    if settings.submitted != nil || outcome != nil {
      if let response = try await claimed(&press, arrival) { return response }
    }
    let before = visit
    do {
      try await settings.submitted?(
        Submission(
          flow: arrival.flow, step: shown.step, port: port, output: output,
          visitor: arrival.visit.pseudonym, press: press.id))
      visit.session = next
      let ending = try await ending(outcome, visit, press, arrival)
      record(transition, arrival)
      return try await left(before, visit, ending, press, arrival)
    } catch {
      return try await failed(error, before, arrival)
    }
  }

  /// Runs an action of the app, and what follows its end.
  func run(
    _ call: ScreenCall, _ visit: inout Visit, _ arrival: VisitRequest, _ press: inout Press
  ) async throws(WebFailure) -> PageResponse {
    guard let action = settings.actions[call.name] else {
      throw WebFailure(.broken, "no action \(call.name)")
    }
    if let response = try await claimed(&press, arrival) { return response }
    let effects: [ScreenEffect]
    do {
      let result = try await performed(action, call, arrival, press)
      try await refresh(&visit, arrival)
      effects = visit.model?.finish(call, result.outcome, outputs: result.outputs) ?? []
    } catch {
      if press.running.isCancelled {
        return try await written(visit, arrival, notice: .cancelledPress, isKept: true)
      }
      return try await failed(error, visit, arrival)
    }
    return try await perform(effects, &visit, arrival, &press)
  }

  /// Runs an action; its visitor may cancel it if it allows that.
  private func performed(
    _ action: WebAction, _ call: ScreenCall, _ arrival: VisitRequest, _ press: Press
  ) async throws -> WebAction.Result {
    let request = WebCall(
      name: call.name, arguments: call.arguments, visitor: arrival.visit.pseudonym,
      press: press.id, language: arrival.language, progress: press.running.progress)
    guard action.isCancellable else { return try await action.perform(request) }
    let work = Task { try await action.perform(request) }
    press.running.allowCancelling { work.cancel() }
    defer { press.running.allowCancelling(nil) }
    return try await work.value
  }

  /// The page of a press that did not work, with the entries still there.
  private func failed(
    _ error: any Error, _ visit: Visit, _ arrival: VisitRequest
  ) async throws(WebFailure) -> PageResponse {
    settings.logger.error("A press has failed.", metadata: ["error": "\(error)"])
    return try await written(visit, arrival, notice: .failedPress, isKept: true)
  }

  /// Runs what the app does at the end; nil before it.
  private func ending(
    _ outcome: Name?, _ visit: Visit, _ press: Press, _ arrival: VisitRequest
  ) async throws -> FlowEnding? {
    guard let outcome else { return nil }
    return try await settings.finished(
      FinishedFlow(
        flow: arrival.flow, outcome: outcome, outputs: visit.session.outputs,
        visitor: arrival.visit.pseudonym, press: press.id))
  }

  /// The response after the screen was left.
  private func left(
    _ before: Visit, _ visit: Visit, _ ending: FlowEnding?, _ press: Press, _ arrival: VisitRequest
  ) async throws(WebFailure) -> PageResponse {
    var visit = visit
    var address = press.address
    let isGerman = Language.isGerman(arrival.language)
    switch ending {
    case nil: try await show(&visit, arrival)
    case .standard:
      visit.ending = Visit.Ending(
        title: WebText.finishedTitle.text(isGerman: isGerman),
        text: WebText.finishedText.text(isGerman: isGerman))
    case .page(let title, let text): visit.ending = Visit.Ending(title: title, text: text)
    case .redirect(let target):
      guard FlowAddress.isAllowed(target, hosts: settings.allowedHosts) else {
        throw WebFailure(.broken, "the ending leads to a host that is not allowed")
      }
      // Going back from there shows the last step again, not the way there.
      visit = before
      address = FlowAddress.header(target)
    }
    return try await moved(visit, arrival, to: address)
  }
}
