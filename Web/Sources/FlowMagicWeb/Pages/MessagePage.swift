import FlowCore

/// A page with a message: why something is not possible, or that a flow has ended.
struct MessagePage {
  let title: String
  let text: String
  let nextAction: WebFailure.NextAction
  let language: String
  /// The address that the button or link leads to.
  let action: String
  let host: FlowHost

  init(
    title: String, text: String, nextAction: WebFailure.NextAction, language: String,
    action: String,
    host: FlowHost
  ) {
    self.title = title
    self.text = text
    self.nextAction = nextAction
    self.language = language
    self.action = action
    self.host = host
  }

  init(_ failure: WebFailure, language: String, action: String, host: FlowHost) {
    let isGerman = Language.isGerman(language)
    let (title, text) = failure.texts
    self.init(
      title: title.text(isGerman: isGerman), text: text.text(isGerman: isGerman),
      nextAction: failure.nextAction, language: isGerman ? "de" : "en", action: action, host: host)
  }

  var html: [UInt8] {
    var page = PageFrame(
      language: language, title: title, theme: host.releases.current.theme, host)
    page.html.literal("<div class=\"fm-screen fm-message\"><h1 tabindex=\"-1\" autofocus>")
    page.html.text(title)
    page.html.literal("</h1><p>")
    page.html.text(text)
    page.html.literal("</p>")
    writeNextAction(&page.html)
    page.html.literal("</div>")
    return page.finish(host)
  }

  private func writeNextAction(_ html: inout HTMLBytes) {
    let isGerman = Language.isGerman(language)
    switch nextAction {
    case .goToStart, .resume:
      html.literal("<p><a class=\"fm-button fm-style-primary\" href=\"")
      html.text(action)
      html.literal("\">")
      let label: WebText = nextAction == .resume ? .resume : .goToStart
      html.text(label.text(isGerman: isGerman))
      html.literal("</a></p>")
    case .startAgain:
      html.literal("<form method=\"post\" action=\"")
      html.text(action)
      html.literal("\"><button class=\"fm-button fm-style-primary\" type=\"submit\"")
      html.literal(" name=\"restart\" value=\"1\"><span>")
      html.text(WebText.startAgain.text(isGerman: isGerman))
      html.literal("</span></button></form>")
    }
  }
}
