import FlowCore
import FlowServer

/// Formats a validation report like a compiler's diagnostics.
package struct ReportText {
  package let width: Int
  package let glyphs: Glyphs

  package init(width: Int, glyphs: Glyphs) {
    self.width = width
    self.glyphs = glyphs
  }

  /// The report of a file: its problem, or its findings.
  package func lines(_ report: FileReport) -> [StyledText] {
    if let problem = report.problem { return problem.lines(width: width, glyphs: glyphs) + [""] }
    return report.findings.flatMap { lines($0, file: report.file) + [""] }
  }

  /// A finding: what is wrong, where, a path that leads there, and a fix.
  package func lines(_ located: FileReport.LocatedFinding, file: String) -> [StyledText] {
    let finding = located.finding
    var headline = StyledText(file, .strong)
    if let position = located.position {
      headline += StyledText(position.pathSuffix, .strong)
    }
    headline += StyledText(": ", .strong) + severity(finding.severity)
    headline +=
      StyledText(finding.message, .strong) + StyledText(" [\(finding.code.rawValue)]", .faint)
    var lines = [headline]
    let location = LocationText.parts(finding.location).joined(
      separator: " \(glyphs.pathSeparator) ")
    let pointer = finding.pointer.flatMap { $0.isEmpty ? nil : "at \($0)" }
    lines += item(
      "where", [location, pointer ?? ""].filter { !$0.isEmpty }.joined(separator: ", "))
    lines += item("path", finding.path.map { LocationText.path($0, glyphs: glyphs) } ?? "")
    lines += item("fix", finding.fix)
    return lines
  }

  private func severity(_ severity: Severity) -> StyledText {
    switch severity {
    case .error: StyledText("error: ", .error)
    case .warning: StyledText("warning: ", .warning)
    }
  }

  private func item(_ label: String, _ text: String) -> [StyledText] {
    guard !text.isEmpty else { return [] }
    let margin = 8
    let wrapped = StyledText(text).wrapped(to: max(width - margin, 20))
    return wrapped.enumerated().map { index, line in
      let lead = index == 0 ? "  \(label)" : ""
      return StyledText(lead, .faint).padded(to: margin) + line
    }
  }

  /// The last line, such as "2 files: 1 error, 3 warnings", with a period.
  package func summary(_ report: ValidationReport) -> StyledText {
    let files = Plural.text(report.files.count, "file")
    if report.errorCount == 0, report.warningCount == 0 {
      let flows = Plural.text(report.files.reduce(0) { $0 + $1.flowCount }, "flow")
      let steps = Plural.text(report.files.reduce(0) { $0 + $1.stepCount }, "step")
      return StyledText("\(glyphs.done) ", .success)
        + StyledText("\(files) with \(flows) and \(steps): no problems found.")
    }
    var line =
      report.errorCount > 0
      ? StyledText("\(glyphs.failed) ", .error) : StyledText("\(glyphs.bullet) ", .warning)
    line += StyledText("\(files): ")
    let errors = StyledText(
      Plural.text(report.errorCount, "error"), report.errorCount > 0 ? .error : .plain)
    let warnings = StyledText(
      Plural.text(report.warningCount, "warning"), report.warningCount > 0 ? .warning : .plain)
    return line + errors + ", " + warnings + "."
  }
}
