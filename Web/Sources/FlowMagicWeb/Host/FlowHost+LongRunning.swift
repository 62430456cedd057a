import FlowBlocks
import FlowCore
import Logging

extension FlowHost {
  /// The seconds after which a press is abandoned, because the process that worked on it must have
  /// ended.
  private static let maximumDuration = 15 * 60
  /// The query parameter with the sealed state in a progress page's address.
  static let progressParameter = "wait"

  /// Performs a press; a long-running one continues while its progress page is sent.
  func performInBackground(
    _ effects: [ScreenEffect], _ visit: Visit, _ request: VisitRequest, _ id: String,
    _ state: VisitState
  ) async throws(WebFailure) -> PageResponse {
    let running = RunningPress()
    var state = state
    // The page may have been open for long before the press.
    state.time = request.time
    // NB: a separate task, because a browser may abort the request.
    Task {
      var (visit, press) = (visit, Press(id: id, running: running))
      do throws(WebFailure) {
        running.finish(.success(try await performAndStore(effects, &visit, request, &press)))
      } catch {
        running.finish(.failure(error))
      }
      presses.remove(running, id)
    }
    var result = await running.response(within: settings.progressDelay)
    if result == nil {
      // The next request, which is about the progress, must find the press.
      presses.add(running, id)
      if running.detach() {
        state.ticket = running.ticket
        return try await progressPage(running, state, request)
      }
      presses.remove(running, id)
      result = await running.response
    }
    if let response = try Self.finalResponse(result) { return response }
    return try await awaitPress(id, state, request)
  }

  /// The response to a press; nil if another request is working on the same press.
  private static func finalResponse(
    _ result: Result<PageResponse, WebFailure>?
  ) throws(WebFailure) -> PageResponse? {
    if case .failure(let failure)? = result, failure.kind == .inProgress { return nil }
    return try result?.get()
  }

  /// Responds to a request about a running press: with its response, or with its progress.
  func awaitPress(
    _ id: String, _ state: VisitState, _ request: VisitRequest, isCancelling: Bool = false
  ) async throws(WebFailure) -> PageResponse {
    if let running = presses[id] {
      if isCancelling { running.cancel() }
      let result = await running.response(within: settings.progressDelay)
      if result == nil { return try await progressPage(running, state, request) }
      if let response = try Self.finalResponse(result) {
        if state.ticket == running.ticket { return response }
        // The running press may be a repetition; the store then has the response to the first one.
        if state.ticket != nil, let stored = try await storedResponse(id, state, request) {
          return stored
        }
        return response.forRepeatedPress
      }
    }
    switch try await claim(id, request) {
    case .completed(let text):
      if let response = repeatedResponse(text, of: id, request, ticket: state.ticket) {
        return response
      }
    case .inProgress where state.time + Self.maximumDuration > request.time:
      return try await progressPage(nil, state, request)
    case .inProgress: break
    case .claimed: await release(id)
    }
    let visit = try await resumeVisit(state, request)
    return try await renderPage(visit, request, notice: .host(.unknownResult), savesState: true)
  }

  /// The page of a long-running press, which is also shown when the flow is reloaded.
  private func progressPage(
    _ running: RunningPress?, _ state: VisitState, _ request: VisitRequest
  ) async throws(WebFailure) -> PageResponse {
    var state = state
    state.isPressRunning = true
    let sealed = try await sealState(state, request)
    let page = ProgressPage(
      report: running?.progress.latest ?? CallProgress.Report(),
      isCancellable: running?.isCancellable ?? false, state: sealed.page,
      language: request.language, action: address(request.flow, request.stepAddress), host: self)
    var response = PageResponse(status: 202, body: page.html)
    response.patch = page.patch
    // A progress page that refreshes itself must not replace the position of another tab.
    if request.progressState == nil {
      response.cookies = [request.cookies.header(state: sealed.cookie)]
    }
    let sealedState = FlowAddress.encoded(sealed.cookie)
    let progressURL = "\(page.action)?\(Self.progressParameter)=\(sealedState)"
    response.refresh = "2; url=" + FlowAddress.headerValue(progressURL)
    return response
  }
}
