extension Verification {
  /// Checks for needs that a path to the screen does not provide, and for needs of another type.
  func checkNeeds() {
    guard !keyNames.isEmpty else { return }
    analyzeConditions()
    checkTypes()
    var shortfalls: [Shortfall] = []
    var search = makeSearch()
    let roots = reachability.roots
    let keyOfStep = release.steps.map { keys[$0.id] ?? -1 }
    var base: Int32 = 0
    while base < keyNames.count {
      let needFacts = NeedFacts(
        facts, graph, coverage: coverage, keyOfStep: keyOfStep, base: base)
      for view in views.indices {
        var analysis = NeedAnalysis(graph, needFacts, views[view])
        analysis.run(roots: roots)
        work += analysis.work
        collect(analysis, view, base, roots, &search, &shortfalls)
      }
      base += NeedFacts.batch
    }
    work += search.work
    reportShortfalls(shortfalls)
  }

  /// A need that may be missing at a step in one build, with an example path.
  private struct Shortfall {
    let step: Int
    let key: Int
    let view: Int
    let links: [PathSearch.TakenLink]?
  }

  private func collect(
    _ analysis: NeedAnalysis, _ view: Int, _ base: Int32, _ roots: [Int],
    _ search: inout PathSearch, _ shortfalls: inout [Shortfall]
  ) {
    var all: UInt64 = 0
    for step in release.steps.indices { all |= analysis.missing(at: step) }
    for bit in 0..<Int(NeedFacts.batch) where all & (1 << UInt64(bit)) != 0 {
      let open = PathSearch.OpenLinks(
        shown: analysis.shown, skipped: analysis.skipped, state: analysis.state,
        bit: 1 << UInt64(bit), keepsOutputs: false, screenOfStep: views[view].screenOfStep)
      let starts = roots.map { Int(release.flows[$0].start) }.filter { $0 >= 0 }
      let tree = PathTree(graph, from: starts, in: open, entering: true)
      for step in release.steps.indices where analysis.missing(at: step) & open.bit != 0 {
        var links = search.budget > 0 ? tree.links(to: step) : nil
        switch search.find(from: starts, to: step, in: open, shortest: links) {
        case .impossible: continue
        case .links(let path): links = path
        case .unknown: break
        }
        shortfalls.append(Shortfall(step: step, key: Int(base) + bit, view: view, links: links))
      }
    }
  }

  /// Reports one finding for each step and key, naming the builds unless all are affected.
  private func reportShortfalls(_ shortfalls: [Shortfall]) {
    let order = StableSort.indices(shortfalls.count) { left, right in
      let (a, b) = (shortfalls[left], shortfalls[right])
      if a.step != b.step { return a.step < b.step }
      return a.key == b.key ? a.view < b.view : a.key < b.key
    }
    var index = 0
    while index < order.count {
      let first = shortfalls[order[index]]
      var affected: [BuildGroup] = []
      let isListed = admit(.needNotProvided)
      while index < order.count, shortfalls[order[index]].step == first.step,
        shortfalls[order[index]].key == first.key
      {
        if isListed { affected.append(builds[shortfalls[order[index]].view]) }
        index += 1
      }
      guard isListed else { continue }
      var arguments: JSONObject = ["key": .name(keyNames[first.key])]
      if affected.count < views.count { arguments["builds"] = BuildGroup.json(affected) }
      report(
        .needNotProvided, site(step: first.step), arguments,
        path: path(first.links, to: first.step))
    }
  }

  /// Checks that each need and whatever provides it can have the same type.
  private func checkTypes() {
    for view in views.indices {
      var provided = [TypeSet](repeating: TypeSet(), count: keyNames.count)
      var provider = [Int](repeating: -1, count: keyNames.count)
      for step in release.steps.indices where reachability.isReached[step] {
        for key in views[view].screen(of: step)?.declaration.provides ?? [] {
          guard let index = keys[key.key] else { continue }
          provided[Int(index)].rawValue |= TypeSet(key.type).rawValue
          if provider[Int(index)] < 0 { provider[Int(index)] = step }
        }
      }
      for step in release.steps.indices {
        for need in views[view].screen(of: step)?.declaration.needs ?? [] {
          guard let index = keys[need.key], provider[Int(index)] >= 0,
            !TypeSet(need.type).accepts(provided[Int(index)]), insertMismatch(need.key, step)
          else { continue }
          report(
            .needTypeMismatch, site(step: step),
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
