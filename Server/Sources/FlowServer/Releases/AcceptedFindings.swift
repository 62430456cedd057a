import FlowCore

/// The warnings that have been accepted with a reason, in the document's member `acceptedFindings`;
/// they no longer prevent publishing.
///
/// An entry accepts findings with the same code, message, location and arguments. Shares of
/// sessions are ignored, because they change over time.
struct AcceptedFindings {
  /// The name of the document's member.
  static let member: Name = "acceptedFindings"

  private let keys: Set<Name>

  init(_ document: FlowDocument) {
    var keys: Set<Name> = []
    for entry in document.unknown[Self.member]?.array ?? [] {
      guard let object = entry.object, object["reason"]?.string?.isEmpty == false else { continue }
      keys.insert(Self.key(object))
    }
    self.keys = keys
  }

  /// Whether a finding has been accepted; errors cannot be.
  func contains(_ finding: Finding) -> Bool {
    guard !keys.isEmpty, finding.severity == .warning, let object = finding.json.object else {
      return false
    }
    return keys.contains(Self.key(object))
  }

  private static func key(_ object: JSONObject) -> Name {
    var key = JSONObject()
    for name: Name in ["code", "messageId", "flow", "step", "port", "route"] {
      key[name] = object[name]
    }
    let arguments = object["arguments"]?.object?.members ?? []
    key["arguments"] = .object(JSONObject(arguments.filter { $0.key != "share" }))
    return Name(JSON.object(key).text(.canonical))
  }
}
