import FlowCore
import FlowStore

/// Results as JSON, with the experiments of the current release first.
struct ResultsJSON {
  /// The maximum number of goals of an experiment: each has a row for each variant.
  private static let maximumGoals = 1_000

  private let results: FlowResults
  private let splits: [DeclaredSplit]

  init(_ results: FlowResults, _ splits: [DeclaredSplit]) {
    self.results = results
    self.splits = splits
  }

  func json(days: Int, release: Int?) -> JSON {
    var object: JSONObject = [
      "days": .number(JSONNumber(days)),
      "pendingBatches": .number(JSONNumber(results.pendingBatches)),
      "flows": .array(flows),
      "events": .array(events),
      "experiments": .array(experiments),
    ]
    object["release"] = release.map { .number(JSONNumber($0)) }
    object["countedUntil"] = results.countedUntil.map { .string(Timestamp.string($0)) }
    return .object(object)
  }

  // MARK: - Flows

  private var flows: [JSON] {
    var tree = FlowTree()
    for (item, sessions) in results.sessions { tree.add(item, sessions) }
    return tree.json
  }

  private var events: [JSON] {
    let counts = results.sessions.compactMap { item, sessions -> (name: Name, sessions: Int)? in
      if case .event(let name) = item { (name, sessions) } else { nil }
    }
    return counts.sorted { $0.name < $1.name }.map { name, sessions in
      ["event": .string(name.string), "sessions": .number(JSONNumber(sessions))]
    }
  }

  // MARK: - Experiments

  private var experiments: [JSON] {
    let live = splits.compactMap { split in
      json(split.experiment, results.experiments[split.experiment] ?? [:], split)
    }
    let names = Set(splits.map(\.experiment))
    let others = results.experiments.filter { !names.contains($0.key) }
      .sorted { $0.key < $1.key }.compactMap { json($0.key, $0.value, nil) }
    return live + others
  }

  private func json(
    _ experiment: Name, _ variants: [Name: FlowResults.Variant], _ split: DeclaredSplit?
  ) -> JSON? {
    let declared = split?.variants.map(\.key) ?? []
    let keys = declared + variants.keys.filter { !declared.contains($0) }.sorted()
    guard let first = keys.first else { return nil }
    let items = Self.mostReached(variants.values)
    let control = variants[first] ?? FlowResults.Variant()
    var object: JSONObject = [
      "experiment": .string(experiment.string), "isLive": .bool(split != nil),
      "variants": .array(
        keys.map { key in
          let variant = variants[key] ?? FlowResults.Variant()
          var object: JSONObject = ["variant": .string(key.string)]
          object["share"] = split?.variants.first { $0.key == key }.map { .fraction($0.share) }
          object["users"] = .number(JSONNumber(variant.users))
          object["multipleExposures"] = .number(JSONNumber(variant.multipleExposures))
          return .object(object)
        }),
      "goals": .array(
        items.map { item in
          goal(item, keys.map { variants[$0] ?? FlowResults.Variant() }, control)
        }.sorted { $0.sortKey < $1.sortKey }.map(\.json)),
    ]
    if let split {
      let counts = split.variants.map { variants[$0.key]?.users ?? 0 }
      let pValue = ExperimentStatistics.pValue(
        of: counts, shares: split.variants.map(\.share))
      object["hasSampleRatioMismatch"] = pValue.map { .bool($0 < 0.001) }
    }
    return .object(object)
  }

  /// The goals that users of any variant reached; if there are more than the maximum, those that
  /// most users reached.
  private static func mostReached(
    _ variants: some Collection<FlowResults.Variant>
  ) -> [ResultItem] {
    let users = variants.reduce(into: [ResultItem: Int]()) { all, variant in
      all.merge(variant.reached) { $0 + $1 }
    }
    guard users.count > maximumGoals else { return Array(users.keys) }
    let ordered = users.map { (item: $0, users: $1, name: $0.sortKey) }
      .sorted { ($1.users, $0.name) < ($0.users, $1.name) }
    return ordered.prefix(maximumGoals).map(\.item)
  }

  private func goal(
    _ item: ResultItem, _ variants: [FlowResults.Variant], _ control: FlowResults.Variant
  ) -> (sortKey: Name, json: JSON) {
    func proportion(_ variant: FlowResults.Variant) -> ExperimentStatistics.Proportion {
      .init(variant.reached[item] ?? 0, of: variant.users)
    }
    let rows = variants.enumerated().map { index, variant -> JSON in
      let variantProportion = proportion(variant)
      var object: JSONObject = [
        "users": .number(JSONNumber(variantProportion.reached)),
        "rate": .fraction(variantProportion.rate),
      ]
      if index > 0,
        let difference = ExperimentStatistics.difference(
          variantProportion, from: proportion(control))
      {
        object["difference"] = [
          "value": .fraction(difference.value), "low": .fraction(difference.low),
          "high": .fraction(difference.high),
        ]
      }
      return .object(object)
    }
    var object = item.json
    object["variants"] = .array(rows)
    return (item.sortKey, .object(object))
  }
}

