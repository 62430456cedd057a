import FlowCore

/// An error of a command that talks to a server, with its fix.
struct RemoteProblem: Error {
  /// A stable code, from the server or from the command.
  var code: String
  /// The message of the problem.
  var message: String
  /// A sentence about how to fix it; may be empty.
  var fix = ""
  /// The HTTP status, if the server responded.
  var status: Int?
  /// The request's id in the server's log.
  var requestID: String?
  /// The scope that the token lacks.
  var missingScope: String?
  /// The verifier's findings as the server sent them.
  var findings: [JSON] = []
  /// The findings with line numbers, if the text is available.
  var report: FileReport?

  init(_ code: String, _ message: String, fix: String = "") {
    self.code = code
    self.message = message
    self.fix = fix
  }

  /// Parses a problem document (RFC 9457); nil if the response is not one.
  init?(_ response: ServerResponse) {
    guard let json = try? JSON(parsing: response.body), let code = json["code"]?.string,
      let detail = json["detail"]?.string
    else { return nil }
    self.init(code, detail)
    status = response.status
    requestID = json["requestId"]?.string
    missingScope = json["scope"]?.string
    findings = json["findings"]?.array ?? []
    fix = suggestedFix
  }

  /// The problem of a response that is neither a success nor a problem document.
  static func unexpected(_ response: ServerResponse, from server: ServerURL) -> RemoteProblem {
    var problem = RemoteProblem(
      "unexpected-response",
      "\(server) responded with status \(response.status) and no explanation.",
      fix: "Check that this is the URL of a FlowMagic server.")
    problem.status = response.status
    return problem
  }
}

extension RemoteProblem {
  /// The problem as text: what is wrong, and below it what to do.
  func lines(width: Int) -> [StyledText] {
    var lines = [StyledText("error: ", .error) + StyledText(message, .strong)]
    if code == "internal-error", let requestID {
      lines.append(StyledText("  id    ", .faint) + StyledText(requestID))
    }
    guard !fix.isEmpty else { return lines }
    let wrapped = StyledText(fix).wrapped(to: max(width - 8, 20))
    for (index, line) in wrapped.enumerated() {
      lines.append(StyledText(index == 0 ? "  fix" : "", .faint).padded(to: 8) + line)
    }
    return lines
  }

  /// The problem as JSON.
  var json: JSON {
    var object: JSONObject = ["code": .string(code), "message": .string(message)]
    if !fix.isEmpty { object["fix"] = .string(fix) }
    object["status"] = status.map { .number(JSONNumber($0)) }
    object["missingScope"] = missingScope.map { .string($0) }
    object["requestId"] = requestID.map { .string($0) }
    if !findings.isEmpty { object["findings"] = .array(findings) }
    return ["error": .object(object)]
  }
}
