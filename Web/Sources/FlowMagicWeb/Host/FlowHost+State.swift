import FlowBlocks
import FlowCore
import FlowMagic

extension FlowHost {
  /// The maximum size of a state in a cookie and in a page, in bytes; a larger one is put into the
  /// store.
  static let cookieLimit = 3_500
  static let pageLimit = 16 << 10

  /// A sealed visit: for the page, and for the cookie that a reload continues from.
  struct SealedVisit {
    let page: String
    let cookie: String
  }

  /// Seals a visit for a page with a new number.
  func sealed(
    _ visit: Visit, _ arrival: VisitRequest, notice: PageNotice? = nil
  ) async throws(WebFailure) -> SealedVisit {
    var state = VisitState(
      release: visit.release.id, flow: arrival.flow, id: visit.id, count: visit.count,
      page: Base64URL.text(RandomBytes.make(9)), time: arrival.second,
      session: visit.session.saved(), screen: visit.screenState)
    state.shown = visit.model.map { renderedValues.keep($0.values) }
    state.notice = notice
    state.reportedRelease = visit.reportedRelease == visit.release.id ? nil : visit.reportedRelease
    return try await sealed(state, arrival)
  }

  /// Seals a state for the page and for the cookie.
  func sealed(_ state: VisitState, _ arrival: VisitRequest) async throws(WebFailure) -> SealedVisit
  {
    let text = try seal(state.json, arrival)
    guard text.utf8.count > Self.cookieLimit else { return SealedVisit(page: text, cookie: text) }
    let key = Base64URL.text(RandomBytes.make(18))
    let expiry = arrival.second + Int(settings.lifetime.components.seconds)
    do {
      try await settings.store.store(text, at: key, until: expiry)
    } catch {
      throw WebFailure(.broken, "store: \(error)")
    }
    let reference = try seal(["k": .string(key)], arrival)
    let isLarge = text.utf8.count > Self.pageLimit
    return SealedVisit(page: isLarge ? reference : text, cookie: reference)
  }

  private func seal(_ json: JSON, _ arrival: VisitRequest) throws(WebFailure) -> String {
    guard let text = sealer.seal(json.utf8(), for: arrival.visit) else {
      throw WebFailure(.broken, "a state could not be sealed")
    }
    return text
  }

  /// Opens a sealed visit; nil if it belongs to another visitor or no longer exists.
  func opened(_ text: Substring, _ arrival: VisitRequest) async throws(WebFailure) -> VisitState? {
    guard let visit = arrival.known, let json = Self.json(sealer.open(text, for: visit)) else {
      return nil
    }
    guard let key = json["k"]?.string else { return VisitState(json) }
    do {
      guard let stored = try await settings.store.state(at: key) else { return nil }
      return Self.json(sealer.open(stored, for: visit)).flatMap { VisitState($0) }
    } catch {
      throw WebFailure(.broken, "store: \(error)")
    }
  }

  private static func json(_ bytes: [UInt8]?) -> JSON? {
    guard let bytes else { return nil }
    return try? ParsedJSON(bytes).root.value
  }

  /// Whether a state is too old to continue from.
  func isExpired(_ state: VisitState, _ arrival: VisitRequest) -> Bool {
    state.time + Int(settings.lifetime.components.seconds) < arrival.second
  }

  /// The visit of a state, on the current release if it can move to it.
  func resumed(_ state: VisitState, _ arrival: VisitRequest) async throws(WebFailure) -> Visit {
    let current = releases.current
    var visit: Visit
    do throws(FlowError) {
      let release = releases.release(state.release) ?? current
      var session = try Session(
        restoring: state.session, in: release.release, context: arrival.context)
      visit = Visit(
        release: release, session: session, model: nil, id: state.id, count: state.count,
        reportedRelease: state.reportedRelease ?? state.release)
      if release !== current, case .moved = session.adopt(current.release) {
        (visit.release, visit.session) = (current, session)
      }
    } catch {
      throw WebFailure(.changed, error.message)
    }
    guard case .active = visit.session.status else {
      visit.ending = Visit.Ending(
        title: state.screen["title"]?.string ?? "", text: state.screen["text"]?.string ?? "")
      return visit
    }
    try await show(&visit, arrival, restoring: state.screen)
    if visit.release.id == state.release, let screen = shownScreen(visit, state) {
      visit.before = Visit.Shown(screen: screen, path: visit.session.path)
    }
    return visit
  }

  /// The screen as it is in the page, with the data of that time; nil if that is no longer cached.
  private func shownScreen(_ visit: Visit, _ state: VisitState) -> ResolvedScreen? {
    guard var model = visit.model, let version = state.shown else { return nil }
    let present = RenderedValueCache.Version(model.values)
    guard present.context == version.context else { return nil }
    guard present.data != version.data else { return model.screen }
    guard let then = renderedValues.values(version) else { return nil }
    model.update { ($0.data, $0.products) = (then.data, then.products) }
    return model.screen
  }

  /// Updates the shown screen with current data, which an action may have changed.
  func refresh(_ visit: inout Visit, _ arrival: VisitRequest) async throws(WebFailure) {
    guard let shown = visit.session.current else { return }
    let data = try await data(visit.session, shown.screen, arrival)
    let products = try await products(arrival)
    visit.model?.update {
      ($0.data, $0.products) = (data, products)
      $0.attributes = arrival.context
    }
  }

  private func data(
    _ session: Session, _ screen: Name, _ arrival: VisitRequest
  ) async throws(WebFailure) -> JSONObject {
    var data = JSONObject()
    guard !settings.data.isEmpty else { return data }
    let request = DataRequest(
      screen: screen, outputs: session.outputs, content: session.content,
      attributes: arrival.context, visitor: arrival.visit.pseudonym, language: arrival.language)
    for (name, read) in settings.data {
      do {
        data[name] = try await read(request)
      } catch {
        throw WebFailure(.broken, "data \(name): \(error)")
      }
    }
    return data
  }

  private func products(_ arrival: VisitRequest) async throws(WebFailure) -> JSONObject {
    do {
      return try await settings.products?(arrival.language) ?? JSONObject()
    } catch {
      throw WebFailure(.broken, "products: \(error)")
    }
  }

  /// Shows the screen of a session's current step.
  func show(
    _ visit: inout Visit, _ arrival: VisitRequest, restoring saved: JSON = .null
  ) async throws(WebFailure) {
    guard let shown = visit.session.current, let screen = visit.release.screen(shown.screen) else {
      throw WebFailure(.broken, "no drawn screen at \(visit.place(in: arrival.flow).components)")
    }
    var drafts = JSONObject()
    for field in screen.program.fields {
      drafts[field] = visit.session.draft(screen.program.outputKey(of: field, at: shown.step))
    }
    let values = ScreenValues(
      outputs: visit.session.outputs, attributes: arrival.context, content: visit.session.content,
      data: try await data(visit.session, shown.screen, arrival),
      products: try await products(arrival), drafts: drafts,
      today: WallClock.day(arrival.second), step: shown.step)
    var model = ScreenModel(screen.program, values)
    model.restore(saved)
    visit.model = model
  }
}

extension FlowHost {
  /// The contents of a state, for tests that check what it must not contain.
  package func plain(_ state: String, visit: String) -> String? {
    VisitID(visit).flatMap { sealer.open(state, for: $0) }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The pseudonym of the visitor with a cookie, for tests; nil if the cookie is invalid.
  package func pseudonym(ofCookie visit: String) -> String? { VisitID(visit)?.pseudonym }
}
