import FlowCore
import HTTPTypes
import Hummingbird

/// A request for a flow, with its step and its visitor.
struct VisitRequest: Sendable {
  let flow: Name
  /// The step in the address; empty for the flow itself.
  let stepAddress: StepAddress
  let headers: HTTPFields
  let cookies: VisitCookies
  /// The visitor's secret; nil if the browser has sent none.
  let existingVisitor: VisitorSecret?
  /// The visitor's secret, newly generated if there was none.
  let visitor: VisitorSecret
  /// The visitor's attributes.
  var context: JSONObject
  /// The language of the page.
  let language: String
  /// Whether the visitor may choose the language.
  let canChooseLanguage: Bool
  /// The time of the request, in seconds since 1970.
  let time: Int
  /// Whether the request comes from one of this host's pages, so that the heading receives focus.
  let isSameOrigin: Bool
  /// The step of a link that was followed, if any.
  let linkedStep: Name?
  /// The sealed state in the address of a progress page that refreshes itself, if any.
  ///
  /// The cookie alone is not sufficient, because a press in another tab replaces its state.
  let progressState: String?
  /// The version of releases and data at the time of the request.
  let version: String
  /// Whether the page has the script, which accepts patches.
  let acceptsPatch: Bool
  /// Whether the events of the request are reported to the server that the host follows.
  let isReported: Bool
  /// Identifies the visitor's last restart, as by signing out; nil if there was none.
  ///
  /// The browser's history shows no page from before it.
  private(set) var restartID: String?

  /// The cookies that the response sets besides the state.
  var newCookies: [String] {
    (existingVisitor == nil ? [cookies.header(for: visitor)] : []) + handlerCookies
  }
  /// The cookies that a handler of the app sets.
  var handlerCookies: [String] = []
  /// The cookies that the handler sets for the press itself, and not for one that repeats it.
  var senderOnlyCookies: [String] = []

  /// Identifies the user of the page that is shown again without a press.
  private(set) var pageUserDigest: String?
  /// Identifies the user in sealed states.
  var userDigest: String { pageUserDigest ?? visitor.userDigest(context["userId"] ?? .null) }

  /// Whether the browser's history may show a page: one of this user, or from before they signed
  /// in, that was made since the last restart.
  func mayShow(_ entry: VisitState) -> Bool {
    let guest = visitor.userDigest(.string(visitor.pseudonym))
    return entry.restartID == restartID && (entry.user == userDigest || entry.user == guest)
  }

  /// The request of a page that may have been open while the visitor signed in or out: its next
  /// state is still from before the restart, and without a press still of the same user.
  func continuing(_ state: VisitState, isPress: Bool) -> VisitRequest {
    var request = keepingRestart(of: state)
    if !isPress { request.pageUserDigest = state.user }
    return request
  }

  /// The request with the last restart before a state that its page continues from.
  func keepingRestart(of state: VisitState) -> VisitRequest {
    var request = self
    request.restartID = state.restartID
    return request
  }

  /// Records that the visitor discards what they have entered.
  mutating func recordRestart() {
    let id = VisitorSecret.randomID()
    restartID = id
    handlerCookies.append(cookies.header(restartID: id))
  }

  /// The request after its handler has run.
  func with(_ reply: PressReply.Contents) -> VisitRequest {
    var request = self
    request.handlerCookies += reply.cookies
    request.senderOnlyCookies += reply.senderOnlyCookies
    for member in reply.attributes.members { request.context[member.key] = member.value }
    if reply.restarts { request.recordRestart() }
    return request
  }
}

extension FlowHost {
  /// Determines the visitor and the step of a request.
  func visitRequest(
    for request: Request, flow: Name, components: [Name]
  ) async throws(WebFailure) -> VisitRequest {
    let (release, version) = (releases.current, changes.version)
    guard release.release.flowIDs.contains(flow) else { throw WebFailure(.notFound) }
    let cookies = VisitCookies(
      isSecure: isSecure(request), flowPath: address(flow, .start),
      maxAge: Int(settings.lifetime.components.seconds))
    let existingVisitor = cookies.visitor(request.headers)
    let visitor = existingVisitor ?? VisitorSecret()
    var context = try await attributes(request)
    if context["userId"] == nil { context["userId"] = .string(visitor.pseudonym) }
    let canChooseLanguage = context["locale"] == nil
    let acceptedLanguages =
      context["locale"]?.string ?? cookies.language(request.headers)
      ?? request.headers[.acceptLanguage]
    let language = Language.best(acceptedLanguages, of: release.languages)?.string ?? "en"
    if context["locale"] == nil { context["locale"] = .string(language) }
    return VisitRequest(
      flow: flow, stepAddress: StepAddress(components), headers: request.headers, cookies: cookies,
      existingVisitor: existingVisitor, visitor: visitor, context: context, language: language,
      canChooseLanguage: canChooseLanguage,
      time: settings.clock(), isSameOrigin: request.headers[.secFetchSite] == "same-origin",
      linkedStep: request.uri.queryParameters.get("step").map { Name($0) },
      progressState: request.uri.queryParameters.get(Self.progressParameter), version: version,
      acceptsPatch: ScreenPatch.isAccepted(by: request.headers), isReported: isReported(request),
      restartID: cookies.restartID(request.headers))
  }

  /// Whether a browser has sent the request for a page that its visitor sees, and the app allows
  /// reporting it.
  ///
  /// All browsers send `Sec-Fetch-Mode` to secure origins; most crawlers do not.
  private func isReported(_ request: Request) -> Bool {
    guard request.headers[.secFetchMode] != nil, request.headers[.secPurpose] == nil else {
      return false
    }
    return settings.reportsEvents(request)
  }

  /// The visitor of a request outside of flows; nil if it has no cookie.
  func visitor(_ request: Request) -> VisitorSecret? {
    VisitCookies(isSecure: isSecure(request), flowPath: "/", maxAge: 0)
      .visitor(request.headers)
  }

  private func attributes(_ request: Request) async throws(WebFailure) -> JSONObject {
    do {
      return try await settings.attributes(request)
    } catch {
      throw WebFailure(.internalError, "attributes: \(error)")
    }
  }

  /// Whether cookies are restricted to https.
  func isSecure(_ request: Request) -> Bool {
    if let origin = settings.origin { return origin.hasPrefix("https:") }
    return !RequestOrigin.isLoopback(request.head.authority ?? "")
  }

  /// The path of a step, or of the flow.
  func address(_ flow: Name, _ step: StepAddress) -> String {
    ([flow] + step.components).reduce(settings.path) {
      $0 + "/" + FlowAddress.encoded($1.string)
    }
  }
}
