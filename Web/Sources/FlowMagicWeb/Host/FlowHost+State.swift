import FlowBlocks
import FlowCore
import FlowMagic

extension FlowHost {
  /// The maximum size of a state in a cookie, in bytes; the cookie of a larger one refers to the
  /// store.
  static let cookieLimit = 3_500
  /// The maximum size of a state in a page, in bytes; the page of a larger one refers to the store.
  static let pageLimit = 16 << 10

  /// A sealed visit: for the page, and for the cookie that a reload continues from.
  struct SealedVisit {
    let page: String
    let cookie: String
  }

  /// Seals a visit for a page with a new id.
  func sealState(
    _ visit: Visit, _ request: VisitRequest, notice: PageNotice? = nil
  ) async throws(WebFailure) -> SealedVisit {
    var state = VisitState(
      release: visit.release.id, flow: request.flow, id: visit.id, pressCount: visit.pressCount,
      pageID: Base64URL.encode(RandomBytes.make(9)), time: request.time,
      session: visit.session.saved(), screen: visit.screenState)
    state.renderedVersion = visit.model.map { renderedValues.insert($0.values) }
    state.notice = notice
    state.user = request.userDigest
    state.restartID = request.restartID
    state.reportedRelease = visit.reportedRelease == visit.release.id ? nil : visit.reportedRelease
    return try await sealState(state, request)
  }

  /// Seals a state for the page and for the cookie.
  func sealState(
    _ state: VisitState, _ request: VisitRequest
  ) async throws(WebFailure) -> SealedVisit {
    let text = try seal(state.json, request)
    guard text.utf8.count > Self.cookieLimit else { return SealedVisit(page: text, cookie: text) }
    let key = Base64URL.encode(RandomBytes.make(18))
    let expiry = request.time + Int(settings.lifetime.components.seconds)
    do {
      try await settings.store.store(text, at: key, until: expiry)
    } catch {
      throw WebFailure(.internalError, "store: \(error)")
    }
    let reference = try seal(["k": .string(key)], request)
    let isLarge = text.utf8.count > Self.pageLimit
    return SealedVisit(page: isLarge ? reference : text, cookie: reference)
  }

  private func seal(_ json: JSON, _ request: VisitRequest) throws(WebFailure) -> String {
    guard let text = sealer.seal(json.utf8(), for: request.visitor) else {
      throw WebFailure(.internalError, "a state could not be sealed")
    }
    return text
  }

  /// Decrypts a sealed state; nil if it belongs to another visitor or no longer exists.
  func openState(
    _ text: Substring, _ request: VisitRequest
  ) async throws(WebFailure) -> VisitState? {
    guard let visitor = request.existingVisitor,
      let json = Self.json(sealer.open(text, for: visitor))
    else { return nil }
    guard let key = json["k"]?.string else { return VisitState(json) }
    do {
      guard let stored = try await settings.store.state(at: key) else { return nil }
      return Self.json(sealer.open(stored, for: visitor)).flatMap { VisitState($0) }
    } catch {
      throw WebFailure(.internalError, "store: \(error)")
    }
  }

  private static func json(_ bytes: [UInt8]?) -> JSON? {
    guard let bytes else { return nil }
    return try? ParsedJSON(bytes).root.value
  }

  /// Whether a state is too old to continue from.
  func isExpired(_ state: VisitState, _ request: VisitRequest) -> Bool {
    state.time + Int(settings.lifetime.components.seconds) < request.time
  }

