/// One thing that is wrong with a document, for people and for programs.
public struct Finding: Sendable, Equatable {
  /// What kind it is.
  public let code: FindingCode
  /// Whether it stops publishing.
  public let severity: Severity
  /// The flow, step, port and route that it is about, as far as it is about one.
  public let location: FlowLocation
  /// A sentence for a product owner that names things by their ids.
  public let message: String
  /// What to do about it.
  public let fix: String
  /// A shortest way that shows it, from the start of a flow; nil where a way explains nothing.
  public let path: [PathStep]?
  /// The JSON Pointer of the mistake within the step's content or the condition.
  public let pointer: String?
  /// How many findings it stands for.
  ///
  /// It is 1 but for a kind with very many findings: of one code and severity at most 1,000 are
  /// listed, and one more finding without a place stands for all others.
  public let count: Int

  /// Makes a finding.
  public init(
    code: FindingCode, severity: Severity, location: FlowLocation, message: String, fix: String,
    path: [PathStep]? = nil, pointer: String? = nil, count: Int = 1
  ) {
    self.code = code
    self.severity = severity
    self.location = location
    self.message = message
    self.fix = fix
    self.path = path
    self.pointer = pointer
    self.count = count
  }

  /// Whether both say the same, byte by byte.
  public static func == (left: Finding, right: Finding) -> Bool {
    left.code == right.code && left.severity == right.severity && left.location == right.location
      && UTF8Bytes.equal(left.message, right.message) && UTF8Bytes.equal(left.fix, right.fix)
      && left.path == right.path
      && UTF8Bytes.equal(left.pointer ?? "", right.pointer ?? "")
      && (left.pointer == nil) == (right.pointer == nil) && left.count == right.count
  }
}

/// One station of a way through the flows.
public struct PathStep: Sendable, Hashable {
  /// The flow that the step belongs to.
  public let flow: Name
  /// The step.
  public let step: Name
  /// The port by which the way goes on; nil at the last station.
  public let port: Name?
  /// Whether the step is skipped without being shown.
  public let isSkipped: Bool

  /// Makes a station.
  public init(flow: Name, step: Name, port: Name? = nil, isSkipped: Bool = false) {
    self.flow = flow
    self.step = step
    self.port = port
    self.isSkipped = isSkipped
  }
}

extension Finding {
  /// The finding as the object that `flowmagic validate --json`, the server and the portal show.
  public var json: JSON {
    var object = JSONObject()
    object["code"] = .string(code.rawValue)
    object["severity"] = .string(severity.rawValue)
    object["flow"] = location.flow.map { .string($0.string) }
    object["step"] = location.step.map { .string($0.string) }
    object["port"] = location.port.map { .string($0.string) }
    object["route"] = location.route.map { .number(JSONNumber($0)) }
    if count != 1 { object["count"] = .number(JSONNumber(count)) }
    object["pointer"] = pointer.map { .string($0) }
    object["message"] = .string(message)
    object["fix"] = .string(fix)
    object["path"] = path.map { .array($0.map { $0.json }) }
    return .object(object)
  }
}

extension PathStep {
  /// The station as an object; members that say nothing are left out.
  public var json: JSON {
    var object = JSONObject()
    object["flow"] = .string(flow.string)
    object["step"] = .string(step.string)
    object["port"] = port.map { .string($0.string) }
    object["skipped"] = isSkipped ? true : nil
    return .object(object)
  }
}
