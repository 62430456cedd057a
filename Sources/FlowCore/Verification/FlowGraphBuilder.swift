/// Collects the nodes and edges of a `FlowGraph`, flow by flow.
struct FlowGraphBuilder {
  let release: Release
  private(set) var calls: [FlowGraph.Call] = []
  private(set) var exits: [FlowGraph.Exit] = []
  private(set) var firstCall: [Int32] = [0]
  private(set) var firstExit: [Int32] = [0]
  private(set) var edges: [FlowGraph.Edge] = []
  private(set) var firstEdge: [Int32] = [0]
  private(set) var isOpenEnded: [Bool] = []
  /// The exit of each outcome in the flow being collected; stale if it belongs to another flow.
  private var exitOfOutcome: [Int32]
  /// The step, the call or, as its complement, the exit that a destination leads to.
  private var nodeOfDestination: [Int32]
  private var flow: Int32 = 0

  init(release: Release) {
    self.release = release
    exitOfOutcome = [Int32](repeating: -1, count: release.outcomes.count)
    nodeOfDestination = [Int32](
      repeating: FlowGraphBuilder.noNode, count: release.destinations.count)
    edges.reserveCapacity(release.routes.count)
    firstEdge.reserveCapacity(release.steps.count + 1)
    isOpenEnded.reserveCapacity(release.steps.count)
  }

  mutating func addStep(_ step: Int, _ coverage: [RouteCoverage]) {
    isOpenEnded.append(false)
    let from = Int32(truncatingIfNeeded: step)
    for port in release.steps[step].portIndices {
      for route in release.ports[port].routeIndices {
        let origin = Origin(node: from, step: from, port: Int32(port), route: Int32(route))
        let split = Int(release.routes[route].split)
        if split < 0 {
          add(origin, release.routes[route].destination)
        } else {
          if release.splits[split].variantCount == 0 { isOpenEnded[step] = true }
          for variant in release.splits[split].variantIndices {
            add(origin, release.variants[variant].destination)
          }
        }
        if coverage[route] == .allUsers { break }
      }
      if release.ports[port].routeCount == 0 { isOpenEnded[step] = true }
    }
    firstEdge.append(Int32(truncatingIfNeeded: edges.count))
  }

  /// Collects the outcomes and calls that only continuations lead to, and completes the flow.
  mutating func closeFlow(_ index: Int) {
    var call = Int(firstCall[index])
    while call < calls.count {
      let destination = release.destinations[Int(calls[call].destination)]
      for continuation in destination.continuationIndices {
        register(Int(release.continuations[continuation].destination), step: calls[call].step)
      }
      call += 1
    }
    firstCall.append(Int32(truncatingIfNeeded: calls.count))
    firstExit.append(Int32(truncatingIfNeeded: exits.count))
    flow += 1
  }

  /// Adds the edges after calls, once the exits of all flows are known.
  mutating func addCalls() {
    var continuationOf = [Int32](repeating: -1, count: release.outcomes.count)
    let base = release.steps.count
    let exitBase = base + calls.count
    for index in calls.indices {
      let call = calls[index]
      isOpenEnded.append(false)
      let node = Int32(truncatingIfNeeded: base + index)
      let origin = Origin(node: node, step: call.step, port: -1, route: -1)
      let start = release.flows[Int(call.callee)].start
      if start >= 0 {
        addEdge(origin, to: start, via: FlowGraph.Edge.entering)
      } else {
        isOpenEnded[Int(node)] = true
      }
      let continuations = release.destinations[Int(call.destination)].continuationIndices
      var fallback: Int32 = -1
      for continuation in continuations.reversed() {
        let outcome = release.continuations[continuation].outcome
        if outcome < 0 {
          fallback = Int32(continuation)
        } else {
          continuationOf[Int(outcome)] = Int32(continuation)
        }
      }
      for exit in Int(firstExit[Int(call.callee)])..<Int(firstExit[Int(call.callee) + 1]) {
        let named = continuationOf[Int(exits[exit].outcome)]
        let via = Int32(truncatingIfNeeded: exitBase + exit)
        let continuation = continuations.contains(Int(named)) ? named : fallback
        if continuation < 0 {
          addEdge(origin, to: call.step, via: via)
        } else {
          follow(release.continuations[Int(continuation)].destination, origin, via: via)
        }
      }
      firstEdge.append(Int32(truncatingIfNeeded: edges.count))
    }
    for _ in exits {
      isOpenEnded.append(false)
      firstEdge.append(Int32(truncatingIfNeeded: edges.count))
    }
  }

  /// The origin of an edge.
  private struct Origin {
    let node: Int32
    let step: Int32
    let port: Int32
    let route: Int32
  }

  private mutating func addEdge(_ origin: Origin, to: Int32, via: Int32) {
    edges.append(
      FlowGraph.Edge(
        from: origin.node, to: to, via: via, port: origin.port, route: origin.route))
  }

  private mutating func add(_ origin: Origin, _ destination: Int32) {
    register(Int(destination), step: origin.step)
    follow(destination, origin, via: FlowGraph.Edge.always)
  }

  /// Records the node that a destination stands for, creating it if necessary.
  private mutating func register(_ destination: Int, step: Int32) {
    let target = release.destinations[destination].target
    switch release.destinations[destination].kind {
    case .step:
      nodeOfDestination[destination] = target
    case .finish:
      var exit = exitOfOutcome[Int(target)]
      if exit < 0 || exits[Int(exit)].flow != flow {
        exit = Int32(truncatingIfNeeded: exits.count)
        exitOfOutcome[Int(target)] = exit
        exits.append(FlowGraph.Exit(flow: flow, outcome: target))
      }
      nodeOfDestination[destination] = ~exit
    case .flow:
      nodeOfDestination[destination] = Int32(truncatingIfNeeded: release.steps.count + calls.count)
      calls.append(
        FlowGraph.Call(
          step: step, destination: Int32(truncatingIfNeeded: destination), callee: target))
    case .missing:
      break
    }
  }

  private mutating func follow(_ destination: Int32, _ origin: Origin, via: Int32) {
    let target = nodeOfDestination[Int(destination)]
    if target == FlowGraphBuilder.noNode {
      isOpenEnded[Int(origin.node)] = true
    } else {
      addEdge(origin, to: target, via: via)
    }
  }

  private static let noNode = Int32.min
}
