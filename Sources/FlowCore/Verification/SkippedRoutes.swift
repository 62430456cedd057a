/// The routes on which one build skips steps, and those that form cycles.
struct SkippedRoutes {
  let graph: FlowGraph
  let openLinks: PathSearch.OpenLinks
  /// The steps that may be on such a cycle.
  private(set) var candidates: [Int] = []

  /// Finds the routes of a build; `screenOfStep` is negative if it lacks the screen.
  init(_ graph: FlowGraph, _ facts: ConditionFacts, screenOfStep: [Int32]) {
    self.graph = graph
    let closed = NeedAnalysis.closed
    var skippedMasks = [UInt64](repeating: 0, count: graph.links.count)
    for step in 0..<graph.stepCount {
      let canSkip = screenOfStep[step] < 0 || facts.conditionOfStep[step] >= 0
      for index in graph.linkIndices(step)
      where !canSkip || graph.links[index].port != graph.release.steps[step].nextPort {
        skippedMasks[index] = closed
      }
    }
    let isReached = SkippedRoutes.reached(graph, skippedMasks)
    openLinks = PathSearch.OpenLinks(
      shownMasks: [UInt64](repeating: closed, count: graph.links.count), skippedMasks: skippedMasks,
      state: isReached.map { $0 ? 0 : closed }, bit: 1, keepsOutputs: true,
      screenOfStep: screenOfStep)
    candidates = findCandidates()
  }

  /// The nodes that can be reached from the start of their own flow by skipping steps.
  private static func reached(_ graph: FlowGraph, _ skippedMasks: [UInt64]) -> [Bool] {
    var isReached = [Bool](repeating: false, count: graph.nodeCount)
    let callers = ReverseLinks(graph, byExit: true)
    var stack: [Int32] = []
    func reach(_ index: Int) {
      let link = graph.links[index]
      guard skippedMasks[index] == 0, isReached[Int(link.from)], !isReached[Int(link.to)],
        link.via == FlowGraph.Link.always || (link.via >= 0 && isReached[Int(link.via)])
      else { return }
      isReached[Int(link.to)] = true
      stack.append(link.to)
    }
    for flow in graph.release.flows where flow.start >= 0 && !isReached[Int(flow.start)] {
      isReached[Int(flow.start)] = true
      stack.append(flow.start)
    }
    while let node = stack.popLast() {
      for index in graph.linkIndices(Int(node)) { reach(index) }
      for index in callers[Int(node)] { reach(Int(index)) }
    }
    return isReached
  }

  private func isOpen(_ index: Int) -> Bool {
    let via = graph.links[index].via
    return openLinks.skippedMasks[index] == 0 && (via < 0 || openLinks.state[Int(via)] == 0)
  }

  /// Finds cycles by repeatedly removing nodes without outgoing links: the cycles and the paths to
  /// them remain.
  private func findCandidates() -> [Int] {
    var count = [Int32](repeating: 0, count: graph.nodeCount)
    for index in graph.links.indices where isOpen(index) {
      count[Int(graph.links[index].from)] += 1
    }
    var stack: [Int] = []
    for node in count.indices where count[node] == 0 { stack.append(node) }
    if stack.count == graph.nodeCount { return [] }
    let reverseLinks = ReverseLinks(graph, byExit: false)
    while let node = stack.popLast() {
      for index in reverseLinks[node] where isOpen(Int(index)) {
        let from = Int(graph.links[Int(index)].from)
        count[from] -= 1
        if count[from] == 0 { stack.append(from) }
      }
    }
    return (0..<graph.stepCount).filter { count[$0] > 0 }
  }
}

extension Verification {
  /// Checks for steps that can all be skipped at once and lead back to each other.
  func checkSkipped() {
    var isReported = [Bool](repeating: false, count: graph.stepCount)
    checkSkipped(everyScreen, in: nil, &isReported)
    for buildIndex in resolvedBuilds.indices
    where resolvedBuilds[buildIndex].screenOfStep.contains(where: { $0 < 0 }) {
      checkSkipped(
        resolvedBuilds[buildIndex].screenOfStep, in: builds[buildIndex], &isReported)
    }
  }

  private func checkSkipped(
    _ screenOfStep: [Int32], in build: BuildGroup?, _ isReported: inout [Bool]
  ) {
    let skippedRoutes = SkippedRoutes(graph, facts, screenOfStep: screenOfStep)
    guard !skippedRoutes.candidates.isEmpty else { return }
    analyzeConditions()
    var search = makeSearch()
    defer { cost += search.cost }
    for step in skippedRoutes.candidates where reachability.isReached[step] && !isReported[step] {
      switch search.find(from: [step], to: step, in: skippedRoutes.openLinks) {
      case .impossible: continue
      case .links(let links):
        for taken in links where Int(graph.links[Int(taken.link)].from) < graph.stepCount {
          isReported[Int(graph.links[Int(taken.link)].from)] = true
        }
        report(cycle: links, at: step, build)
      case .limitReached:
        report(cycle: nil, at: step, build)
        return
      }
    }
  }

  private func report(cycle: [PathSearch.TakenLink]?, at step: Int, _ build: BuildGroup?) {
    var arguments = JSONObject()
    if let build { arguments["builds"] = BuildGroup.json([build]) }
    report(
      .skipCycle, locationIndex(step: step), arguments, path: path(cycle, to: graph.nodeCount))
  }

  func makeSearch() -> PathSearch {
    PathSearch(
      graph, facts, coverage: coverage,
      mayBeArray: facts.paths.map { vocabulary.types(of: $0).mayBeArray })
  }
}