  /// Returns the visit of a state, on the current release if the session can move to that.
  func resumeVisit(_ state: VisitState, _ request: VisitRequest) async throws(WebFailure) -> Visit {
    let current = releases.current
    var visit: Visit
    do throws(FlowError) {
      let release = releases.release(state.release) ?? current
      var session = try Session(
        restoring: state.session, in: release.release, context: request.context)
      visit = Visit(
        release: release, session: session, model: nil, id: state.id, pressCount: state.pressCount,
        reportedRelease: state.reportedRelease ?? state.release)
      if release !== current, case .moved = session.adopt(current.release) {
        (visit.release, visit.session) = (current, session)
      }
    } catch {
      throw WebFailure(.flowChanged, error.message)
    }
    guard case .active = visit.session.status else {
      visit.ending = Visit.Ending(
        title: state.screen["title"]?.string ?? "", text: state.screen["text"]?.string ?? "")
      return visit
    }
    try await show(&visit, request, restoring: state.screen)
    if visit.release.id == state.release, let screen = shownScreen(visit, state) {
      visit.previousScreen = Visit.ShownScreen(screen: screen, path: visit.session.path)
    }
    return visit
  }

  /// Returns the screen as the page shows it, with the data that it was rendered with; nil if that
  /// data is not known.
  private func shownScreen(_ visit: Visit, _ state: VisitState) -> ResolvedScreen? {
    guard var model = visit.model, let version = state.renderedVersion else { return nil }
    let present = RenderedValueCache.Version(model.values)
    guard present.context == version.context else { return nil }
    guard present.data != version.data else { return model.screen }
    guard let earlier = renderedValues.values(version) else { return nil }
    model.update { ($0.data, $0.products) = (earlier.data, earlier.products) }
    return model.screen
  }

  /// Updates the shown screen with current data, which an action may have changed.
  func refresh(_ visit: inout Visit, _ request: VisitRequest) async throws(WebFailure) {
    guard let shown = visit.session.current else { return }
    let data = try await data(visit.session, shown.screen, request)
    let products = try await products(request)
    visit.model?.update {
      ($0.data, $0.products) = (data, products)
      $0.attributes = request.context
    }
  }

  private func data(
    _ session: Session, _ screen: Name, _ request: VisitRequest
  ) async throws(WebFailure) -> JSONObject {
    var data = JSONObject()
    guard !settings.data.isEmpty else { return data }
    let dataRequest = DataRequest(
      screen: screen, outputs: session.outputs, content: session.content,
      attributes: request.context, visitor: request.visitor.pseudonym, language: request.language)
    for (name, read) in settings.data {
      do {
        data[name] = try await read(dataRequest)
      } catch {
        throw WebFailure(.internalError, "data \(name): \(error)")
      }
    }
    return data
  }

  private func products(_ request: VisitRequest) async throws(WebFailure) -> JSONObject {
    do {
      return try await settings.products?(request.language) ?? JSONObject()
    } catch {
      throw WebFailure(.internalError, "products: \(error)")
    }
  }

  /// Shows the screen of a session's current step.
  func show(
    _ visit: inout Visit, _ request: VisitRequest, restoring saved: JSON = .null
  ) async throws(WebFailure) {
    guard let shown = visit.session.current, let screen = visit.release.screen(shown.screen) else {
      let current = visit.stepAddress(in: request.flow)
      throw WebFailure(.internalError, "no drawn screen at \(current.components)")
    }
    var enteredValues = JSONObject()
    for field in screen.program.fields {
      let key = screen.program.outputKey(of: field, at: shown.step)
      enteredValues[field] = visit.session.enteredValue(key)
    }
    let values = ScreenValues(
      outputs: visit.session.outputs, attributes: request.context, content: visit.session.content,
      data: try await data(visit.session, shown.screen, request),
      products: try await products(request), enteredValues: enteredValues,
      today: WallClock.day(request.time), step: shown.step)
    var model = ScreenModel(screen.program, values)
    model.restore(saved)
    visit.model = model
  }
}

extension FlowHost {
  /// Returns the contents of a state, for tests of what it must not contain; nil if it cannot be
  /// decrypted.
  package func unsealedText(_ state: String, cookie: String) -> String? {
    VisitorSecret(cookie).flatMap { sealer.open(state, for: $0) }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The pseudonym of the visitor with a cookie, for tests; nil if the cookie is invalid.
  package func pseudonym(ofCookie cookie: String) -> String? { VisitorSecret(cookie)?.pseudonym }
}
