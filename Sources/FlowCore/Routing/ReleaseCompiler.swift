/// Compiles a document into the flat arrays of a `Release`.
struct ReleaseCompiler {
  let document: FlowDocument
  private(set) var flows: [CompiledFlow] = []
  private(set) var steps: [CompiledStep] = []
  private(set) var ports: [CompiledPort] = []
  private(set) var routes: [CompiledRoute] = []
  private(set) var splits: [CompiledSplit] = []
  /// The document's split for each compiled one, by index.
  private(set) var documentSplits: [Split] = []
  private(set) var variants: [CompiledVariant] = []
  private(set) var destinations: [CompiledDestination] = []
  private(set) var continuations: [CompiledContinuation] = []
  private(set) var outcomes = NameTable()
  private(set) var buckets: [CompiledBucket] = []
  private(set) var stepScreens: [CompiledScreen] = []
  private(set) var conditions: DistinctConditions
  let screens: NameMap<ScreenDeclaration>?
  private var screenNames = NameTable()
  private var flowsByID: [Name: Int32] = [:]
  private var bucketsByKey: [Name: Int32] = [:]

  init(_ document: FlowDocument, manifest: Manifest?) {
    self.document = document
    conditions = DistinctConditions(segments: document.segments)
    if let manifest {
      var screens = NameMap<ScreenDeclaration>()
      for screen in manifest.screens where screens[screen.name] == nil {
        screens[screen.name] = screen
      }
      self.screens = screens
    } else {
      screens = nil
    }
  }

  mutating func compile() throws(FlowError) {
    for index in document.flows.indices where flowsByID[document.flows[index].id] == nil {
      flowsByID[document.flows[index].id] = Int32(index)
    }
    reserve()
    var firstStep = 0
    for flow in document.flows {
      try add(flow, firstStep: firstStep)
      firstStep += flow.steps.count
    }
    let largest = max(steps.count, routes.count, destinations.count, continuations.count)
    guard largest < Int(Int32.max) else {
      throw FlowError(
        .tooManyParts, "The document has \(Int32.max) or more steps or destinations. Divide it.")
    }
  }

  /// Reserves capacity for the largest arrays, so that they neither grow step by step nor use more
  /// memory than needed; only the destinations grow if there are splits or flows within flows.
  private mutating func reserve() {
    var count = (steps: 0, ports: 0, routes: 0)
    for flow in document.flows.indices {
      count.steps += document.flows[flow].steps.count
      for step in document.flows[flow].steps.indices {
        count.ports += document.flows[flow].steps[step].ports.count
        for port in document.flows[flow].steps[step].ports { count.routes += port.routes.count }
      }
    }
    flows.reserveCapacity(document.flows.count)
    steps.reserveCapacity(count.steps)
    ports.reserveCapacity(count.ports)
    routes.reserveCapacity(count.routes)
    destinations.reserveCapacity(count.routes)
  }

  private mutating func add(_ flow: Flow, firstStep: Int) throws(FlowError) {
    var stepsByID: [Name: Int32] = [:]
    stepsByID.reserveCapacity(flow.steps.count)
    for index in flow.steps.indices {
      // If two steps have the same id, the first one is used.
      let step = Int32(truncatingIfNeeded: firstStep + index)
      _ = stepsByID[flow.steps[index].id, default: -1].setIfNegative(step)
    }
    let flowIndex = Int32(truncatingIfNeeded: flows.count)
    flows.append(
      CompiledFlow(
        id: flow.id, start: stepsByID[flow.start] ?? -1,
        firstStep: Int32(truncatingIfNeeded: firstStep),
        stepCount: Int32(truncatingIfNeeded: flow.steps.count), stepsByID: stepsByID))
    for step in flow.steps {
      add(step, flow: flowIndex, stepsByID: stepsByID)
    }
  }

  private mutating func add(_ step: FlowStep, flow: Int32, stepsByID: [Name: Int32]) {
    let firstPort = Int32(truncatingIfNeeded: ports.count)
    let stepIndex = Int32(truncatingIfNeeded: steps.count)
    let showWhen = step.showWhen.map { conditions.add($0) }
    var nextPort: Int32 = -1
    for port in step.ports {
      if nextPort < 0, port.name == "next" { nextPort = Int32(truncatingIfNeeded: ports.count) }
      add(port, step: stepIndex, stepsByID: stepsByID)
    }
    steps.append(
      CompiledStep(
        id: step.id, content: step.content ?? .null, showWhen: showWhen,
        screen: add(screen: step.screen), flow: flow, firstPort: firstPort,
        portCount: Int32(truncatingIfNeeded: step.ports.count), nextPort: nextPort))
    #if !hasFeature(Embedded)
      steps[steps.count - 1].metadata = step.unknown
    #endif
  }

  private mutating func add(screen name: Name) -> Int32 {
    let index = screenNames.index(of: name)
    if Int(index) == stepScreens.count {
      let screen = screens?[name]
      stepScreens.append(
        CompiledScreen(
          name: name, isAvailable: screens == nil || screen != nil, needs: screen?.needs ?? [],
          provides: screen?.provides ?? []))
    }
    return index
  }

