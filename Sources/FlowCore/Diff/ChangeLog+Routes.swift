extension ChangeLog {
  /// Compares a port's routes; `head` names the step and the port.
  ///
  /// Routes are matched in rounds: first those with the same condition (and, for a split, the same
  /// experiment); of the rest, those with the same target; then those with the same condition, so
  /// that replacing a destination with a split is one change. All others were added or removed.
  mutating func compare(
    routes old: [Route], _ new: [Route], _ location: FlowLocation, _ head: JSONObject
  ) {
    var pairs = [Int](repeating: -1, count: new.count)
    var isMatched = [Bool](repeating: false, count: old.count)
    for round in 0..<3 {
      let oldRest = old.indices.filter { !isMatched[$0] }
      let newRest = new.indices.filter { pairs[$0] < 0 }
      let rest = Matching(
        oldRest.map { Self.key(old[$0], round) }, newRest.map { Self.key(new[$0], round) })
      for (index, match) in rest.old.enumerated() where match >= 0 {
        pairs[newRest[index]] = oldRest[match]
        isMatched[oldRest[match]] = true
      }
    }
    var last = -1
    var isInOrder = true
    for (index, route) in new.enumerated() {
      var location = location
      location.route = index
      let oldIndex = pairs[index]
      if oldIndex < 0 {
        add(.routeAdded, location, head.adding("route", NativeWriter.route(route)))
        continue
      }
      if oldIndex < last { isInOrder = false }
      last = oldIndex
      if old[oldIndex] != route { compare(old[oldIndex], route, location, head) }
    }
    for index in old.indices where !isMatched[index] {
      var location = location
      location.route = index
      add(
        Self.leads(new, to: old[index].target) ? .routeRemovedElsewhere : .routeRemoved,
        location, head.adding("route", NativeWriter.route(old[index])))
    }
    if !isInOrder {
      add(.routeOrder, location, head.adding("routes", .array(new.map(Self.target))))
    }
  }

  /// Returns the key by which routes of a port are matched in a round of the comparison.
  private static func key(_ route: Route, _ round: Int) -> Name {
    if round == 1 { return targetKey(route.target) }
    var text = route.when.map { $0.text(.canonical) } ?? ""
    if round == 0, case .split(let split) = route.target {
      text += " split " + split.experiment.string
    }
    return Name(text)
  }

  /// Returns the key by which targets of routes are matched; for a split, its experiment and the
  /// keys and shares of its variants.
  private static func targetKey(_ target: Route.Target) -> Name {
    switch target {
    case .destination(let destination):
      Name(NativeWriter.destination(destination).text(.canonical))
    case .split(let split):
      Name(split.experiment.string + " split " + shares(split.variants).text(.canonical))
    }
  }

  /// Whether a route, or a variant of a split, leads to a destination.
  private static func leads(_ routes: [Route], to target: Route.Target) -> Bool {
    guard case .destination(let old) = target else { return false }
    return routes.contains { route in
      switch route.target {
      case .destination(let new): new.kind == old.kind
      case .split(let split): split.variants.contains { $0.destination.kind == old.kind }
      }
    }
  }

  /// A route without its condition and its unknown members.
  private static func target(_ route: Route) -> JSON {
    NativeWriter.route(Route(target: route.target))
  }

  private mutating func compare(
    _ old: Route, _ new: Route, _ location: FlowLocation, _ head: JSONObject
  ) {
    if old.when != new.when {
      var arguments = head.adding("target", Self.target(new))
      arguments["condition"] = new.when
      arguments["before"] = old.when
      add(
        new.when == nil
          ? .conditionRemoved : old.when == nil ? .conditionAdded : .conditionChanged,
        location, arguments)
    }
    if case .split(let before) = old.target, case .split(let now) = new.target {
      if before != now { compare(before, now, location, head) }
    } else if old.target != new.target {
      add(
        .destination, location,
        head.adding("route", NativeWriter.route(new)).adding("before", Self.target(old)))
    }
    compare(unknown: old.unknown, new.unknown, location, of: head)
  }

  // MARK: Splits

  private mutating func compare(
    _ old: Split, _ new: Split, _ location: FlowLocation, _ head: JSONObject
  ) {
    let head = head.adding("experiment", .name(new.experiment))
    if old.experiment != new.experiment {
      add(.splitExperiment, location, head.adding("before", .name(old.experiment)))
    }
    compare(settings: old, new, location, head)
    compare(variants: old.variants, new.variants, location, head)
    compare(
      unknown: old.unknown, new.unknown, location, of: ["experiment": .name(new.experiment)])
  }

  private mutating func compare(
    settings old: Split, _ new: Split, _ location: FlowLocation, _ head: JSONObject
  ) {
    if old.by != new.by || old.fallbackBy != new.fallbackBy {
      add(
        .splitIdentity, location,
        head.adding("by", Self.identity(new)).adding("before", Self.identity(old)))
    }
    if old.seed != new.seed || old.hashVersion != new.hashVersion {
      add(.splitSeed, location, head)
    }
    if old.coverage != new.coverage {
      add(
        .splitCoverage, location,
        head.adding("coverage", .number(new.coverage ?? JSONNumber(1)))
          .adding("before", .number(old.coverage ?? JSONNumber(1))))
    }
    if old.namespace != new.namespace {
      add(
        .splitNamespace, location,
        head.adding("namespace", Self.json(new.namespace))
          .adding("before", Self.json(old.namespace)))
    }
  }

  /// The attributes that identify a user, in the order of precedence.
  private static func identity(_ split: Split) -> JSON {
    .array([split.by ?? "userId"].map { .name($0) } + (split.fallbackBy.map { [.name($0)] } ?? []))
  }

  /// A namespace as written in documents; null if nil.
  private static func json(_ namespace: Split.Namespace?) -> JSON {
    guard let namespace else { return .null }
    return .array([.name(namespace.name), .number(namespace.from), .number(namespace.to)])
  }

  private mutating func compare(
    variants old: [Split.Variant], _ new: [Split.Variant], _ location: FlowLocation,
    _ head: JSONObject
  ) {
    let labels = Self.labels(new)
    let oldLabels = Self.labels(old)
    let pairs = Matching(oldLabels, labels)
    var hasOtherShares = old.count != new.count
    for (index, variant) in new.enumerated() {
      let oldIndex = pairs.old[index]
      let label = JSON.name(labels[index])
      let destination = NativeWriter.destination(variant.destination)
      let head = head.adding("variant", label)
      if oldIndex < 0 {
        add(.variantAdded, location, head.adding("destination", destination))
        continue
      }
      let before = old[oldIndex]
      if before.weight != variant.weight || before.range != variant.range { hasOtherShares = true }
      if before.destination != variant.destination {
        add(
          .variantDestination, location,
          head.adding("destination", destination)
            .adding("before", NativeWriter.destination(before.destination)))
      }
      compare(unknown: before.unknown, variant.unknown, location, of: ["variant": label])
    }
    for index in pairs.removed {
      add(.variantRemoved, location, head.adding("variant", .name(oldLabels[index])))
    }
    if !pairs.isInOrder {
      add(.variantOrder, location, head.adding("variants", .array(labels.map { .name($0) })))
    }
    if hasOtherShares {
      add(
        .splitShares, location,
        head.adding("variants", Self.shares(new)).adding("before", Self.shares(old)))
    }
  }

  /// Returns the names of the variants: their keys, or their indices from 0.
  private static func labels(_ variants: [Split.Variant]) -> [Name] {
    variants.indices.map { variants[$0].key ?? Name($0.description) }
  }

  /// The variants with only their keys, weights and ranges, as written in documents.
  private static func shares(_ variants: [Split.Variant]) -> JSON {
    let labels = labels(variants)
    return .array(
      variants.indices.map { index in
        var object: JSONObject = ["key": .name(labels[index])]
        object["weight"] = variants[index].weight.map { .number($0) }
        object["range"] = variants[index].range.map { .array([.number($0.from), .number($0.to)]) }
        return .object(object)
      })
  }
}
