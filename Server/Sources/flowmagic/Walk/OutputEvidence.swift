package import FlowCore

/// What a document's conditions tell about the outputs of its steps.
///
/// Without a manifest nobody says what a screen gives. A condition on `output.age` that compares
/// with 18 tells that the step `age` gives a number.
package struct OutputEvidence {
  /// The types that outputs are compared with, by step and the path below it; "" for the whole.
  private var types: [Name: [(path: String, type: ValueType?)]] = [:]

  package init(_ document: FlowDocument) {
    for flow in document.flows {
      for step in flow.steps {
        if let condition = step.showWhen { read(condition) }
        for port in step.ports {
          for route in port.routes { read(route) }
        }
      }
    }
  }

  /// Whether any condition looks at a step's output.
  package func isRead(_ step: Name) -> Bool { types[step] != nil }

  /// The fields that a step's output must have for the conditions to work; empty if not read.
  package func fields(of step: Name) -> [OutputField] {
    guard let evidence = types[step] else { return [] }
    let members = evidence.filter { !$0.path.isEmpty }
    guard members.count == evidence.count else {
      let type = evidence.lazy.compactMap { $0.path.isEmpty ? $0.type : nil }.first
      return [OutputField(type: type ?? .string)]
    }
    return members.map { OutputField(key: Name($0.path), type: $0.type ?? .string) }
  }

  private mutating func read(_ route: Route) {
    if let condition = route.when { read(condition) }
    if case .split(let split) = route.target {
      if let by = split.by { note(by, nil) }
      if let by = split.fallbackBy { note(by, nil) }
    }
  }

  private mutating func read(_ condition: JSON) {
    switch condition {
    case .array(let elements):
      for element in elements { read(element) }
    case .object(let object):
      for member in object.members {
        if member.key.string.hasPrefix("$") {
          read(member.value)
        } else {
          note(member.key, OutputEvidence.type(of: member.value))
        }
      }
    default: break
    }
  }

  private mutating func note(_ attribute: Name, _ type: ValueType?) {
    let parts = attribute.string.split(
      separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count > 1, parts[0] == "output", !parts[1].isEmpty else { return }
    let step = Name(String(parts[1]))
    let path = parts.count > 2 ? String(parts[2]) : ""
    var evidence = types[step] ?? []
    if let known = evidence.firstIndex(where: { $0.path == path }) {
      evidence[known].type = evidence[known].type ?? type
    } else {
      evidence.append((path, type))
    }
    types[step] = evidence
  }

  /// The type that a value compares as; nil where the condition does not tell.
  private static func type(of condition: JSON) -> ValueType? {
    switch condition {
    case .number: return .number
    case .bool: return .boolean
    case .string(let text): return DateText.isValid(text) ? .date : .string
    case .array(let elements): return elements.lazy.compactMap { type(of: $0) }.first
    case .null: return nil
    case .object(let object):
      for member in object.members {
        switch member.key.string {
        case "$exists", "$type": continue
        case "$size", "$all", "$alli", "$elemMatch": return .array
        case "$veq", "$vne", "$vgt", "$vgte", "$vlt", "$vlte": return .version
        default: if let type = type(of: member.value) { return type }
        }
      }
      return nil
    }
  }
}
