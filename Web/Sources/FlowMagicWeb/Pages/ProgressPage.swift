import FlowCore

/// The progress page of a long-running press, which refreshes automatically.
struct ProgressPage {
  let report: CallProgress.Report
  let isCancellable: Bool
  /// The sealed state of the page whose button was pressed.
  let state: String
  let language: String
  /// The address of the step.
  let action: String
  let host: FlowHost

  private var isGerman: Bool { Language.isGerman(language) }
  private var text: String { report.text ?? WebText.inProgressText.text(isGerman: isGerman) }

  /// The progress for the script, which shows it above the screen and requests the next one with
  /// its state.
  var patch: JSON {
    var busy: JSONObject = ["text": .string(text), "state": .string(state)]
    if let fraction = report.fraction.flatMap({ JSONNumber($0) }) {
      busy["fraction"] = .number(fraction)
    }
    if isCancellable { busy["cancel"] = .string(WebText.cancel.text(isGerman: isGerman)) }
    return ["busy": .object(busy)]
  }

  var html: [UInt8] {
    let title = WebText.inProgressTitle.text(isGerman: isGerman)
    var page = PageFrame(
      language: language, title: title, theme: host.releases.current.theme, host)
    page.html.literal("<div class=\"fm-screen fm-message\"><h1>")
    page.html.text(title)
    page.html.literal("</h1><p role=\"status\">")
    page.html.text(text)
    page.html.literal("</p>")
    writeBar(&page.html)
    if isCancellable { writeCancel(&page.html) }
    page.html.literal("</div>")
    return page.finish(host)
  }

  private func writeBar(_ html: inout HTMLBytes) {
    html.literal("<progress max=\"1\" aria-label=\"")
    html.text(text)
    if let fraction = report.fraction {
      html.literal("\" value=\"")
      html.text("\(fraction)")
    }
    html.literal("\"></progress>")
  }

  private func writeCancel(_ html: inout HTMLBytes) {
    html.literal("<form method=\"post\" action=\"")
    html.text(action)
    html.literal("\"><input type=\"hidden\" name=\"fm\" value=\"")
    html.text(state)
    html.literal("\"><button class=\"fm-button fm-style-secondary\" type=\"submit\"")
    html.literal(" name=\"cancel\" value=\"1\"><span>")
    html.text(WebText.cancel.text(isGerman: isGerman))
    html.literal("</span></button></form>")
  }
}