  private mutating func add(_ port: FlowPort, step: Int32, stepsByID: [Name: Int32]) {
    // The routes of a port are adjacent in `routes`: adding a route's target appends none.
    let firstRoute = Int32(truncatingIfNeeded: routes.count)
    for route in port.routes {
      let when = route.when.map { conditions.add($0) }
      switch route.target {
      case .destination(let destination):
        let index = add(destination, stepsByID: stepsByID)
        routes.append(CompiledRoute(when: when, split: -1, destination: index))
      case .split(let split):
        let index = add(split, stepsByID: stepsByID)
        routes.append(CompiledRoute(when: when, split: index, destination: -1))
      }
    }
    ports.append(
      CompiledPort(
        name: port.name, step: step, firstRoute: firstRoute,
        routeCount: Int32(truncatingIfNeeded: port.routes.count)))
  }

  private mutating func add(_ destination: Destination, stepsByID: [Name: Int32]) -> Int32 {
    var kind = CompiledDestinationKind.missing
    var target: Int32 = -1
    var compiled: [CompiledContinuation] = []
    switch destination.kind {
    case .step(let id):
      target = stepsByID[id] ?? -1
      kind = target < 0 ? .missing : .step
    case .finish(let outcome):
      target = outcomes.index(of: outcome)
      kind = .finish
    case .flow(let id, let then):
      target = flowsByID[id] ?? -1
      kind = target < 0 ? .missing : .flow
      for continuation in then {
        compiled.append(
          CompiledContinuation(
            outcome: continuation.outcome.map { outcomes.index(of: $0) } ?? -1,
            destination: add(continuation.destination, stepsByID: stepsByID)))
      }
    }
    destinations.append(
      CompiledDestination(
        kind: kind, style: destination.style, target: target,
        firstContinuation: Int32(truncatingIfNeeded: continuations.count),
        continuationCount: Int32(truncatingIfNeeded: compiled.count)))
    if !compiled.isEmpty { continuations.append(contentsOf: compiled) }
    return Int32(truncatingIfNeeded: destinations.count - 1)
  }
}

extension ReleaseCompiler {
  private mutating func add(_ split: Split, stepsByID: [Name: Int32]) -> Int32 {
    let version = split.hashVersion ?? 2
    let by = split.by ?? "userId"
    let seed = split.seed ?? split.experiment
    let bucket = add(
      BucketKey(seed: seed, by: by, fallbackBy: split.fallbackBy, version: version))
    let namespace = split.namespace.map { namespace in
      let key = BucketKey(
        seed: Name("__" + namespace.name.string), by: by, fallbackBy: split.fallbackBy, version: 1)
      return CompiledNamespace(
        bucket: add(key), from: namespace.from.double, to: namespace.to.double)
    }
    let ranges = SplitRanges(split)
    var compiled: [CompiledVariant] = []
    for index in split.variants.indices {
      let variant = split.variants[index]
      compiled.append(
        CompiledVariant(
          key: variant.key ?? Name(index.description), from: ranges.bounds[index].from,
          to: ranges.bounds[index].to, destination: add(variant.destination, stepsByID: stepsByID)))
    }
    splits.append(
      CompiledSplit(
        experiment: split.experiment, bucket: bucket,
        firstVariant: Int32(truncatingIfNeeded: variants.count),
        variantCount: Int32(truncatingIfNeeded: compiled.count), namespace: namespace,
        isUsable: version == 1 || version == 2))
    variants.append(contentsOf: compiled)
    documentSplits.append(split)
    return Int32(truncatingIfNeeded: splits.count - 1)
  }

  private mutating func add(_ key: BucketKey) -> Int32 {
    let name = key.name
    if let existing = bucketsByKey[name] { return existing }
    let index = Int32(truncatingIfNeeded: buckets.count)
    bucketsByKey[name] = index
    buckets.append(
      CompiledBucket(
        prefix: BucketHash.Prefix(version: key.version, seed: key.seed.string),
        slot: Int32(conditions.builder.intern(path: key.by)),
        fallbackSlot: key.fallbackBy.map { Int32(conditions.builder.intern(path: $0)) } ?? -1,
        attribute: key.by, fallbackAttribute: key.fallbackBy))
    return index
  }
}

private struct BucketKey {
  let seed: Name
  let by: Name
  let fallbackBy: Name?
  let version: Int

  /// A name that only equal keys share: each part is preceded by its length.
  var name: Name {
    let parts = [version.description, by.string, fallbackBy?.string ?? "", seed.string]
    var text: String = fallbackBy == nil ? "-" : "+"
    for part in parts { text += part.utf8.count.description + ":" + part }
    return Name(text)
  }
}

/// Names with their indexes, in the order in which they were added.
struct NameTable {
  private(set) var names: [Name] = []
  private var indexes: [Name: Int32] = [:]
  private var last: Int32 = -1

  mutating func index(of name: Name) -> Int32 {
    // Consecutive parts often have the same name.
    if last >= 0, names[Int(last)] == name { return last }
    last = indexes[name, default: -1].setIfNegative(Int32(truncatingIfNeeded: names.count))
    if last == names.count { names.append(name) }
    return last
  }
}
