import FlowBlocks
import FlowCore

extension FlowHost {
  /// Responds to a GET request for a page; performs no press, because any site can cause such a
  /// request.
  func page(_ request: VisitRequest) async throws(WebFailure) -> PageResponse {
    if let text = request.progressState, let state = try await openState(text[...], request),
      state.isPressRunning, state.flow == request.flow, !isExpired(state, request)
    {
      let request = request.keepingRestart(of: state)
      return try await awaitPress(request.visitor.pressID(for: state.pageID), state, request)
    }
    guard let state = try await lastState(request) else { return try await begin(request) }
    // The state may be from a page that stayed open during a restart, as by signing out.
    let request = request.keepingRestart(of: state)
    if state.isPressRunning {
      return try await awaitPress(request.visitor.pressID(for: state.pageID), state, request)
    }
    var visit = try await resumeVisit(state, request)
    if visit.ending != nil {
      guard request.stepAddress.components.isEmpty else {
        return .redirect(address(request.flow, .start))
      }
      return endingPage(visit, request)
    }
    let current = visit.stepAddress(in: request.flow)
    if request.stepAddress != current {
      guard let index = index(of: request.stepAddress, visit, request) else {
        return try await respondOffPath(visit, request)
      }
      for _ in index..<(visit.session.path.count - 1) { _ = visit.session.back() }
      try await show(&visit, request)
    }
    // Only steps that the screen itself links to, because anyone can type an address.
    if let step = request.linkedStep, visit.model?.screen.root?.links(to: step) == true {
      try await followLink(to: step, &visit, request)
    }
    let notice = visit.stepAddress(in: request.flow) == current ? state.notice : nil
    return try await renderPage(visit, request, notice: notice)
  }

  /// Returns the state of the last page of this flow; nil if there is none to continue from.
  private func lastState(_ request: VisitRequest) async throws(WebFailure) -> VisitState? {
    for text in request.cookies.states(request.headers) {
      if let state = try await openState(text, request), state.flow == request.flow,
        !isExpired(state, request)
      {
        return state
      }
    }
    return nil
  }

  /// The index on the path of the step in the address; nil if the step is not on it.
  private func index(of target: StepAddress, _ visit: Visit, _ request: VisitRequest) -> Int? {
    visit.session.path.lastIndex { StepAddress($0, root: request.flow) == target }
  }

  /// Responds to a request for a step that is not on the visitor's path.
  private func respondOffPath(_ visit: Visit, _ request: VisitRequest) async throws(WebFailure)
    -> PageResponse
  {
    if let linkedVisit = try await openLinkableStep(request, from: visit) {
      return try await renderPage(linkedVisit, request)
    }
    return .redirect(address(request.flow, visit.stepAddress(in: request.flow)))
  }

  /// Returns a visit at the step in the address; nil if the step may not be opened that way.
  ///
  /// It has the outputs of the visit that it is opened from, and is the same session in events:
  /// otherwise each reload would count as another one.
  private func openLinkableStep(
    _ request: VisitRequest, from previous: Visit? = nil
  ) async throws(WebFailure) -> Visit? {
    guard case .steps(let steps) = settings.linkableSteps,
      request.stepAddress.components.count == 1,
      let step = request.stepAddress.components.first, steps.contains(step)
    else { return nil }
    let release = releases.current
    let (session, transition) = Session.open(
      step, of: request.flow, in: release.release,
      outputs: previous?.session.outputs ?? JSONObject(), context: request.context)
    guard case .active = session.status else { return nil }
    var visit = Visit(release: release, session: session)
    if let previous { visit.id = previous.id }
    record(transition, visit, request, isNew: previous == nil)
    try await show(&visit, request)
    return visit
  }

  // MARK: Starting

  /// Starts the flow, at its first step or at one that may be opened.
  func begin(_ request: VisitRequest) async throws(WebFailure) -> PageResponse {
    if let visit = try await openLinkableStep(request) {
      return try await renderPage(visit, request, savesState: true)
    }
    let visit = try await startVisit(request)
    let current = visit.stepAddress(in: request.flow)
    // A visitor whose browser does not keep cookies must not be redirected endlessly.
    if request.stepAddress == current {
      return try await renderPage(visit, request, savesState: true)
    }
    return try await redirectToStep(visit, request)
  }

  /// A visit at the start of the flow.
  func startVisit(_ request: VisitRequest) async throws(WebFailure) -> Visit {
    let release = releases.current
    let (session, transition) = Session.start(
      request.flow, in: release.release, context: request.context)
    var visit = Visit(release: release, session: session)
    record(transition, visit, request, isNew: true)
    guard case .show = transition.effect else {
      throw WebFailure(.internalError, "flow \(request.flow) shows no step to begin with")
    }
    try await show(&visit, request)
    return visit
  }

  // MARK: Responses

  /// The page of the screen, with its state.
  ///
  /// - Parameters:
  ///   - visit: The visit.
  ///   - request: The request.
  ///   - notice: A sentence above the screen.
  ///   - savesState: Whether a reload continues from here. A page that was only viewed must not
  ///     replace the position of another tab.
  /// - Returns: The page. With `savesState`, its status is 422 if it shows errors, or the app's
  ///   reason for rejecting a press; in all other cases it is 200.
  /// - Throws: `internalError` when the state cannot be stored.
  func renderPage(
    _ visit: Visit, _ request: VisitRequest, notice: PageNotice? = nil, savesState: Bool = false
  ) async throws(WebFailure) -> PageResponse {
    let state = try await sealState(visit, request, notice: savesState ? notice : nil)
    let isRejected = if case .app? = notice { savesState } else { false }
    let page = ScreenPage(
      visit: visit, request: request, state: state.page, notice: notice,
      action: address(request.flow, visit.stepAddress(in: request.flow)), host: self)
    var response = PageResponse(
      status: isRejected || page.hasErrors && savesState ? 422 : 200, body: page.html)
    if request.acceptsPatch { response.patch = page.patch }
    response.cookies = request.newCookies
    response.senderOnlyCookies = request.senderOnlyCookies
    if savesState { response.cookies.append(request.cookies.header(state: state.cookie)) }
    return response
  }

  /// The redirect to an address; by default, to the page of a visit's current step.
  func redirectToStep(
    _ visit: Visit, _ request: VisitRequest, to address: String? = nil
  ) async throws(WebFailure) -> PageResponse {
    let state = try await sealState(visit, request)
    let target = visit.ending == nil ? visit.stepAddress(in: request.flow) : .start
    var response = PageResponse.redirect(address ?? self.address(request.flow, target))
    response.cookies = request.newCookies + [request.cookies.header(state: state.cookie)]
    response.senderOnlyCookies = request.senderOnlyCookies
    if request.acceptsPatch, address == nil, visit.ending == nil {
      response.patch =
        ScreenPage(
          visit: visit, request: request, state: state.page, notice: nil,
          action: self.address(request.flow, target), host: self
        ).patch
    }
    return response
  }

  private func endingPage(_ visit: Visit, _ request: VisitRequest) -> PageResponse {
    let page = MessagePage(
      title: visit.ending?.title ?? "", text: visit.ending?.text ?? "", nextAction: .startAgain,
      language: request.language, action: address(request.flow, .start), host: self)
    return PageResponse(status: 200, body: page.html)
  }
}
