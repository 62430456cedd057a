extension Verification {
  /// Checks for unreachable steps, for steps and flows without an end, and for recursive flows.
  func checkReachability() {
    let recursive = reachability.recursiveFlows
    for flow in recursive {
      report(.recursiveFlow, locationIndex(flow: flow))
    }
    let openEdges = PathSearch.OpenEdges(open: graph, reachability, everyScreen: everyScreen)
    let starts = release.flows.filter { $0.start >= 0 }.map { Int($0.start) }
    let tree = PathTree(graph, from: starts, in: openEdges, entering: false)
    for flow in release.flows.indices where release.flows[flow].start >= 0 {
      let start = Int(release.flows[flow].start)
      if reachability.canEnd[start] {
        reportDeadEnds(flow, tree)
      } else if !recursive.contains(flow) {
        report(.flowNeverEnds, locationIndex(flow: flow))
      }
    }
    reportUnreached()
  }

  /// Reports unreachable steps; if they lead to each other, only the first, because the others
  /// follow from it.
  private func reportUnreached() {
    var isReported = reachability.isReached
    var first: [Int] = []
    for step in release.steps.indices where !isReported[step] {
      let flow = release.flows[Int(release.steps[step].flow)]
      // If two steps have the same id, the second one is never found; another finding reports that.
      let isSecond = flow.hasDuplicates && flow.stepsByID[release.steps[step].id] != Int32(step)
      if flow.start < 0 || isSecond { continue }
      first.append(step)
      isReported[step] = true
      var stack = [step]
      while let node = stack.popLast() {
        for index in graph.edgeIndices(node) {
          let to = Int(graph.edges[index].to)
          if graph.edges[index].via == FlowGraph.Edge.entering || to == step { continue }
          if !isReported[to] { stack.append(to) }
          isReported[to] = true
          // If there are very many, some may be reported that follow from others, because comparing
          // them all takes too long.
          if first.count < 1000 { first.removeAll { $0 == to } }
        }
      }
    }
    for step in first { report(.unreachableStep, locationIndex(step: step)) }
  }

  /// Reports dead ends: of the steps without an end on one shortest path, only the first.
  private func reportDeadEnds(_ flow: Int, _ tree: PathTree) {
    for step in release.flows[flow].stepIndices
    where reachability.isReached[step] && !reachability.canEnd[step] {
      if let parent = tree.parent(of: step), !reachability.canEnd[parent] { continue }
      report(
        .deadEnd, locationIndex(step: step), path: path(tree.edges(to: step), to: step))
    }
  }

  /// Returns a path as steps; nil if there is none, or if it exceeds the remaining number of steps
  /// that the paths of all findings may have.
  func path(_ edges: [PathSearch.TakenEdge]?, to goal: Int) -> [PathStep]? {
    guard let edges, deductPathSteps(edges.count + 1) else { return nil }
    var path: [PathStep] = []
    for taken in edges {
      let edge = graph.edges[Int(taken.edge)]
      guard Int(edge.from) < graph.stepCount else { continue }
      path.append(pathStep(Int(edge.from), port: Int(edge.port), isSkipped: taken.isSkipped))
    }
    if goal < graph.stepCount { path.append(pathStep(goal, port: nil, isSkipped: false)) }
    return path
  }

  private func pathStep(_ step: Int, port: Int?, isSkipped: Bool) -> PathStep {
    PathStep(
      flow: release.flows[Int(release.steps[step].flow)].id, step: release.steps[step].id,
      port: port.map { release.ports[$0].name }, isSkipped: isSkipped)
  }

  /// The `screenOfStep` of a build that has every screen.
  var everyScreen: [Int32] { [Int32](repeating: 0, count: graph.stepCount) }
}

extension PathSearch.OpenEdges {
  /// Opens all edges that exist, whatever is provided on them.
  init(open graph: FlowGraph, _ reachability: Reachability, everyScreen: [Int32]) {
    shownMasks = [UInt64](repeating: 0, count: graph.edges.count)
    skippedMasks = [UInt64](repeating: NeedAnalysis.closed, count: graph.edges.count)
    state = reachability.isReached.map { $0 ? 0 : NeedAnalysis.closed }
    bit = 1
    keepsOutputs = false
    screenOfStep = everyScreen
  }
}
