// Transitions as JSON, in one format for the browser, the command line and conformance vectors.

extension SessionTransition {
  /// The transition as JSON: `effect`, and `exposures` and `edges` if there are any.
  public var json: JSON {
    var json = JSONObject([.init(key: "effect", value: effect.json)])
    if !exposures.isEmpty { json["exposures"] = .array(exposures.map { $0.json }) }
    if !edges.isEmpty { json["edges"] = .array(edges.map { $0.json }) }
    return .object(json)
  }
}

extension SessionEffect {
  /// The effect as JSON, with one member named after it.
  public var json: JSON {
    switch self {
    case .show(let presentation, let removed): presentation.json("show", removed)
    case .pop(let presentation, let removed): presentation.json("pop", removed)
    case .finish(let outcome): ["finish": .string(outcome.string)]
    case .atStart: ["atStart": true]
    case .fail(let error): ["fail": error.json]
    }
  }
}

extension Presentation {
  /// The presentation as JSON.
  public var json: JSON {
    [
      "flow": .string(flow.string), "step": .string(step.string),
      "screen": .string(screen.string), "style": .string(style.rawValue),
    ]
  }

  fileprivate func json(_ effect: Name, _ removed: Int) -> JSON {
    [effect: json, "removed": .number(JSONNumber(removed))]
  }
}

extension FlowError {
  /// The error as JSON: `code`, `message`, and the location and position as far as known.
  public var json: JSON {
    var json = JSONObject([
      .init(key: "code", value: .string(code.rawValue)),
      .init(key: "message", value: .string(message)),
    ])
    for member in location.members { json[member.key] = member.value }
    if let position {
      json["line"] = .number(JSONNumber(position.line))
      json["column"] = .number(JSONNumber(position.column))
      json["pointer"] = .string(position.pointer)
    }
    return .object(json)
  }
}

extension FlowLocation {
  /// The members of the location that are not nil, as members of a JSON object.
  package var members: [JSONObject.Member] {
    var members: [JSONObject.Member] = []
    if let flow { members.append(.init(key: "flow", value: .string(flow.string))) }
    if let step { members.append(.init(key: "step", value: .string(step.string))) }
    if let port { members.append(.init(key: "port", value: .string(port.string))) }
    if let route { members.append(.init(key: "route", value: .number(JSONNumber(route)))) }
    return members
  }
}

extension Exposure {
  /// The exposure as JSON.
  public var json: JSON {
    var json = JSONObject([
      .init(key: "experiment", value: .string(experiment.string)),
      .init(key: "variant", value: .string(variant.string)),
      .init(key: "attribute", value: .string(attribute.string)),
      .init(key: "value", value: .string(value)),
    ])
    if let previousVariant { json["previous"] = .string(previousVariant.string) }
    for member in location.members { json[member.key] = member.value }
    return .object(json)
  }
}

extension SessionEdge {
  /// The edge as JSON: the location that it starts at, `to`, and `variant` and `skipped` if
  /// present.
  public var json: JSON {
    var json = JSONObject(from.members)
    if let variant { json["variant"] = .string(variant.string) }
    switch to {
    case .step(let flow, let step):
      json["to"] = ["flow": .string(flow.string), "step": .string(step.string)]
    case .finish(let outcome):
      json["to"] = ["finish": .string(outcome.string)]
    }
    if let skipReason { json["skipped"] = .string(skipReason.rawValue) }
    return .object(json)
  }
}
