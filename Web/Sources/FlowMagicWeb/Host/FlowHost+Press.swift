import FlowBlocks
import FlowCore
import Logging

extension FlowHost {
  /// Handles a submitted form: enters its values, and performs the press of its button.
  func press(_ request: VisitRequest, _ form: FormBody) async throws(WebFailure) -> PageResponse {
    guard let visitor = request.existingVisitor else { throw WebFailure(.noCookie) }
    guard formRateLimiter.tryAcquire(for: visitor, at: request.time) else {
      throw WebFailure(.rateLimited)
    }
    if let shown = form.first("shown") {
      return try await showHistoryEntry(request, form, shown: shown)
    }
    guard let text = form.first("fm"), let state = try await openState(text[...], request),
      state.flow == request.flow
    else { throw WebFailure(.invalidForm) }
    guard !isExpired(state, request) else { throw WebFailure(.expired) }
    let target = form.first("go")
    let request = request.continuing(state, isPress: target == nil)
    let id = visitor.pressID(for: state.pageID)
    let isCancelling = form.first("cancel") != nil
    if isCancelling || form.first("wait") != nil {
      return try await awaitPress(id, state, request, isCancelling: isCancelling)
    }
    var visit = try await resumeVisit(state, request)
    guard visit.ending == nil else { return .redirect(address(request.flow, .start)) }
    if let target {
      return try await showStep(at: target, &visit, request, form)
    }
    if let language = form.first("language") {
      return try await switchLanguage(language, &visit, request, form)
    }
    visit.pressCount += 1
    recordAdoption(&visit, request)
    guard let effects = visit.press(form) else {
      return try await renderPage(visit, request, notice: .host(.changedPress), savesState: true)
    }
    return try await performInBackground(effects, visit, request, id, state)
  }

  /// Shows a step of the path without a press, leaving the position of other tabs unchanged.
  ///
  /// The script requests this for a new release or new data; in pages of an earlier version, also
  /// when a user goes back or forward.
  private func showStep(
    at address: String, _ visit: inout Visit, _ request: VisitRequest, _ form: FormBody
  ) async throws(WebFailure) -> PageResponse {
    let path = visit.session.path
    let current = visit.stepAddress(in: request.flow)
    let index = path.lastIndex {
      self.address(request.flow, StepAddress($0, root: request.flow)) == address
    }
    if let index, self.address(request.flow, current) != address {
      for _ in index..<(path.count - 1) { _ = visit.session.back() }
      try await show(&visit, request)
    } else {
      _ = visit.enter(form)
    }
    // The state may belong to a later page than the one that is shown.
    if request.stepAddress != current { visit.previousScreen = nil }
    return try await renderPage(visit, request)
  }

  /// Shows the page in another language, with the entered values.
  private func switchLanguage(
    _ language: String, _ visit: inout Visit, _ request: VisitRequest, _ form: FormBody
  ) async throws(WebFailure) -> PageResponse {
    _ = visit.enter(form)
    var response = try await redirectToStep(visit, request)
    guard request.canChooseLanguage, visit.release.languages.contains(Name(language)) else {
      return response
    }
    response.patch = nil
    response.cookies.append(request.cookies.header(language: language))
    return response
  }

  /// Restarts the flow.
  func restart(_ request: VisitRequest) async throws(WebFailure) -> PageResponse {
    var request = request
    request.recordRestart()
    return try await redirectToStep(try await startVisit(request), request)
  }

  /// Performs a press, and stores its response if it was claimed or its progress was shown.
  func performAndStore(
    _ effects: [ScreenEffect], _ visit: inout Visit, _ request: VisitRequest, _ press: inout Press
  ) async throws(WebFailure) -> PageResponse {
    let address = address(request.flow, visit.stepAddress(in: request.flow))
    do throws(WebFailure) {
      let response = try await perform(effects, &visit, request, &press)
      await finish(press, response, at: address, request)
      return response
    } catch {
      await finish(press, nil, at: address, request)
      throw error
    }
  }

  /// Performs the effects of a press, in order.
  func perform(
    _ effects: [ScreenEffect], _ visit: inout Visit, _ request: VisitRequest, _ press: inout Press
  ) async throws(WebFailure) -> PageResponse {
    for effect in effects {
      switch effect {
      case .reject: return try await renderPage(visit, request, savesState: true)
      case .open(let target, _): press.address = allowedURL(target) ?? press.address
      case .back:
        let transition = visit.session.back()
        record(transition, visit, request)
        try await show(&visit, request)
      case .step(let step): try await followLink(to: step, &visit, request)
      case .call(let call): return try await run(call, &visit, request, &press)
      case .fire(let port, let output):
        return try await leave(by: port, output, &visit, request, &press)
      }
    }
    return try await redirectToStep(visit, request, to: press.address)
  }

  /// Returns a URL that a screen opens as a header value; nil, with a warning in the log, if its
  /// host is not allowed.
  private func allowedURL(_ target: String) -> String? {
    guard FlowAddress.isAllowed(target, hosts: settings.allowedHosts) else {
      settings.logger.warning(
        "A screen opens a URL of a host that is not allowed.",
        metadata: ["url": .string(FlowAddress.headerValue(target))])
      return nil
    }
    return FlowAddress.headerValue(target)
  }

  /// Follows a link of a screen to a step: goes back to it if it is on the path, otherwise opens
  /// it.
  func followLink(
    to step: Name, _ visit: inout Visit, _ request: VisitRequest
  ) async throws(WebFailure) {
    let target = StepAddress([step])
    let path = visit.session.path
    if let index = path.lastIndex(where: { StepAddress($0, root: request.flow) == target }) {
      for _ in index..<(path.count - 1) { _ = visit.session.back() }
    } else {
      let (session, transition) = Session.open(
        step, of: request.flow, in: visit.release.release, outputs: visit.session.outputs,
        context: request.context)
      guard case .active = session.status else { return }
      visit.session = session
      record(transition, visit, request)
    }
    try await show(&visit, request)
  }
}

extension Visit {
  /// Enters the values of a form.
  mutating func enter(_ form: FormBody) -> [ScreenEffect] { model?.enter(form) ?? [] }

  /// Enters the values of a form and presses its button; nil if the page no longer has the button.
  mutating func press(_ form: FormBody) -> [ScreenEffect]? {
    guard var model else { return nil }
    var effects = model.enter(form)
    defer { self.model = model }
    guard let key = form.first("press") else { return effects }
    guard model.screen.block(Name(key)) != nil else { return nil }
    // A pressed button takes precedence over a choice that was changed with it.
    effects = model.press(Name(key))
    return effects
  }
}

extension ScreenModel {
  /// Enters the values of a form.
  ///
  /// - Returns: The effects of changed choices that have their own actions.
  fileprivate mutating func enter(_ form: FormBody) -> [ScreenEffect] {
    let blocks = screen.root?.fieldBlocks ?? []
    let enteredValues = FieldInput.enteredValues(form, blocks)
    let previousValues = values.enteredValues
    enter(enteredValues)
    var effects: [ScreenEffect] = []
    for block in blocks where !block.actions(.do).isEmpty {
      guard let name = block.name(.name), let value = values.enteredValues[name],
        value != previousValues[name]
      else { continue }
      effects += choose(value, in: block.key)
    }
    return effects
  }
}
