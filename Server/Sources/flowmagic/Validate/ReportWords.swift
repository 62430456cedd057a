import FlowCore

/// A validation report as a compiler would print it.
package struct ReportWords {
  package let width: Int
  package let glyphs: Glyphs

  package init(width: Int, glyphs: Glyphs) {
    self.width = width
    self.glyphs = glyphs
  }

  /// One file: its problem, or its findings.
  package func lines(_ report: FileReport) -> [StyledText] {
    if let problem = report.problem { return problem.lines(width: width, glyphs: glyphs) + [""] }
    return report.findings.flatMap { lines($0, file: report.file) + [""] }
  }

  /// One finding: what is wrong, where, how a person gets there, how to fix it.
  package func lines(_ located: FileReport.Located, file: String) -> [StyledText] {
    let finding = located.finding
    var head = StyledText(file, .strong)
    if let position = located.position {
      head += StyledText(":\(position.line):\(position.column)", .strong)
    }
    head += StyledText(": ", .strong) + severity(finding.severity)
    head += StyledText(finding.message, .strong) + StyledText(" [\(finding.code.rawValue)]", .faint)
    var lines = [head]
    let location = PlaceWords.parts(finding.location).joined(separator: " \(glyphs.inside) ")
    let inside = finding.pointer.map { $0.isEmpty ? "" : ", at \($0)" } ?? ""
    lines += item("where", location + inside)
    lines += item("way", finding.path.map { PlaceWords.way($0, glyphs: glyphs) } ?? "")
    lines += item("fix", finding.fix)
    return lines
  }

  private func severity(_ severity: Severity) -> StyledText {
    switch severity {
    case .error: StyledText("error: ", .bad)
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

  /// The last line: "2 files: 1 error, 3 warnings." or what is fine.
  package func summary(_ report: ValidationReport) -> StyledText {
    let files = Counted.words(report.files.count, "file")
    if report.errors == 0, report.warnings == 0 {
      let flows = Counted.words(report.files.reduce(0) { $0 + $1.flows }, "flow")
      let steps = Counted.words(report.files.reduce(0) { $0 + $1.steps }, "step")
      return StyledText("\(glyphs.done) ", .good)
        + StyledText("\(files) with \(flows) and \(steps): nothing to fix.")
    }
    var line =
      report.errors > 0
      ? StyledText("\(glyphs.failed) ", .bad) : StyledText("\(glyphs.bullet) ", .warning)
    line += StyledText("\(files): ")
    let errors = StyledText(
      Counted.words(report.errors, "error"), report.errors > 0 ? .bad : .plain)
    let warnings = StyledText(
      Counted.words(report.warnings, "warning"), report.warnings > 0 ? .warning : .plain)
    return line + errors + ", " + warnings + "."
  }
}
