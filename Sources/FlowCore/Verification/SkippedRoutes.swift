/// The edges on which a session in one build skips steps, and the steps that may be on a cycle.
struct SkippedRoutes {
  let graph: FlowGraph
  let openEdges: PathSearch.OpenEdges
  /// The steps on a cycle of skipped steps, or on a path to one, whatever their conditions are.
  private(set) var candidates: [Int] = []

  /// Finds the edges and steps for a build; `screenOfStep` is negative for each step whose screen
  /// the build lacks.
  init(_ graph: FlowGraph, _ facts: ConditionFacts, screenOfStep: [Int32]) {
    self.graph = graph
    let closed = NeedAnalysis.closed
    var skippedMasks = [UInt64](repeating: 0, count: graph.edges.count)
    for step in 0..<graph.stepCount {
      let canSkip = screenOfStep[step] < 0 || facts.conditionOfStep[step] >= 0
      for index in graph.edgeIndices(step)
      where !canSkip || graph.edges[index].port != graph.release.steps[step].nextPort {
        skippedMasks[index] = closed
      }
    }
    let isReached = SkippedRoutes.reached(graph, skippedMasks)
    openEdges = PathSearch.OpenEdges(
      shownMasks: [UInt64](repeating: closed, count: graph.edges.count), skippedMasks: skippedMasks,
      state: isReached.map { $0 ? 0 : closed }, bit: 1, keepsOutputs: true,
      screenOfStep: screenOfStep)
    candidates = findCandidates()
  }

  /// The nodes that can be reached from the start of their own flow by skipping steps.
  private static func reached(_ graph: FlowGraph, _ skippedMasks: [UInt64]) -> [Bool] {
    var isReached = [Bool](repeating: false, count: graph.nodeCount)
    let callers = ReverseEdges(graph, byExit: true)
    var stack: [Int32] = []
    func reach(_ index: Int) {
      let edge = graph.edges[index]
      guard skippedMasks[index] == 0, isReached[Int(edge.from)], !isReached[Int(edge.to)],
        edge.via == FlowGraph.Edge.always || (edge.via >= 0 && isReached[Int(edge.via)])
      else { return }
      isReached[Int(edge.to)] = true
      stack.append(edge.to)
    }
    for flow in graph.release.flows where flow.start >= 0 && !isReached[Int(flow.start)] {
      isReached[Int(flow.start)] = true
      stack.append(flow.start)
    }
    while let node = stack.popLast() {
      for index in graph.edgeIndices(Int(node)) { reach(index) }
      for index in callers[Int(node)] { reach(Int(index)) }
    }
    return isReached
  }

  private func isOpen(_ index: Int) -> Bool {
    let via = graph.edges[index].via
    return openEdges.skippedMasks[index] == 0 && (via < 0 || openEdges.state[Int(via)] == 0)
  }

  /// Finds cycles by repeatedly removing nodes without outgoing edges: the cycles and the paths to
  /// them remain.
  private func findCandidates() -> [Int] {
    var count = [Int32](repeating: 0, count: graph.nodeCount)
    for index in graph.edges.indices where isOpen(index) {
      count[Int(graph.edges[index].from)] += 1
    }
    var stack: [Int] = []
    for node in count.indices where count[node] == 0 { stack.append(node) }
    if stack.count == graph.nodeCount { return [] }
    let reverseEdges = ReverseEdges(graph, byExit: false)
    while let node = stack.popLast() {
      for index in reverseEdges[node] where isOpen(Int(index)) {
        let from = Int(graph.edges[Int(index)].from)
        count[from] -= 1
        if count[from] == 0 { stack.append(from) }
      }
    }
    return (0..<graph.stepCount).filter { count[$0] > 0 }
  }
}

extension Verification {
  /// Checks for steps that can all be skipped at once and lead back to each other.
  func checkSkipCycles() {
    var isReported = [Bool](repeating: false, count: graph.stepCount)
    checkSkipCycles(everyScreen, in: nil, &isReported)
    for buildIndex in resolvedBuilds.indices
    where resolvedBuilds[buildIndex].screenOfStep.contains(where: { $0 < 0 }) {
      checkSkipCycles(
        resolvedBuilds[buildIndex].screenOfStep, in: builds[buildIndex], &isReported)
    }
  }

  private func checkSkipCycles(
    _ screenOfStep: [Int32], in build: BuildGroup?, _ isReported: inout [Bool]
  ) {
    let skippedRoutes = SkippedRoutes(graph, facts, screenOfStep: screenOfStep)
    guard !skippedRoutes.candidates.isEmpty else { return }
    analyzeConditions()
    var search = makeSearch()
    defer { cost += search.cost }
    for step in skippedRoutes.candidates where reachability.isReached[step] && !isReported[step] {
      switch search.find(from: [step], to: step, in: skippedRoutes.openEdges) {
      case .impossible: continue
      case .edges(let edges):
        for taken in edges where Int(graph.edges[Int(taken.edge)].from) < graph.stepCount {
          isReported[Int(graph.edges[Int(taken.edge)].from)] = true
        }
        report(cycle: edges, at: step, build)
      case .limitReached:
        report(cycle: nil, at: step, build)
        return
      }
    }
  }

  private func report(cycle: [PathSearch.TakenEdge]?, at step: Int, _ build: BuildGroup?) {
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
