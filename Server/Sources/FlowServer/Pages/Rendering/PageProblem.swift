import FlowCore
package import HTTPTypes

/// A problem as an HTML page.
///
/// It contains no form and needs no session, so that it can be shown after any error.
package enum PageProblem {
  package static func response(
    _ problem: Problem, _ headers: HTTPFields, requestID: String, publicURL: String,
    service: String
  ) -> EndpointResponse {
    let settings = PageSettings(headers)
    let texts = Localization(settings.language)
    let content = Content(problem, texts)
    var context = PageLayout.defaultContext(texts, theme: settings.theme, service: service)
    context["title"] = content.title
    context["symbol"] = PageLayout.symbol(content.icon, content.kind)
    context["paragraphs"] = [content.text]
    context["button"] = ["href": "/", "text": texts["error.home"]]
    context["requestID"] = orFalse(problem.code.status >= 500 ? requestID : nil)
    guard
      let html = try? PageLayout.html(
        "message", in: "single-task-layout", context, settings.language)
    else { return .problem(problem, requestID: requestID, style: .document) }
    var response = PageLayout.response(html, status: problem.code.status, publicURL: publicURL)
    for header in problem.headers where header.name != .wwwAuthenticate {
      response.headers[header.name] = header.value
    }
    return response
  }

  /// Whether the client prefers an HTML page to a problem document.
  package static func isPreferred(_ headers: HTTPFields) -> Bool {
    headers[.accept]?.contains("text/html") ?? false
  }

  private struct Content {
    var title: String
    var text: String
    var icon = "alert"
    var kind: String? = "warn"

    init(_ problem: Problem, _ texts: Localization) {
      func setTexts(_ key: String) { (title, text) = (texts[key], texts[key + "-lead"]) }
      (title, text) = (texts["error.500"], texts["error.500-lead"])
      switch problem.code {
      case .unknownPath, .unknownOrganization:
        setTexts("error.404")
        (icon, kind) = ("route", nil)
      case .noPortal:
        setTexts("error.no-portal")
        (icon, kind) = ("off", nil)
      case .csrf:
        guard case .string(let address)? = problem.members["address"] else {
          setTexts("error.stale")
          return
        }
        title = texts["error.origin"]
        text = texts.text("error.origin-lead", ["address": address])
      case .notAllowed, .wrongKey: setTexts("error.403")
      case .bodyTooLarge: setTexts("error.large")
      case .storeUnavailable, .storeFull: setTexts("error.503")
      case .wrongClock:
        (title, text) = (texts["error.503"], texts["account-error.wrong-clock"])
      case .invalidLink:
        setTexts("error.link")
        icon = "clock"
      case .tooManyAttempts:
        icon = "clock"
        title = texts["error.too-many-attempts"]
        let seconds = problem.headers[.retryAfter].flatMap { Int($0) } ?? 60
        text = texts.text("error.too-many-attempts-lead", ["time": texts.duration(seconds)])
      default:
        let key = "account-error.\(problem.code.rawValue)"
        if problem.code.status < 500 {
          title = texts["error.not-possible"]
          text = texts.all[key] ?? problem.detail
        } else {
          kind = "danger"
        }
      }
    }
  }
}
