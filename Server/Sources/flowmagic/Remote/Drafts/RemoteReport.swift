import FlowCore

/// What the server's verifier says, as `validate` prints it.
enum RemoteReport {
  /// A document with the findings that the server has sent about it.
  static func report(_ loaded: LoadedDocument, _ findings: [JSON]) -> FileReport {
    FileReport(loaded, findings: findings.compactMap { Finding($0) })
  }

  /// A problem for people, with its findings above it.
  static func lines(_ problem: RemoteProblem, width: Int, glyphs: Glyphs) -> [StyledText] {
    let words = ReportWords(width: width, glyphs: glyphs)
    var lines: [StyledText] = []
    if let report = problem.report {
      lines += words.lines(report)
    } else {
      for finding in problem.findings.compactMap({ Finding($0) }) {
        lines += words.lines(FileReport.Located(finding: finding), file: "server") + [""]
      }
    }
    return lines + unknown(problem.findings) + problem.lines(width: width)
  }

  /// Tells what went wrong: to programs on standard output, to people on standard error.
  static func write(_ error: any Error, isJSON: Bool, on console: Console) throws {
    console.out.flush()
    switch error {
    case let problem as RemoteProblem where isJSON: write(problem.json, on: console)
    case let problem as RemoteProblem:
      console.err.lines(lines(problem, width: console.err.width, glyphs: console.err.glyphs))
    case let problem as InputProblem where isJSON:
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

  /// Findings of a server that is newer than this command, as far as they can be shown.
  static func unknown(_ findings: [JSON]) -> [StyledText] {
    findings.filter { Finding($0) == nil }.map { finding in
      let isError = finding["severity"]?.string == "error"
      let code = finding["code"]?.string ?? "?"
      return StyledText("server: ", .strong)
        + (isError ? StyledText("error: ", .bad) : StyledText("warning: ", .warning))
        + StyledText(finding["message"]?.string ?? "", .strong) + StyledText(" [\(code)]", .faint)
    }
  }
}

extension JSON {
  /// A string as a name.
  var name: Name? { string.map { Name($0) } }
}
