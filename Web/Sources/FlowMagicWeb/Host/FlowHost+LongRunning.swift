import FlowBlocks
import FlowCore
import Logging

extension FlowHost {
  /// The seconds after which a press is given up, because the process that worked on it must be
  /// gone.
  private static let maximumDuration = 15 * 60
  /// The parameter of a progress page's address with its state.
  static let waitingParameter = "wait"

  /// Performs a press; a long-running one continues while its progress page is sent.
  func performInBackground(
    _ effects: [ScreenEffect], _ visit: Visit, _ request: VisitRequest, _ id: String,
    _ state: VisitState
  ) async throws(WebFailure) -> PageResponse {
    let running = RunningPress()
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
    var result = await running.response(within: settings.progressAfter)
    if result == nil {
      // The next request asks for its progress, and must find it.
      presses.add(running, id)
      if running.detach() {
        var state = state
        state.ticket = running.ticket
        return try await waiting(running, state, request)
      }
      presses.remove(running, id)
      result = await running.response
    }
    if let response = try Self.own(result) { return response }
    return try await followed(id, state, request)
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
    _ id: String, _ state: VisitState, _ request: VisitRequest, isCancelling: Bool = false
  ) async throws(WebFailure) -> PageResponse {
    if let running = presses[id] {
      if isCancelling { running.cancel() }
      let result = await running.response(within: settings.progressAfter)
      if result == nil { return try await waiting(running, state, request) }
      if let response = try Self.own(result) {
        if state.ticket == running.ticket { return response }
        // The running press may be a repetition of the sender's, which is complete.
        if state.ticket != nil, let own = try await stored(id, state, request) { return own }
        return response.forRepeatedPress
      }
    }
    switch try await claim(id, request) {
    case .done(let text):
      guard let response = repeated(text, request, ticket: state.ticket) else {
        throw WebFailure(.internalError, "store: \(id)")
      }
      return response
    case .running where state.time + Self.maximumDuration > request.time:
      return try await waiting(nil, state, request)
    case .running: break
    case .first: await release(id)
    }
    let visit = try await resumed(state, request)
    return try await written(visit, request, notice: .host(.lostPress), isKept: true)
  }

  /// The page of a long-running press, which is also shown when the flow is reloaded.
  private func waiting(
    _ running: RunningPress?, _ state: VisitState, _ request: VisitRequest
  ) async throws(WebFailure) -> PageResponse {
    var state = state
    state.isWaiting = true
    let sealed = try await sealed(state, request)
    let page = ProgressPage(
      report: running?.progress.latest ?? CallProgress.Report(),
      isCancellable: running?.isCancellable ?? false, state: sealed.page,
      language: request.language, action: address(request.flow, request.place), host: self)
    var response = PageResponse(status: 202, body: page.html)
    response.patch = page.patch
    // Refreshing must not replace the position of another tab.
    if request.waiting == nil { response.cookies = [request.cookies.set(state: sealed.cookie)] }
    let next = "\(page.action)?\(Self.waitingParameter)=\(FlowAddress.encoded(sealed.cookie))"
    response.refresh = "2; url=" + FlowAddress.header(next)
    return response
  }
}
