package import FlowCore

/// The result of validating one file.
package struct FileReport {
  /// A finding with its position in the text, if it could be determined.
  package struct LocatedFinding {
    package let finding: Finding
    package let position: SourcePosition?

    package init(finding: Finding, position: SourcePosition? = nil) {
      self.finding = finding
      self.position = position
    }
  }

  /// The file's name in messages.
  package let file: String
  /// The format; nil if the file could not be read or parsed.
  package let format: DocumentFormat?
  package let findings: [LocatedFinding]
  /// The reason why the file could not be read or parsed; nil if it could.
  package let problem: InputProblem?
  package let flowCount: Int
  package let stepCount: Int

  package var errorCount: Int { (problem == nil ? 0 : 1) + count(.error) }
  package var warningCount: Int { count(.warning) }

  private func count(_ severity: Severity) -> Int {
    findings.reduce(0) { $0 + ($1.finding.severity == severity ? $1.finding.count : 0) }
  }

  /// The report of a file that could not be read or parsed.
  package init(file: String, _ problem: InputProblem) {
    self.file = file
    self.problem = problem
    format = nil
    findings = []
    flowCount = 0
    stepCount = 0
  }

  /// The report of a document.
  package init(_ loaded: LoadedDocument, findings: [Finding]) {
    file = loaded.file
    format = loaded.format
    problem = nil
    flowCount = loaded.document.flows.count
    stepCount = loaded.document.flows.reduce(0) { $0 + $1.steps.count }
    self.findings = FileReport.locate(findings, in: loaded)
  }

  /// The number of bytes to scan for line numbers, after which findings have no position: each
  /// lookup scans from the start of the text.
  private static let searchBudget = 1 << 28

  private static func locate(_ findings: [Finding], in loaded: LoadedDocument) -> [LocatedFinding] {
    guard !findings.isEmpty else { return [] }
    let finder = LocationFinder(loaded)
    var budget = searchBudget
    return findings.map { finding in
      guard budget > 0, let view = finder.view(finding.location) else {
        return LocatedFinding(finding: finding)
      }
      budget -= loaded.source.bytes.count
      return LocatedFinding(finding: finding, position: view.position)
    }
  }
}

extension FileReport {
  /// The file's member of the `--json` report.
  package var json: JSON {
    var object = JSONObject()
    object["file"] = .string(file)
    object["ok"] = .bool(errorCount == 0)
    object["format"] = format.map { .string($0.rawValue) }
    object["findings"] = .array(findings.map(\.json))
    object["error"] = problem.map(\.json)
    return .object(object)
  }
}

extension FileReport.LocatedFinding {
  fileprivate var json: JSON {
    guard var object = finding.json.object else { return finding.json }
    if let position {
      object["line"] = .number(JSONNumber(position.line))
      object["column"] = .number(JSONNumber(position.column))
    }
    return .object(object)
  }
}

/// The result of validating several files.
package struct ValidationReport {
  package var files: [FileReport]

  package init(files: [FileReport] = []) { self.files = files }

  package var errorCount: Int { files.reduce(0) { $0 + $1.errorCount } }
  package var warningCount: Int { files.reduce(0) { $0 + $1.warningCount } }

  /// The report as JSON.
  package var json: JSON {
    [
      "files": .array(files.map(\.json)), "errors": .number(JSONNumber(errorCount)),
      "warnings": .number(JSONNumber(warningCount)),
    ]
  }
}
