import FlowBlocks
import FlowCore

/// The page of a screen: one form, which works without a script.
struct ScreenPage {
  let visit: Visit
  let arrival: Arrival
  /// The sealed state.
  let state: String
  /// A sentence above the screen.
  let notice: WebText?
  /// The address of the form.
  let action: String
  let host: FlowHost

  private var isGerman: Bool { Language.isGerman(arrival.language) }

  /// The fields whose errors are shown, in their order.
  private var problems: [ResolvedBlock] {
    (visit.model?.screen.root?.fieldBlocks ?? []).filter { $0.text(.message) != nil }
  }

  var hasProblems: Bool { !problems.isEmpty }

  var html: [UInt8] {
    var page = PageFrame(language: arrival.language, title: title, theme: visit.release.theme, host)
    page.html.literal("<form class=\"fm-form\" method=\"post\" action=\"")
    page.html.text(action)
    page.html.literal("\"><input type=\"hidden\" name=\"fm\" value=\"")
    page.html.text(state)
    page.html.literal("\">")
    writeDefaultButton(&page.html)
    writeProblems(&page.html)
    writeNotice(&page.html)
    if let screen = visit.model?.screen {
      page.html.html(HTMLRenderer.render(screen, options))
    }
    page.html.literal("</form>")
    return page.finished()
  }

  private var title: String {
    let screen = visit.model?.screen.title ?? arrival.flow.string
    return hasProblems ? problemHeading + " – " + screen : screen
  }

  private var options: HTMLRenderer.Options {
    var options = HTMLRenderer.Options(
      assets: host.settings.assets, icons: host.address(of: WebFiles.icons))
    options.focusesHeading = arrival.isFromOwnPage && !hasProblems && notice == nil
    return options
  }

  /// The Enter key presses a form's first button: this one, whatever else stands above it.
  private func writeDefaultButton(_ html: inout HTMLBytes) {
    guard let button = visit.model?.screen.root?.defaultButton else { return }
    html.literal("<button class=\"fm-default\" type=\"submit\" name=\"press\" tabindex=\"-1\"")
    html.literal(" aria-hidden=\"true\" value=\"")
    html.text(button.key.string)
    html.literal("\"></button>")
  }

  /// The errors with links to their fields; read first, since it has the focus.
  private func writeProblems(_ html: inout HTMLBytes) {
    let problems = problems
    guard !problems.isEmpty else { return }
    html.literal(
      "<div class=\"fm-problems\" role=\"alert\" tabindex=\"-1\" autofocus><p><strong>")
    html.text(problemHeading)
    html.literal("</strong></p><ul>")
    for block in problems {
      html.literal("<li><a href=\"#field-")
      html.text(FlowAddress.encoded(block.name(.name)?.string ?? ""))
      html.literal("\">")
      html.text((block.text(.label).map { $0 + ": " } ?? "") + (block.text(.message) ?? ""))
      html.literal("</a></li>")
    }
    html.literal("</ul></div>")
  }

  private var problemHeading: String {
    text(problems.count == 1 ? .problem : .problems)
  }

  private func writeNotice(_ html: inout HTMLBytes) {
    guard let notice else { return }
    html.literal("<p class=\"fm-notice\" role=\"alert\" tabindex=\"-1\" autofocus>")
    html.text(text(notice))
    html.literal("</p>")
  }

  /// A sentence of the host: the document's own one, if it has one in the visitor's language.
  private func text(_ text: WebText) -> String {
    let key = "web." + text.rawValue
    let own = visit.session.text(Name(key))
    return own == key ? text.text(isGerman: isGerman) : own
  }
}
