import FlowCore
package import HTTPTypes

/// A problem as a page, for people.
///
/// It has no form and knows nobody, so that it can be shown whatever went wrong.
package enum PageProblem {
  package static func reply(
    _ problem: Problem, _ headers: HTTPFields, requestID: String, publicURL: String,
    service: String
  ) -> Reply {
    let settings = PageSettings(headers)
    let words = Words(settings.language)
    let face = Face(problem, words)
    var context = PageLayout.base(words, theme: settings.theme, service: service)
    context["title"] = face.title
    context["symbol"] = PageLayout.symbol(face.icon, face.kind)
    context["paragraphs"] = [face.text]
    context["button"] = ["href": "/", "text": words["error.home"]]
    context["requestID"] = orFalse(problem.code.status >= 500 ? requestID : nil)
    guard let html = try? PageLayout.html("message", in: "sign-in-layout", context, settings.language)
    else { return .problem(problem, requestID: requestID, style: .document) }
    var reply = PageLayout.reply(html, status: problem.code.status, publicURL: publicURL)
    for header in problem.headers where header.name != .wwwAuthenticate {
      reply.headers[header.name] = header.value
    }
    return reply
  }

  /// Whether whoever asked would rather read a page than a problem document.
  package static func isWanted(_ headers: HTTPFields) -> Bool {
    headers[.accept]?.contains("text/html") ?? false
  }

  private struct Face {
    var title: String
    var text: String
    var icon = "alert"
    var kind: String? = "wait"

    init(_ problem: Problem, _ words: Words) {
      func say(_ key: String) { (title, text) = (words[key], words[key + "-lead"]) }
      (title, text) = (words["error.500"], words["error.500-lead"])
      switch problem.code {
      case .unknownPath, .unknownOrganization:
        say("error.404")
        (icon, kind) = ("way", nil)
      case .csrf:
        guard case .string(let address)? = problem.members["address"] else {
          say("error.stale")
          return
        }
        title = words["error.origin"]
        text = words.text("error.origin-lead", ["address": address])
      case .notAllowed, .wrongKey: say("error.403")
      case .bodyTooLarge: say("error.large")
      case .storeUnavailable, .storeFull: say("error.503")
      case .invalidLink:
        say("error.link")
        icon = "clock"
      case .tooManyAttempts:
        icon = "clock"
        title = words["error.wait"]
        let seconds = problem.headers[.retryAfter].flatMap { Int($0) } ?? 60
        text = words.text("error.wait-lead", ["time": words.span(seconds)])
      default:
        let word = "account-error.\(problem.code.rawValue)"
        if problem.code.status < 500 {
          title = words["error.not-possible"]
          text = words.all[word] ?? problem.detail
        } else {
          kind = "bad"
        }
      }
    }
  }
}
