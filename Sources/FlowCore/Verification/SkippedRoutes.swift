/// The ways on which one build shows nothing, and which of them lead back to themselves.
struct SkippedRoutes {
  let graph: FlowGraph
  let ways: PathSearch.OpenLinks
  /// The steps that may be on such a cycle.
  private(set) var suspects: [Int] = []

  /// Finds the ways of a build: `screenOfStep` is negative where it lacks the screen.
  init(_ graph: FlowGraph, _ facts: ConditionFacts, screenOfStep: [Int32]) {
    self.graph = graph
    let closed = NeedAnalysis.closed
    var passed = [UInt64](repeating: 0, count: graph.links.count)
    for step in 0..<graph.stepCount {
      let canPass = screenOfStep[step] < 0 || facts.ofStep[step] >= 0
      for index in graph.linkIndices(step)
      where !canPass || graph.links[index].port != graph.release.steps[step].nextPort {
        passed[index] = closed
      }
    }
    let isReached = SkippedRoutes.reached(graph, passed)
    ways = PathSearch.OpenLinks(
      shown: [UInt64](repeating: closed, count: graph.links.count), passed: passed,
      state: isReached.map { $0 ? 0 : closed }, bit: 1, keepsOutputs: true,
      screenOfStep: screenOfStep)
    suspects = findSuspects()
  }

  /// The nodes that skipping leads to from the start of their own flow.
  private static func reached(_ graph: FlowGraph, _ passed: [UInt64]) -> [Bool] {
    var isReached = [Bool](repeating: false, count: graph.nodeCount)
    let callers = ReverseLinks(graph, byExit: true)
    var stack: [Int32] = []
    func reach(_ index: Int) {
      let link = graph.links[index]
      guard passed[index] == 0, isReached[Int(link.from)], !isReached[Int(link.to)],
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
    return ways.passed[index] == 0 && (via < 0 || ways.state[Int(via)] == 0)
  }

  /// Takes off, one after the other, all nodes from which nothing leads on: what is left are the
  /// cycles and the ways to them.
  private func findSuspects() -> [Int] {
    var count = [Int32](repeating: 0, count: graph.nodeCount)
    for index in graph.links.indices where isOpen(index) {
      count[Int(graph.links[index].from)] += 1
    }
    var stack: [Int] = []
    for node in count.indices where count[node] == 0 { stack.append(node) }
    if stack.count == graph.nodeCount { return [] }
    let back = ReverseLinks(graph, byExit: false)
    while let node = stack.popLast() {
      for index in back[node] where isOpen(Int(index)) {
        let from = Int(graph.links[Int(index)].from)
        count[from] -= 1
        if count[from] == 0 { stack.append(from) }
      }
    }
    return (0..<graph.stepCount).filter { count[$0] > 0 }
  }
}

extension Verification {
  /// Steps that can all be skipped at once and lead back to each other.
  func checkSkipped() {
    var isReported = [Bool](repeating: false, count: graph.stepCount)
    checkSkipped(screensOfAll, in: nil, &isReported)
    for view in views.indices where views[view].screenOfStep.contains(where: { $0 < 0 }) {
      checkSkipped(
        views[view].screenOfStep, in: builds[view], &isReported)
    }
  }

  private func checkSkipped(
    _ screenOfStep: [Int32], in build: Build?, _ isReported: inout [Bool]
  ) {
    let passed = SkippedRoutes(graph, facts, screenOfStep: screenOfStep)
    guard !passed.suspects.isEmpty else { return }
    workOutConditions()
    var search = makeSearch()
    defer { work += search.work }
    for step in passed.suspects where reachability.isReached[step] && !isReported[step] {
      switch search.find(from: [step], to: step, in: passed.ways) {
      case .impossible: continue
      case .way(let way):
        for taken in way where Int(graph.links[Int(taken.link)].from) < graph.stepCount {
          isReported[Int(graph.links[Int(taken.link)].from)] = true
        }
        report(cycle: way, at: step, build)
      case .unknown:
        report(cycle: nil, at: step, build)
        return
      }
    }
  }

  private func report(cycle: [PathSearch.Taken]?, at step: Int, _ build: Build?) {
    var arguments = JSONObject()
    if let build { arguments["builds"] = Build.json([build]) }
    report(
      .skipCycle, site(step: step), arguments, path: path(cycle, to: graph.nodeCount))
  }

  func makeSearch() -> PathSearch {
    PathSearch(
      graph, facts, coverage: coverage,
      mayBeArray: facts.paths.map { vocabulary.types(of: $0).mayBeArray })
  }
}
