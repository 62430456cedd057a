import FlowCore

/// Why a verb that works against a server failed, and what to do about it.
struct RemoteProblem: Error {
  /// A stable code: one of the server's, or one of the command's own.
  var code: String
  /// What is wrong, in a sentence.
  var message: String
  /// What to do, in a sentence; empty if there is nothing to do here.
  var fix = ""
  /// The HTTP status, if the server answered.
  var status: Int?
  /// By which the server's log knows the request.
  var requestID: String?
  /// The scope that the token lacks.
  var missingScope: String?
  /// What the verifier says, as the server sent it.
  var findings: [JSON] = []
  /// The findings with their lines, where the text that they are about is at hand.
  var report: FileReport?

  init(_ code: String, _ message: String, fix: String = "") {
    self.code = code
    self.message = message
    self.fix = fix
  }

  /// Reads a problem document; nil if the answer is none.
  init?(_ answer: ServerAnswer) {
    guard let json = try? JSON(parsing: answer.body), let code = json["code"]?.string,
      let detail = json["detail"]?.string
    else { return nil }
    self.init(code, detail)
    status = answer.status
    requestID = json["requestId"]?.string
    missingScope = json["scope"]?.string
    findings = json["findings"]?.array ?? []
    fix = RemoteFix.sentence(self)
  }

  /// The answer of something that is no FlowMagic server.
  static func foreign(_ answer: ServerAnswer, at location: ServerLocation) -> RemoteProblem {
    var problem = RemoteProblem(
      "unexpected-answer",
      "\(location) answered with status \(answer.status) and no explanation.",
      fix: "Look whether a FlowMagic server or something else answers at this address.")
    problem.status = answer.status
    return problem
  }
}

extension RemoteProblem {
  /// The problem for people: what is wrong, and below it what to do.
  func lines(width: Int) -> [StyledText] {
    var lines = [StyledText("error: ", .bad) + StyledText(message, .strong)]
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

  /// The problem for programs.
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
