extension NativeWriter {
  static func route(_ route: Route) -> JSON {
    var members = JSONMembers()
    members.add("when", route.when)
    switch route.target {
    case .destination(let destination): add(destination, to: &members)
    case .split(let split): members.add("split", Self.split(split))
    }
    members.add(unknown: route.unknown, except: NativeKeys.route)
    return members.json
  }

  /// A destination as written for a route without a condition.
  static func destination(_ destination: Destination) -> JSON {
    var members = JSONMembers()
    add(destination, to: &members)
    return members.json
  }

  private static func add(_ destination: Destination, to members: inout JSONMembers) {
    switch destination.kind {
    case .step(let step): members.add("to", step)
    case .finish(let outcome): members.add("finish", outcome)
    case .flow(let flow, let continuations):
      members.add("flow", flow)
      if !continuations.isEmpty { members.add("then", then(continuations)) }
    }
    if destination.style != .push {
      members.add("style", JSON.string(destination.style.rawValue))
    }
  }

  private static func then(_ continuations: [Continuation]) -> JSON {
    var members = JSONMembers()
    var outcomes = NameIndex()
    for continuation in continuations {
      let outcome = continuation.outcome ?? anyOutcome
      if !outcomes.insertIfNew(outcome) { continue }  // the first one also wins at run time
      let destination = continuation.destination
      if case .step(let step) = destination.kind, destination.style == .push,
        continuation.unknown.isEmpty, !isTarget(outcome)
      {
        members.add(outcome, step)
      } else {
        var inner = JSONMembers()
        add(destination, to: &inner)
        inner.add(unknown: continuation.unknown, except: NativeKeys.destination)
        members.add(outcome, inner.json)
      }
    }
    return members.json
  }

  /// Whether an outcome has the name of a key of a destination, so that a string would be
  /// ambiguous.
  private static func isTarget(_ outcome: Name) -> Bool {
    outcome == "to" || outcome == "finish" || outcome == "flow"
  }

  /// The name in `then` for all other outcomes.
  static var anyOutcome: Name { "*" }

  private static func split(_ split: Split) -> JSON {
    var members = JSONMembers()
    members.add("experiment", split.experiment)
    members.add("by", split.by)
    members.add("fallbackBy", split.fallbackBy)
    members.add("seed", split.seed)
    if let version = split.hashVersion { members.add("hashVersion", JSONNumber(version)) }
    members.add("coverage", split.coverage)
    if let namespace = split.namespace {
      let from = JSON.number(namespace.from)
      members.add("namespace", [.string(namespace.name.string), from, .number(namespace.to)])
    }
    members.add("variants", JSON.array(split.variants.map(variant)))
    members.add(unknown: split.unknown, except: NativeKeys.split)
    return members.json
  }

  private static func variant(_ variant: Split.Variant) -> JSON {
    var members = JSONMembers()
    members.add("weight", variant.weight)
    if let range = variant.range {
      members.add("range", [.number(range.from), .number(range.to)])
    }
    members.add("key", variant.key)
    add(variant.destination, to: &members)
    members.add(unknown: variant.unknown, except: NativeKeys.variant)
    return members.json
  }
}
