package import FlowCore

/// The outputs of a document's steps, inferred from the conditions that use them.
///
/// For simulations without a manifest: a condition that compares `output.age` with 18 implies that
/// the step `age` outputs a number.
package struct InferredOutputs {
  /// The types by step and by path below the output; the path "" is the whole output.
  private var types: [Name: [(path: String, type: ValueType?)]] = [:]

  package init(_ document: FlowDocument) {
    for flow in document.flows {
      for step in flow.steps {
        if let condition = step.showWhen { infer(from: condition) }
        for port in step.ports {
          for route in port.routes { infer(from: route) }
        }
      }
    }
  }

  /// The fields of a step's output that conditions use; empty if none do.
  package func fields(of step: Name) -> [OutputField] {
    guard let paths = types[step] else { return [] }
    let members = paths.filter { !$0.path.isEmpty }
    guard members.count == paths.count else {
      let type = paths.lazy.compactMap { $0.path.isEmpty ? $0.type : nil }.first
      return [OutputField(type: type ?? .string)]
    }
    return members.map { OutputField(key: Name($0.path), type: $0.type ?? .string) }
  }

  private mutating func infer(from route: Route) {
    if let condition = route.when { infer(from: condition) }
    if case .split(let split) = route.target {
      if let by = split.by { add(by, nil) }
      if let by = split.fallbackBy { add(by, nil) }
    }
  }

  private mutating func infer(from condition: JSON) {
    switch condition {
    case .array(let elements):
      for element in elements { infer(from: element) }
    case .object(let object):
      for member in object.members {
        if member.key.string.hasPrefix("$") {
          infer(from: member.value)
        } else {
          add(member.key, InferredOutputs.type(of: member.value))
        }
      }
    default: break
    }
  }

  private mutating func add(_ attribute: Name, _ type: ValueType?) {
    let parts = attribute.string.split(
      separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count > 1, parts[0] == "output", !parts[1].isEmpty else { return }
    let step = Name(String(parts[1]))
    let path = parts.count > 2 ? String(parts[2]) : ""
    var paths = types[step] ?? []
    if let index = paths.firstIndex(where: { $0.path == path }) {
      paths[index].type = paths[index].type ?? type
    } else {
      paths.append((path, type))
    }
    types[step] = paths
  }

  /// The type that a condition compares with; nil if unknown.
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
