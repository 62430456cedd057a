import FlowCore
import HTTPTypes
import Hummingbird

/// A request for a flow: its place, and its visitor.
struct VisitRequest: Sendable {
  let flow: Name
  /// The step in the address; without components for the flow itself.
  let place: StepAddress
  let headers: HTTPFields
  let cookies: VisitCookies
  /// The visitor's secret; nil if the browser has sent none.
  let known: VisitID?
  /// The visitor's secret, new if there was none.
  let visit: VisitID
  /// The visitor's attributes.
  let context: JSONObject
  /// The language of the page.
  let language: String
  /// Whether the visitor may choose the language.
  let choosesLanguage: Bool
  /// The time.
  let second: Int
  /// Whether a page of ours has led here, so that the heading is what a visitor reads next.
  let isFromOwnPage: Bool
  /// The step of a link that was followed; nil without one.
  let link: Name?
  /// The version of releases and data when the request came.
  let version: String
  /// Whether the page has the script, which takes what has changed.
  let wantsPatch: Bool

  /// The cookie that a new visitor gets.
  var newCookies: [String] { known == nil ? [cookies.set(visit)] : [] }
}

extension FlowHost {
  /// Reads who comes and where to.
  func arrival(_ request: Request, flow: Name, place: [Name]) async throws(WebFailure)
    -> VisitRequest
  {
    let (release, version) = (releases.current, changes.version)
    guard release.release.flowIDs.contains(flow) else { throw WebFailure(.notFound) }
    let cookies = VisitCookies(
      isSecure: isSecure(request), flowPath: address(flow, .start),
      age: Int(settings.lifetime.components.seconds))
    let known = cookies.visit(request.headers)
    let visit = known ?? VisitID()
    var context = try await attributes(request)
    if context["userId"] == nil { context["userId"] = .string(visit.pseudonym) }
    let choosesLanguage = context["locale"] == nil
    let wanted =
      context["locale"]?.string ?? cookies.language(request.headers)
      ?? request.headers[.acceptLanguage]
    let language = Language.best(wanted, of: release.languages)?.string ?? "en"
    if context["locale"] == nil { context["locale"] = .string(language) }
    return VisitRequest(
      flow: flow, place: StepAddress(place), headers: request.headers, cookies: cookies,
      known: known, visit: visit, context: context, language: language,
      choosesLanguage: choosesLanguage,
      second: settings.clock(), isFromOwnPage: request.headers[.secFetchSite] == "same-origin",
      link: request.uri.queryParameters.get("step").map { Name($0) }, version: version,
      wantsPatch: ScreenPatch.isWanted(request.headers))
  }

  /// The visitor of a request that is of no flow; nil for one without the cookie.
  func visitor(_ request: Request) -> VisitID? {
    VisitCookies(isSecure: isSecure(request), flowPath: "/", age: 0).visit(request.headers)
  }

  private func attributes(_ request: Request) async throws(WebFailure) -> JSONObject {
    do {
      return try await settings.attributes(request)
    } catch {
      throw WebFailure(.broken, "attributes: \(error)")
    }
  }

  /// Whether the cookies may only travel by https.
  func isSecure(_ request: Request) -> Bool {
    if let origin = settings.origin { return origin.hasPrefix("https:") }
    return !RequestOrigin.isLoopback(request.head.authority ?? "")
  }

  /// The path of a step, or of the flow.
  func address(_ flow: Name, _ place: StepAddress) -> String {
    ([flow] + place.components).reduce(settings.path) {
      $0 + "/" + FlowAddress.encoded($1.string)
    }
  }
}
