extension Verification {
  /// Checks for needs that a path to the screen does not provide, and for needs of another type.
  func checkNeeds() {
    guard !keyNames.isEmpty else { return }
    analyzeConditions()
    checkTypes()
    var unmetNeeds: [UnmetNeed] = []
    var search = makeSearch()
    let roots = reachability.roots
    let keyOfStep = release.steps.map { keys[$0.id] ?? -1 }
    var base: Int32 = 0
    while base < keyNames.count {
      let needFacts = NeedFacts(
        facts, graph, coverage: coverage, keyOfStep: keyOfStep, base: base)
      for buildIndex in resolvedBuilds.indices {
        var analysis = NeedAnalysis(graph, needFacts, resolvedBuilds[buildIndex])
        analysis.run(roots: roots)
        cost += analysis.cost
        collect(analysis, buildIndex, base, roots, &search, &unmetNeeds)
      }
      base += NeedFacts.batchSize
    }
    cost += search.cost
    reportUnmetNeeds(unmetNeeds)
  }

  /// A need that may be missing at a step in one build, with an example path.
  private struct UnmetNeed {
    let step: Int
    let key: Int
    let buildIndex: Int
    let edges: [PathSearch.TakenEdge]?
  }

  private func collect(
    _ analysis: NeedAnalysis, _ buildIndex: Int, _ base: Int32, _ roots: [Int],
    _ search: inout PathSearch, _ unmetNeeds: inout [UnmetNeed]
  ) {
    var all: UInt64 = 0
    for step in release.steps.indices { all |= analysis.missing(at: step) }
    for bit in 0..<Int(NeedFacts.batchSize) where all & (1 << UInt64(bit)) != 0 {
      let openEdges = PathSearch.OpenEdges(
        shownMasks: analysis.shownMasks, skippedMasks: analysis.skippedMasks, state: analysis.state,
        bit: 1 << UInt64(bit), keepsOutputs: false,
        screenOfStep: resolvedBuilds[buildIndex].screenOfStep)
      let starts = roots.map { Int(release.flows[$0].start) }.filter { $0 >= 0 }
      let tree = PathTree(graph, from: starts, in: openEdges, entering: true)
      for step in release.steps.indices where analysis.missing(at: step) & openEdges.bit != 0 {
        var edges = search.budget > 0 ? tree.edges(to: step) : nil
        switch search.find(from: starts, to: step, in: openEdges, shortest: edges) {
        case .impossible: continue
        case .edges(let path): edges = path
        case .limitReached: break
        }
        unmetNeeds.append(
          UnmetNeed(step: step, key: Int(base) + bit, buildIndex: buildIndex, edges: edges))
      }
    }
  }

  /// Reports one finding for each step and key, naming the builds unless all are affected.
  private func reportUnmetNeeds(_ unmetNeeds: [UnmetNeed]) {
    let order = StableSort.indices(unmetNeeds.count) { left, right in
      let (a, b) = (unmetNeeds[left], unmetNeeds[right])
      if a.step != b.step { return a.step < b.step }
      return a.key == b.key ? a.buildIndex < b.buildIndex : a.key < b.key
    }
    var index = 0
    while index < order.count {
      let first = unmetNeeds[order[index]]
      var affected: [BuildGroup] = []
      let isListed = checkLimit(.needNotProvided)
      while index < order.count, unmetNeeds[order[index]].step == first.step,
        unmetNeeds[order[index]].key == first.key
      {
        if isListed { affected.append(builds[unmetNeeds[order[index]].buildIndex]) }
        index += 1
      }
      guard isListed else { continue }
      var arguments: JSONObject = ["key": .name(keyNames[first.key])]
      if affected.count < resolvedBuilds.count { arguments["builds"] = BuildGroup.json(affected) }
      report(
        .needNotProvided, locationIndex(step: first.step), arguments,
        path: path(first.edges, to: first.step))
    }
  }

  /// Checks that each need and whatever provides it can have the same type.
  private func checkTypes() {
    for buildIndex in resolvedBuilds.indices {
      var provided = [TypeSet](repeating: TypeSet(), count: keyNames.count)
      var provider = [Int](repeating: -1, count: keyNames.count)
      for step in release.steps.indices where reachability.isReached[step] {
        for key in resolvedBuilds[buildIndex].screen(of: step)?.declaration.provides ?? [] {
          guard let index = keys[key.key] else { continue }
          provided[Int(index)].rawValue |= TypeSet(key.type).rawValue
          if provider[Int(index)] < 0 { provider[Int(index)] = step }
        }
      }
      for step in release.steps.indices {
        for need in resolvedBuilds[buildIndex].screen(of: step)?.declaration.needs ?? [] {
          guard let index = keys[need.key], provider[Int(index)] >= 0,
            !TypeSet(need.type).accepts(provided[Int(index)]), recordMismatch(need.key, step)
          else { continue }
          report(
            .needTypeMismatch, locationIndex(step: step),
            [
              "key": .name(need.key), "type": .string(need.type.rawValue),
              "screen": .name(release.screen(of: provider[Int(index)]).name),
              "provided": provided[Int(index)].json,
            ])
        }
      }
    }
  }
}

extension TypeSet {
  /// Whether an attribute of these types may be an array.
  var mayBeArray: Bool { rawValue & (TypeSet.arrays.rawValue | TypeSet(.any).rawValue) != 0 }

  /// Whether every one of the provided types can be decoded as this one.
  func accepts(_ provided: TypeSet) -> Bool {
    let any = TypeSet(.any).rawValue
    if (rawValue | provided.rawValue) & any != 0 { return true }
    var readable = rawValue
    if readable & TypeSet(.string).rawValue != 0 { readable |= TypeSet.texts.rawValue }
    if readable & TypeSet(.number).rawValue != 0 { readable |= TypeSet.numbers.rawValue }
    return provided.rawValue & ~readable == 0
  }
}
