import FlowBlocks
import FlowCore
import Logging

extension FlowHost {
  /// The seconds after which a press is given up, because the process that worked on it must be
  /// gone.
  private static let maximumDuration = 15 * 60

  /// Performs a press; a long-running one continues while its progress page is sent.
  func performInBackground(
    _ effects: [ScreenEffect], _ visit: Visit, _ arrival: VisitRequest, _ id: String,
    _ state: VisitState
  ) async throws(WebFailure) -> PageResponse {
    let running = RunningPress()
    // NB: a separate task, because a browser may abort the request.
    Task {
      var (visit, press) = (visit, Press(id: id, running: running))
      do throws(WebFailure) {
        running.finish(.success(try await performAndStore(effects, &visit, arrival, &press)))
      } catch {
        running.finish(.failure(error))
      }
      presses.remove(running, id)
    }
    var result = await running.response(within: settings.progressAfter)
    if result == nil {
      // The next request asks for its progress, and must find it.
      presses.add(running, id)
      if running.detach() { return try await waiting(running, state, arrival) }
      presses.remove(running, id)
      result = await running.response
    }
    if let response = try Self.own(result) { return response }
    return try await followed(id, state, arrival)
  }

  /// The response to a press; nil if another request is working on the same press.
  private static func own(
    _ result: Result<PageResponse, WebFailure>?
  ) throws(WebFailure) -> PageResponse? {
    if case .failure(let failure)? = result, failure.kind == .working { return nil }
    return try result?.get()
  }

  /// Responds to a request about a running press: with its response, or with its progress.
  func followed(
    _ id: String, _ state: VisitState, _ arrival: VisitRequest, isCancelling: Bool = false
  ) async throws(WebFailure) -> PageResponse {
    if let running = presses[id] {
      if isCancelling { running.cancel() }
      let result = await running.response(within: settings.progressAfter)
      if result == nil { return try await waiting(running, state, arrival) }
      if let response = try Self.own(result) { return response }
    }
    switch try await claim(id, arrival) {
    case .done(let text):
      guard let response = repeated(text, arrival) else {
        throw WebFailure(.broken, "store: \(id)")
      }
      return response
    case .running where state.time + Self.maximumDuration > arrival.second:
      return try await waiting(nil, state, arrival)
    case .running: break
    case .first: await release(id)
    }
    let visit = try await resumed(state, arrival)
    return try await written(visit, arrival, notice: .host(.lostPress), isKept: true)
  }

  /// The page of a long-running press, which is also shown when the flow is reloaded.
  private func waiting(
    _ running: RunningPress?, _ state: VisitState, _ arrival: VisitRequest
  ) async throws(WebFailure) -> PageResponse {
    var state = state
    state.isWaiting = true
    let sealed = try await sealed(state, arrival)
    let page = ProgressPage(
      report: running?.progress.latest ?? CallProgress.Report(),
      isCancellable: running?.isCancellable ?? false, state: sealed.page,
      language: arrival.language, action: address(arrival.flow, arrival.place), host: self)
    var response = PageResponse(status: 202, body: page.html)
    response.patch = page.patch
    response.cookies = [arrival.cookies.set(state: sealed.cookie)]
    response.refresh = "2; url=" + FlowAddress.header(page.action)
    return response
  }
}
