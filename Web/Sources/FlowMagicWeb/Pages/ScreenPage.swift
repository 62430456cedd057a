import FlowBlocks
import FlowCore

/// The page of a screen: one form, which works without a script.
struct ScreenPage {
  let visit: Visit
  let request: VisitRequest
  /// The sealed state.
  let state: String
  /// A sentence above the screen.
  let notice: PageNotice?
  /// The address of the form.
  let action: String
  let host: FlowHost

  private var isGerman: Bool { Language.isGerman(request.language) }

  /// The fields whose errors are shown, in order.
  private var invalidFields: [ResolvedBlock] {
    (visit.model?.screen.root?.fieldBlocks ?? []).filter { $0.text(.message) != nil }
  }

  var hasErrors: Bool { !invalidFields.isEmpty }

  var html: [UInt8] {
    var page = PageFrame(language: request.language, title: title, theme: visit.release.theme, host)
    page.html.literal("<form class=\"fm-form\" method=\"post\" action=\"")
    page.html.text(action)
    page.html.literal("\" data-changes=\"")
    page.html.text(
      host.settings.path + "/" + FlowHost.filesComponent + "/changes?at=" + request.version)
    page.html.literal("\" data-live=\"")
    page.html.text(liveChoices)
    page.html.literal("\" data-lost=\"")
    page.html.text(text(.connectionLost))
    page.html.literal("\">")
    writeForm(&page.html)
    page.html.literal("</form>")
    return page.finish(host)
  }

  /// The response for the script: the changes to the page that sent the request, or the whole
  /// screen.
  var patch: JSON {
    var patch: JSONObject = [
      "n": .number(JSONNumber(visit.pressCount)), "at": .string(action), "state": .string(state),
      "live": .string(liveChoices), "title": .string(title),
    ]
    if let operations {
      patch["ops"] = .array(operations)
    } else {
      var html = HTMLBytes()
      writeForm(&html)
      patch["screen"] = .string(String(decoding: html.bytes, as: UTF8.self))
    }
    return .object(patch)
  }

  private var operations: [JSON]? {
    guard !hasErrors, notice == nil, let previousScreen = visit.previousScreen,
      let screen = visit.model?.screen,
      previousScreen.path == visit.session.path, !Self.hasErrors(previousScreen.screen)
    else { return nil }
    return ScreenPatch.operations(from: previousScreen.screen, to: screen, options)
  }

  private static func hasErrors(_ screen: ResolvedScreen) -> Bool {
    (screen.root?.fieldBlocks ?? []).contains { $0.text(.message) != nil }
  }

  /// The keys of the choices that perform actions when they are changed.
  private var liveChoices: String {
    (visit.model?.screen.root?.fieldBlocks ?? []).filter { !$0.actions(.do).isEmpty }
      .map { $0.key.string }.joined(separator: " ")
  }

  private func writeForm(_ html: inout HTMLBytes) {
    html.literal("<input type=\"hidden\" name=\"fm\" value=\"")
    html.text(state)
    html.literal("\">")
    writeDefaultButton(&html)
    writeProblems(&html)
    writeNotice(&html)
    guard let screen = visit.model?.screen else { return }
    writeLanguages(&html)
    html.html(HTMLRenderer.render(screen, options))
  }

  /// Writes the document's other languages as buttons of the form, so that entered values are sent,
  /// too.
  private func writeLanguages(_ html: inout HTMLBytes) {
    let languages = visit.release.languages
    guard host.settings.offersLanguages, request.canChooseLanguage, languages.count > 1 else {
      return
    }
    html.literal("<nav class=\"fm-languages\" aria-label=\"")
    html.text(text(.languages))
    html.literal("\">")
    for language in languages where language.string != request.language {
      html.literal("<button type=\"submit\" name=\"language\" formnovalidate value=\"")
      html.text(language.string)
      html.literal("\" lang=\"")
      html.text(language.string)
      html.literal("\">")
      html.text(Language.name(language.string))
      html.literal("</button>")
    }
    html.literal("</nav>")
  }

  private var title: String {
    let screen = visit.model?.screen.title ?? request.flow.string
    return hasErrors ? problemHeading + " – " + screen : screen
  }

  private var options: HTMLRenderer.Options {
    var options = HTMLRenderer.Options(
      assetURL: host.settings.assetURL, iconsURL: host.address(of: WebFiles.icons))
    options.pictures = host.pagePictures(visit.release, language: request.language)
    options.renderCustomBlock = customHTML
    options.focusesHeading =
      request.isSameOrigin && !request.acceptsPatch && !hasErrors && notice == nil
    return options
  }

  /// Returns the HTML of a custom block; nil if the host does not have it.
  private func customHTML(_ block: ResolvedBlock, _ children: [UInt8]) -> [UInt8]? {
    guard let custom = block.name(.name).flatMap({ host.settings.customBlocks[$0] }) else {
      return nil
    }
    var properties = JSON.object([:])
    if case .json(let json)? = block[.props] { properties = json }
    let contents = WebBlock.Contents(
      properties: properties, children: String(decoding: children, as: UTF8.self),
      language: request.language, attributes: request.context,
      outputs: visit.session.outputs, content: visit.session.content)
    return Array(custom.html(contents).utf8)
  }

  /// Writes an invisible button that presses the screen's default button: the Enter key activates
  /// the first submit button of a form.
  private func writeDefaultButton(_ html: inout HTMLBytes) {
    guard let button = visit.model?.screen.root?.defaultButton else { return }
    html.literal("<button class=\"fm-default\" type=\"submit\" name=\"press\" tabindex=\"-1\"")
    html.literal(" aria-hidden=\"true\" value=\"")
    html.text(button.key.string)
    html.literal("\"></button>")
  }

  /// Writes the errors with links to their fields; they are announced first, because the list
  /// receives focus.
  private func writeProblems(_ html: inout HTMLBytes) {
    let invalidFields = invalidFields
    guard !invalidFields.isEmpty else { return }
    html.literal(
      "<div class=\"fm-problems\" role=\"alert\" tabindex=\"-1\" autofocus><p><strong>")
    html.text(problemHeading)
    html.literal("</strong></p><ul>")
    for block in invalidFields {
      html.literal("<li><a href=\"#field-")
      html.text(FlowAddress.encoded(block.name(.name)?.string ?? ""))
      html.literal("\">")
      html.text((block.text(.label).map { $0 + ": " } ?? "") + (block.text(.message) ?? ""))
      html.literal("</a></li>")
    }
    html.literal("</ul></div>")
  }

  private var problemHeading: String {
    text(invalidFields.count == 1 ? .problem : .problems)
  }

  private func writeNotice(_ html: inout HTMLBytes) {
    guard let notice else { return }
    html.literal("<p class=\"fm-notice\" role=\"alert\" tabindex=\"-1\" autofocus>")
    switch notice {
    case .host(let notice): html.text(text(notice))
    case .app(let message): html.text(message)
    }
    html.literal("</p>")
  }

  /// Returns a sentence of the host, or the document's if that has one in the visitor's language.
  private func text(_ text: WebText) -> String {
    let key = "web." + text.rawValue
    let documentText = visit.session.text(Name(key))
    return documentText == key ? text.text(isGerman: isGerman) : documentText
  }
}
