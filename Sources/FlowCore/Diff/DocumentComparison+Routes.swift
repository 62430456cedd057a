extension DocumentComparison {
  /// Compares a port's routes; `baseArguments` name the step and the port.
  ///
  /// Routes are matched in rounds: first those with the same condition (and, for a split, the same
  /// experiment); of the rest, those with the same target; then those with the same condition, so
  /// that replacing a destination with a split is one change. All others were added or removed.
  mutating func compare(
    routes old: [Route], _ new: [Route], _ location: FlowLocation, _ baseArguments: JSONObject
  ) {
    var pairs = [Int](repeating: -1, count: new.count)
    var isMatched = [Bool](repeating: false, count: old.count)
    for round in 0..<3 {
      let unmatchedOld = old.indices.filter { !isMatched[$0] }
      let unmatchedNew = new.indices.filter { pairs[$0] < 0 }
      let matching = Matching(
        unmatchedOld.map { Self.key(old[$0], round) },
        unmatchedNew.map { Self.key(new[$0], round) })
      for (index, match) in matching.oldIndices.enumerated() where match >= 0 {
        pairs[unmatchedNew[index]] = unmatchedOld[match]
        isMatched[unmatchedOld[match]] = true
      }
    }
    var last = -1
    var isInOrder = true
    for (index, route) in new.enumerated() {
      var location = location
      location.route = index
      let oldIndex = pairs[index]
      if oldIndex < 0 {
        add(.routeAdded, location, baseArguments.adding("route", NativeWriter.route(route)))
        continue
      }
      if oldIndex < last { isInOrder = false }
      last = oldIndex
      if old[oldIndex] != route { compare(old[oldIndex], route, location, baseArguments) }
    }
    for index in old.indices where !isMatched[index] {
      var location = location
      location.route = index
      add(
        Self.leads(new, to: old[index].target) ? .routeRemovedElsewhere : .routeRemoved,
        location, baseArguments.adding("route", NativeWriter.route(old[index])))
    }
    if !isInOrder {
      add(.routeOrder, location, baseArguments.adding("routes", .array(new.map(Self.target))))
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
    _ old: Route, _ new: Route, _ location: FlowLocation, _ baseArguments: JSONObject
  ) {
    if old.when != new.when {
      var arguments = baseArguments.adding("target", Self.target(new))
      arguments["condition"] = new.when
      arguments["before"] = old.when
      add(
        new.when == nil
          ? .conditionRemoved : old.when == nil ? .conditionAdded : .conditionChanged,
        location, arguments)
    }
    if case .split(let oldSplit) = old.target, case .split(let newSplit) = new.target {
      if oldSplit != newSplit { compare(oldSplit, newSplit, location, baseArguments) }
    } else if old.target != new.target {
      add(
        .destination, location,
        baseArguments.adding("route", NativeWriter.route(new)).adding("before", Self.target(old)))
    }
    compare(unknown: old.unknown, new.unknown, location, of: baseArguments)
  }

  // MARK: Splits

  private mutating func compare(
    _ old: Split, _ new: Split, _ location: FlowLocation, _ baseArguments: JSONObject
  ) {
    let baseArguments = baseArguments.adding("experiment", .name(new.experiment))
    if old.experiment != new.experiment {
      add(.splitExperiment, location, baseArguments.adding("before", .name(old.experiment)))
    }
    compare(settings: old, new, location, baseArguments)
    compare(variants: old.variants, new.variants, location, baseArguments)
    compare(
      unknown: old.unknown, new.unknown, location, of: ["experiment": .name(new.experiment)])
  }

  private mutating func compare(
    settings old: Split, _ new: Split, _ location: FlowLocation, _ baseArguments: JSONObject
  ) {
    if old.by != new.by || old.fallbackBy != new.fallbackBy {
      add(
        .splitIdentity, location,
        baseArguments.adding("by", Self.identity(new)).adding("before", Self.identity(old)))
    }
    if old.seed != new.seed || old.hashVersion != new.hashVersion {
      add(.splitSeed, location, baseArguments)
    }
    if old.coverage != new.coverage {
      add(
        .splitCoverage, location,
        baseArguments.adding("coverage", .number(new.coverage ?? JSONNumber(1)))
          .adding("before", .number(old.coverage ?? JSONNumber(1))))
    }
    if old.namespace != new.namespace {
      add(
        .splitNamespace, location,
        baseArguments.adding("namespace", Self.json(new.namespace))
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
    _ baseArguments: JSONObject
  ) {
    let labels = Self.labels(new)
    let oldLabels = Self.labels(old)
    let pairs = Matching(oldLabels, labels)
    var hasOtherShares = old.count != new.count
    for (index, variant) in new.enumerated() {
      let oldIndex = pairs.oldIndices[index]
      let label = JSON.name(labels[index])
      let destination = NativeWriter.destination(variant.destination)
      let baseArguments = baseArguments.adding("variant", label)
      if oldIndex < 0 {
        add(.variantAdded, location, baseArguments.adding("destination", destination))
        continue
      }
      let oldVariant = old[oldIndex]
      if oldVariant.weight != variant.weight || oldVariant.range != variant.range {
        hasOtherShares = true
      }
      if oldVariant.destination != variant.destination {
        add(
          .variantDestination, location,
          baseArguments.adding("destination", destination)
            .adding("before", NativeWriter.destination(oldVariant.destination)))
      }
      compare(unknown: oldVariant.unknown, variant.unknown, location, of: ["variant": label])
    }
    for index in pairs.removedIndices {
      add(.variantRemoved, location, baseArguments.adding("variant", .name(oldLabels[index])))
    }
    if !pairs.isInOrder {
      add(
        .variantOrder, location,
        baseArguments.adding("variants", .array(labels.map { .name($0) })))
    }
    if hasOtherShares {
      add(
        .splitShares, location,
        baseArguments.adding("variants", Self.shares(new)).adding("before", Self.shares(old)))
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