extension JSON {
  /// A number, rounded to six decimal places.
  fileprivate static func fraction(_ value: Double) -> JSON {
    JSONNumber((value * 1e6).rounded() / 1e6).map { .number($0) } ?? .null
  }
}

extension ResultItem {
  /// The JSON members that identify the item.
  fileprivate var json: JSONObject {
    switch self {
    case .flow(let flow): ["flow": .string(flow.string)]
    case .step(let flow, let step): ["flow": .string(flow.string), "step": .string(step.string)]
    case .port(let flow, let step, let port):
      ["flow": .string(flow.string), "step": .string(step.string), "port": .string(port.string)]
    case .route(let flow, let step, let port, let target):
      [
        "flow": .string(flow.string), "step": .string(step.string), "port": .string(port.string),
        "to": .object(target.json),
      ]
    case .outcome(let flow, let outcome):
      ["flow": .string(flow.string), "outcome": .string(outcome.string)]
    case .failure(let flow): ["flow": .string(flow.string), "failed": true]
    case .event(let event): ["event": .string(event.string)]
    }
  }

  /// The sort key.
  fileprivate var sortKey: Name { Name(JSON.object(json).text(.canonical)) }
}

extension ResultItem.Target {
  fileprivate var json: JSONObject {
    switch self {
    case .step(let flow, let step): ["flow": .string(flow.string), "step": .string(step.string)]
    case .finish(let outcome): ["finish": .string(outcome.string)]
    }
  }
}

/// The numbers of sessions by flow, step, port and route.
private struct FlowTree {
  private struct Port {
    var sessions = 0
    var routes: [(json: JSONObject, sessions: Int)] = []
  }

  private struct Step {
    var sessions = 0
    var ports: [Name: Port] = [:]
  }

  private struct Flow {
    var sessions = 0
    var failures = 0
    var steps: [Name: Step] = [:]
    var outcomes: [Name: Int] = [:]
  }

  private var flows: [Name: Flow] = [:]

  mutating func add(_ item: ResultItem, _ sessions: Int) {
    switch item {
    case .flow(let flow): flows[flow, default: Flow()].sessions = sessions
    case .step(let flow, let step):
      flows[flow, default: Flow()].steps[step, default: Step()].sessions = sessions
    case .port(let flow, let step, let port):
      flows[flow, default: Flow()].steps[step, default: Step()]
        .ports[port, default: Port()].sessions = sessions
    case .route(let flow, let step, let port, let target):
      flows[flow, default: Flow()].steps[step, default: Step()]
        .ports[port, default: Port()].routes.append((target.json, sessions))
    case .outcome(let flow, let outcome):
      flows[flow, default: Flow()].outcomes[outcome] = sessions
    case .failure(let flow): flows[flow, default: Flow()].failures = sessions
    case .event: break
    }
  }

  var json: [JSON] {
    flows.sorted { $0.key < $1.key }.map { name, flow in
      [
        "flow": .string(name.string), "sessions": .number(JSONNumber(flow.sessions)),
        "failures": .number(JSONNumber(flow.failures)),
        "steps": .array(flow.steps.sorted { $0.key < $1.key }.map { Self.json($0.key, $0.value) }),
        "outcomes": .array(
          flow.outcomes.sorted { $0.key < $1.key }.map { outcome, sessions in
            ["outcome": .string(outcome.string), "sessions": .number(JSONNumber(sessions))]
          }),
      ]
    }
  }

  private static func json(_ name: Name, _ step: Step) -> JSON {
    [
      "step": .string(name.string), "sessions": .number(JSONNumber(step.sessions)),
      "ports": .array(
        step.ports.sorted { $0.key < $1.key }.map { name, port in
          [
            "port": .string(name.string), "sessions": .number(JSONNumber(port.sessions)),
            "routes": .array(
              port.routes.map { route -> (sortKey: Name, json: JSON) in
                var object: JSONObject = ["to": .object(route.json)]
                object["sessions"] = .number(JSONNumber(route.sessions))
                return (Name(JSON.object(route.json).text(.canonical)), .object(object))
              }.sorted { $0.sortKey < $1.sortKey }.map(\.json)),
          ]
        }),
    ]
  }
}
