extension Verification {
  /// Steps that nobody reaches, steps and flows without an end, flows that enter themselves.
  func checkReachability() {
    let recursive = reachability.recursiveFlows
    for flow in recursive {
      report(.recursiveFlow, site(flow: flow))
    }
    let ways = PathSearch.OpenLinks(open: graph, reachability, everyScreen: screensOfAll)
    let starts = release.flows.filter { $0.start >= 0 }.map { Int($0.start) }
    let tree = PathTree(graph, from: starts, in: ways, entering: false)
    for flow in release.flows.indices where release.flows[flow].start >= 0 {
      let start = Int(release.flows[flow].start)
      if reachability.canEnd[start] {
        reportDeadEnds(flow, tree)
      } else if !recursive.contains(flow) {
        report(.flowNeverEnds, site(flow: flow))
      }
      for step in release.flows[flow].stepIndices where !reachability.isReached[step] {
        // Of two steps with one id the second is never found; that has a finding of its own.
        if release.flows[flow].hasDuplicates,
          release.flows[flow].stepsByID[release.steps[step].id] != Int32(step)
        {
          continue
        }
        report(.unreachableStep, site(step: step))
      }
    }
  }

  /// Each trap is told once for each way into it: at its first step.
  private func reportDeadEnds(_ flow: Int, _ tree: PathTree) {
    for step in release.flows[flow].stepIndices
    where reachability.isReached[step] && !reachability.canEnd[step] {
      if let parent = tree.parent(of: step), !reachability.canEnd[parent] { continue }
      report(
        .deadEnd, site(step: step), path: path(tree.way(to: step), to: step))
    }
  }

  /// A way as stations; nil if there is none, or if paths have used up what a run may spend.
  func path(_ way: [PathSearch.Taken]?, to goal: Int) -> [PathStep]? {
    guard let way, spend(way.count + 1) else { return nil }
    var path: [PathStep] = []
    for taken in way {
      let link = graph.links[Int(taken.link)]
      guard Int(link.from) < graph.stepCount else { continue }
      path.append(station(Int(link.from), port: Int(link.port), isSkipped: taken.isSkipped))
    }
    if goal < graph.stepCount { path.append(station(goal, port: nil, isSkipped: false)) }
    return path
  }

  private func station(_ step: Int, port: Int?, isSkipped: Bool) -> PathStep {
    PathStep(
      flow: release.flows[Int(release.steps[step].flow)].id, step: release.steps[step].id,
      port: port.map { release.ports[$0].name }, isSkipped: isSkipped)
  }

  /// Every step with a screen that is there.
  var screensOfAll: [Int32] { [Int32](repeating: 0, count: graph.stepCount) }
}

extension PathSearch.OpenLinks {
  /// All ways that exist, whatever is provided on them.
  init(open graph: FlowGraph, _ reachability: Reachability, everyScreen: [Int32]) {
    shown = [UInt64](repeating: 0, count: graph.links.count)
    passed = [UInt64](repeating: NeedAnalysis.closed, count: graph.links.count)
    state = reachability.isReached.map { $0 ? 0 : NeedAnalysis.closed }
    bit = 1
    keepsOutputs = false
    screenOfStep = everyScreen
  }
}
