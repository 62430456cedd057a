import FlowBlocks
import FlowCore

extension FlowHost {
  /// Responds to a request for a page, without side effects, because any site can cause it.
  func page(_ arrival: VisitRequest) async throws(WebFailure) -> PageResponse {
    guard let state = try await lastState(arrival) else { return try await begin(arrival) }
    if state.isWaiting {
      return try await followed(arrival.visit.press(state.page), state, arrival)
    }
    var visit = try await resumed(state, arrival)
    if visit.ending != nil {
      guard arrival.place.components.isEmpty else {
        return .redirect(address(arrival.flow, .start))
      }
      return ended(visit, arrival)
    }
    let place = visit.place(in: arrival.flow)
    if arrival.place != place {
      guard let index = index(of: arrival.place, visit, arrival) else {
        return try await elsewhere(visit, arrival)
      }
      for _ in index..<(visit.session.path.count - 1) { _ = visit.session.back() }
      try await show(&visit, arrival)
    }
    // Only steps that the screen itself links to, because anyone can type an address.
    if let link = arrival.link, visit.model?.screen.root?.links(to: link) == true {
      try await go(to: link, &visit, arrival)
    }
    let notice = visit.place(in: arrival.flow) == place ? state.notice : nil
    return try await written(visit, arrival, notice: notice)
  }

  /// The state of the last page of this flow; nil if there is none to continue from.
  private func lastState(_ arrival: VisitRequest) async throws(WebFailure) -> VisitState? {
    for text in arrival.cookies.states(arrival.headers) {
      if let state = try await opened(text, arrival), state.flow == arrival.flow,
        !isExpired(state, arrival)
      {
        return state
      }
    }
    return nil
  }

  /// The index on the path of the step in the address; nil if the step is not on it.
  private func index(of place: StepAddress, _ visit: Visit, _ arrival: VisitRequest) -> Int? {
    visit.session.path.lastIndex { StepAddress($0, root: arrival.flow) == place }
  }

  /// Responds to a request for a step that is not on the visitor's path.
  private func elsewhere(_ visit: Visit, _ arrival: VisitRequest) async throws(WebFailure)
    -> PageResponse
  {
    if let opened = try await linked(arrival, from: visit) {
      return try await written(opened, arrival)
    }
    return .redirect(address(arrival.flow, visit.place(in: arrival.flow)))
  }

  /// The visit at a step that may be opened by its address; nil if it may not.
  ///
  /// It has the outputs of the visit that it is opened from, and is the same session in events:
  /// otherwise each reload would count as another one.
  private func linked(
    _ arrival: VisitRequest, from previous: Visit? = nil
  ) async throws(WebFailure) -> Visit? {
    guard case .steps(let steps) = settings.linkable, arrival.place.components.count == 1,
      let step = arrival.place.components.first, steps.contains(step)
    else { return nil }
    let release = releases.current
    let (session, transition) = Session.open(
      step, of: arrival.flow, in: release.release,
      outputs: previous?.session.outputs ?? JSONObject(), context: arrival.context)
    guard case .active = session.status else { return nil }
    var visit = Visit(release: release, session: session)
    if let previous { visit.id = previous.id }
    record(transition, visit, arrival, isNew: previous == nil)
    try await show(&visit, arrival)
    return visit
  }

  // MARK: Starting

  /// Starts the flow, at its first step or at one that may be opened.
  func begin(_ arrival: VisitRequest) async throws(WebFailure) -> PageResponse {
    if let visit = try await linked(arrival) {
      return try await written(visit, arrival, isKept: true)
    }
    let visit = try await started(arrival)
    let place = visit.place(in: arrival.flow)
    // A visitor whose browser does not keep cookies must not be redirected endlessly.
    if arrival.place == place { return try await written(visit, arrival, isKept: true) }
    return try await moved(visit, arrival)
  }

  /// A visit at the start of the flow.
  func started(_ arrival: VisitRequest) async throws(WebFailure) -> Visit {
    let release = releases.current
    let (session, transition) = Session.start(
      arrival.flow, in: release.release, context: arrival.context)
    var visit = Visit(release: release, session: session)
    record(transition, visit, arrival, isNew: true)
    guard case .show = transition.effect else {
      throw WebFailure(.broken, "flow \(arrival.flow) shows no step to begin with")
    }
    try await show(&visit, arrival)
    return visit
  }

  // MARK: Responses

  /// The page of the screen, with its state.
  ///
  /// - Parameters:
  ///   - visit: The visit.
  ///   - arrival: The request.
  ///   - notice: A sentence above the screen.
  ///   - isKept: Whether a reload continues from here. A page that was only viewed must not replace
  ///     the position of another tab.
  /// - Returns: The page; with status 422 if it shows errors, or the reason why a press was
  ///   refused.
  /// - Throws: `broken` when the state cannot be stored.
  func written(
    _ visit: Visit, _ arrival: VisitRequest, notice: PageNotice? = nil, isKept: Bool = false
  ) async throws(WebFailure) -> PageResponse {
    let state = try await sealed(visit, arrival, notice: isKept ? notice : nil)
    let isRefused = if case .app? = notice { isKept } else { false }
    let page = ScreenPage(
      visit: visit, arrival: arrival, state: state.page, notice: notice,
      action: address(arrival.flow, visit.place(in: arrival.flow)), host: self)
    var response = PageResponse(
      status: isRefused || page.hasProblems && isKept ? 422 : 200, body: page.html)
    if arrival.wantsPatch { response.patch = page.patch }
    response.cookies = arrival.newCookies
    if isKept { response.cookies.append(arrival.cookies.set(state: state.cookie)) }
    return response
  }

  /// The redirect to the page of a visit's current step.
  func moved(
    _ visit: Visit, _ arrival: VisitRequest, to address: String? = nil
  ) async throws(WebFailure) -> PageResponse {
    let state = try await sealed(visit, arrival)
    let place = visit.ending == nil ? visit.place(in: arrival.flow) : .start
    var response = PageResponse.redirect(address ?? self.address(arrival.flow, place))
    response.cookies = arrival.newCookies + [arrival.cookies.set(state: state.cookie)]
    if arrival.wantsPatch, address == nil, visit.ending == nil {
      response.patch =
        ScreenPage(
          visit: visit, arrival: arrival, state: state.page, notice: nil,
          action: self.address(arrival.flow, place), host: self
        ).patch
    }
    return response
  }

  private func ended(_ visit: Visit, _ arrival: VisitRequest) -> PageResponse {
    let page = MessagePage(
      title: visit.ending?.title ?? "", text: visit.ending?.text ?? "", nextAction: .startAgain,
      language: arrival.language, action: address(arrival.flow, .start), host: self)
    return PageResponse(status: 200, body: page.html)
  }
}
