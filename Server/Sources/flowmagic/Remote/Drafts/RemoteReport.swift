import FlowCore

/// Prints problems and findings from the server.
enum RemoteReport {
  /// The report of a document from the server's findings.
  static func report(_ loaded: LoadedDocument, _ findings: [JSON]) -> FileReport {
    FileReport(loaded, findings: findings.compactMap { Finding($0) })
  }

  /// A problem as text, preceded by its findings.
  static func lines(_ problem: RemoteProblem, width: Int, glyphs: Glyphs) -> [StyledText] {
    let text = ReportText(width: width, glyphs: glyphs)
    var lines: [StyledText] = []
    if let report = problem.report {
      lines += text.lines(report)
    } else {
      for finding in problem.findings.compactMap({ Finding($0) }) {
        lines += text.lines(FileReport.LocatedFinding(finding: finding), file: "server") + [""]
      }
    }
    return lines + unsupported(problem.findings) + problem.lines(width: width)
  }

  /// Reports an error: JSON on standard output, or text on standard error.
  static func write(_ error: any Error, asJSON: Bool, on console: Console) throws {
    console.out.flush()
    switch error {
    case let problem as RemoteProblem where asJSON: write(problem.json, on: console)
    case let problem as RemoteProblem:
      console.err.writeLines(lines(problem, width: console.err.width, glyphs: console.err.glyphs))
    case let problem as InputProblem where asJSON:
      var object = problem.json.object ?? JSONObject()
      object["file"] = .string(problem.file)
      write(["error": .object(object)], on: console)
    case let problem as InputProblem: console.report(problem)
    default: throw error
    }
  }

  private static func write(_ json: JSON, on console: Console) {
    console.out.write(json.utf8(.pretty) + [UInt8(ascii: "\n")])
  }

  /// A line for each finding whose code this version of the command does not know.
  static func unsupported(_ findings: [JSON]) -> [StyledText] {
    findings.filter { Finding($0) == nil }.map { finding in
      let isError = finding["severity"]?.string == "error"
      let code = finding["code"]?.string ?? "?"
      return StyledText("server: ", .strong)
        + (isError ? StyledText("error: ", .error) : StyledText("warning: ", .warning))
        + StyledText(finding["message"]?.string ?? "", .strong) + StyledText(" [\(code)]", .faint)
    }
  }
}

extension JSON {
  /// A string as a name.
  var name: Name? { string.map { Name($0) } }
}
