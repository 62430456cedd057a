extension Verification {
  /// Checks for splits that cannot assign users as defined, and for experiments that two splits
  /// define differently.
  func checkSplits() {
    var experiments: [Name: Int32] = [:]
    var firstUses: [(split: Split, location: LocationIndex)] = []
    for flow in document.flows.indices {
      let first = Int(release.flows[flow].firstStep)
      for step in release.flows[flow].stepIndices where hasSplit(step) {
        let ports = document.flows[flow].steps[step - first].ports
        for (port, documentPort) in zip(release.steps[step].portIndices, ports) {
          for (route, documentRoute) in zip(
            release.ports[port].routeIndices, documentPort.routes)
          {
            guard case .split(let split) = documentRoute.target else { continue }
            let location = locationIndex(port: port, route: route)
            check(split, location)
            if let first = experiments[split.experiment] {
              compare(split, location, firstUses[Int(first)])
            } else {
              experiments[split.experiment] = Int32(truncatingIfNeeded: firstUses.count)
              firstUses.append((split: split, location: location))
            }
          }
        }
      }
    }
  }

  /// Whether a step has a route with a split.
  private func hasSplit(_ step: Int) -> Bool {
    for port in release.steps[step].portIndices {
      for route in release.ports[port].routeIndices where release.routes[route].split >= 0 {
        return true
      }
    }
    return false
  }

  private func check(_ split: Split, _ location: LocationIndex) {
    if split.experiment.isEmpty { report(.emptyExperiment, location) }
    if let issue = split.issue {
      var arguments = JSONObject()
      if issue == .splitHashVersion {
        arguments["version"] = split.hashVersion.map { .number(JSONNumber($0)) }
      }
      report(issue, location, arguments)
    } else if !split.variants.contains(where: { $0.range != nil }), !SplitRanges(split).addsUp {
      report(.weightsDoNotAddUp, location)
    }
  }

  private func compare(
    _ split: Split, _ location: LocationIndex, _ first: (split: Split, location: LocationIndex)
  ) {
    guard !split.assignsUsersLike(first.split) else { return }
    report(
      .conflictingExperiment, location,
      [
        "experiment": .name(split.experiment),
        "other": .object(JSONObject(flowLocation(first.location).members)),
      ])
  }
}

extension Split {
  /// The reason why the split cannot be used; nil if it can.
  fileprivate var issue: FindingMessageID? {
    if variants.isEmpty { return .splitWithoutVariants }
    if let hashVersion, hashVersion != 1, hashVersion != 2 { return .splitHashVersion }
    if let coverage, !(coverage.double >= 0 && coverage.double <= 1) { return .splitCoverage }
    if let namespace, !isRange(namespace.from, namespace.to) { return .splitNamespace }
    return hasInvalidRanges ? .splitRanges : nil
  }

  private var hasInvalidRanges: Bool {
    guard variants.contains(where: { $0.range != nil }) else { return false }
    for variant in variants {
      guard let range = variant.range, isRange(range.from, range.to) else { return true }
    }
    let bounds = SplitRanges(self).ascending
    for index in bounds.indices.dropFirst()
    where bounds[index].from < bounds[index - 1].to - 0.000_01 {
      return true
    }
    return false
  }

  private func isRange(_ from: JSONNumber, _ to: JSONNumber) -> Bool {
    from.double >= 0 && from.double < to.double && to.double <= 1
  }

  /// Whether every user gets the variant of the same key in both.
  fileprivate func assignsUsersLike(_ other: Split) -> Bool {
    guard (by ?? "userId") == (other.by ?? "userId"), fallbackBy == other.fallbackBy,
      (seed ?? experiment) == (other.seed ?? other.experiment),
      (hashVersion ?? 2) == (other.hashVersion ?? 2), namespace == other.namespace,
      (coverage?.double ?? 1) == (other.coverage?.double ?? 1),
      variants.count == other.variants.count
    else { return false }
    let mine = SplitRanges(self).bounds
    let others = SplitRanges(other).bounds
    for index in variants.indices {
      guard variants[index].key == other.variants[index].key,
        mine[index].from == others[index].from,
        mine[index].to == others[index].to
      else { return false }
    }
    return true
  }
}
