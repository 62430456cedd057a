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
  let existingVisit: VisitID?
  /// The visitor's secret, newly generated if there was none.
  let visit: VisitID
  /// The visitor's attributes.
  var context: JSONObject
  /// The language of the page.
  let language: String
  /// Whether the visitor may choose the language.
  let choosesLanguage: Bool
  /// The time of the request, in seconds since 1970.
  let time: Int
  /// Whether the request comes from one of this host's pages, so that the heading receives focus.
  let isFromOwnPage: Bool
  /// The step of a link that was followed, if any.
  let link: Name?
  /// The sealed state in the address of a progress page that refreshes itself, if any.
  ///
  /// The cookie alone is not sufficient, because a press in another tab replaces its state.
  let waiting: String?
  /// The version of releases and data at the time of the request.
  let version: String
  /// Whether the page has the script, which accepts patches.
  let wantsPatch: Bool
  /// Whether the events of the request are reported to the server that the host follows.
  let isReported: Bool

  /// The cookies that the response sets besides the state.
  var newCookies: [String] {
    (existingVisit == nil ? [cookies.header(for: visit)] : []) + ownCookies
  }
  /// The cookies that a handler of the app sets.
  var ownCookies: [String] = []
  /// The cookies that the handler sets for the press itself, and not for one that repeats it.
  var unrepeatedCookies: [String] = []

  /// The request after its handler has run.
  func with(_ reply: PressReply.Contents) -> VisitRequest {
    var request = self
    request.ownCookies += reply.cookies
    request.unrepeatedCookies += reply.unrepeatedCookies
    for member in reply.attributes.members { request.context[member.key] = member.value }
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
      age: Int(settings.lifetime.components.seconds))
    let existingVisit = cookies.visit(request.headers)
    let visit = existingVisit ?? VisitID()
    var context = try await attributes(request)
    if context["userId"] == nil { context["userId"] = .string(visit.pseudonym) }
    let choosesLanguage = context["locale"] == nil
    let wanted =
      context["locale"]?.string ?? cookies.language(request.headers)
      ?? request.headers[.acceptLanguage]
    let language = Language.best(wanted, of: release.languages)?.string ?? "en"
    if context["locale"] == nil { context["locale"] = .string(language) }
    return VisitRequest(
      flow: flow, stepAddress: StepAddress(components), headers: request.headers, cookies: cookies,
      existingVisit: existingVisit, visit: visit, context: context, language: language,
      choosesLanguage: choosesLanguage,
      time: settings.clock(), isFromOwnPage: request.headers[.secFetchSite] == "same-origin",
      link: request.uri.queryParameters.get("step").map { Name($0) },
      waiting: request.uri.queryParameters.get(Self.waitingParameter), version: version,
      wantsPatch: ScreenPatch.isWanted(request.headers), isReported: isReported(request))
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
  func visitor(_ request: Request) -> VisitID? {
    VisitCookies(isSecure: isSecure(request), flowPath: "/", age: 0).visit(request.headers)
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
