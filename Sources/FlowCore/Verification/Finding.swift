/// A problem in a document: a code for programs, and a message and a fix for people.
public struct Finding: Sendable, Equatable {
  /// The code of the finding.
  public let code: FindingCode
  /// Whether it blocks publishing.
  public let severity: Severity
  /// The flow, step, port and route of the problem, as far as it concerns one.
  public let location: FlowLocation
  /// The id of the message among those of the code, for texts in any language.
  ///
  /// It is the code, or the code and a word after a dot, such as `invalid-split.coverage`; a
  /// finding that stands for several that are not listed has `not-listed`. `docs/findings.md`
  /// explains codes, `Conformance/messages.json` lists the ids with their arguments.
  public var messageID: String { id.rawValue }
  /// The values for the placeholders of the message, such as ids, numbers, lists and locations, as
  /// JSON, by placeholder name.
  public let arguments: JSONObject
  /// A shortest path to the problem from the start of a flow, or a cycle of skipped steps; nil if
  /// neither explains it, or if very many steps of paths have been reported already.
  public let path: [PathStep]?
  /// The JSON Pointer of the error within the step's content or the condition; for drawn screens
  /// and the theme, within the document.
  public let pointer: String?
  /// The number of findings that it represents.
  ///
  /// It is 1, except for a kind with very many findings: of each code and severity at most 1,000
  /// are listed, and one more finding without a location represents all others.
  public let count: Int

  package let id: FindingMessageID

  /// Creates a finding; pass `code` only if the id does not determine it.
  package init(
    _ id: FindingMessageID, code: FindingCode? = nil, severity: Severity? = nil,
    location: FlowLocation, arguments: JSONObject = JSONObject(), path: [PathStep]? = nil,
    pointer: String? = nil, count: Int = 1
  ) {
    let code = code ?? id.code ?? .tooManyParts
    self.id = id
    self.code = code
    self.severity = severity ?? code.severity
    self.location = location
    self.arguments = arguments
    self.path = path
    self.pointer = pointer
    self.count = count
  }

  /// The same finding with another severity, for environments with stricter rules.
  public func with(_ severity: Severity) -> Finding {
    Finding(
      id, code: code, severity: severity, location: location, arguments: arguments, path: path,
      pointer: pointer, count: count)
  }

  /// Whether both are equal, byte by byte.
  public static func == (left: Finding, right: Finding) -> Bool {
    left.code == right.code && left.id == right.id && left.severity == right.severity
      && left.location == right.location && left.arguments == right.arguments
      && left.path == right.path
      && UTF8Bytes.equal(left.pointer ?? "", right.pointer ?? "")
      && (left.pointer == nil) == (right.pointer == nil) && left.count == right.count
  }
}

/// One step on a path through the flows.
public struct PathStep: Sendable, Hashable {
  /// The flow that the step belongs to.
  public let flow: Name
  /// The step.
  public let step: Name
  /// The port that the path continues by; nil at the last step.
  public let port: Name?
  /// Whether the step is skipped instead of being shown.
  public let isSkipped: Bool

  /// Creates a step of a path.
  public init(flow: Name, step: Name, port: Name? = nil, isSkipped: Bool = false) {
    self.flow = flow
    self.step = step
    self.port = port
    self.isSkipped = isSkipped
  }
}

extension Finding {
  /// The finding as JSON, as used by `flowmagic validate --json`, the server and the portal.
  ///
  /// The browser build contains no English texts: the portal renders them from the id and the
  /// arguments.
  public var json: JSON {
    var object = JSONObject()
    object["code"] = .string(code.rawValue)
    object["severity"] = .string(severity.rawValue)
    for member in location.members { object[member.key] = member.value }
    if count != 1 { object["count"] = .number(JSONNumber(count)) }
    object["pointer"] = pointer.map { .string($0) }
    object["messageId"] = .string(messageID)
    object["arguments"] = .object(arguments)
    for member in texts { object[member.key] = member.value }
    object["path"] = path.map { .array($0.map { $0.json }) }
    return .object(object)
  }
}

extension PathStep {
  /// The step as JSON; members without information are omitted.
  public var json: JSON {
    var object = JSONObject()
    object["flow"] = .string(flow.string)
    object["step"] = .string(step.string)
    object["port"] = port.map { .string($0.string) }
    object["skipped"] = isSkipped ? true : nil
    return .object(object)
  }
}

#if hasFeature(Embedded)
  extension Finding {
    fileprivate var texts: [JSONObject.Member] { [] }
  }
#else
  extension Finding {
    fileprivate var texts: [JSONObject.Member] {
      [.init(key: "message", value: .string(message)), .init(key: "fix", value: .string(fix))]
    }
  }
#endif
