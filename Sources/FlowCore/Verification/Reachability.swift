/// The nodes that can be reached from a flow's start, and those from which an end can be reached.
struct Reachability {
  let graph: FlowGraph
  /// Whether a path leads from the start of the node's own flow to the node.
  private(set) var isReached: [Bool]
  /// Whether a path leads from the node to an outcome of its flow, or to a step where users stay.
  private(set) var canEnd: [Bool]
  /// Whether a path leads from the node to a step where users stay, including those of entered
  /// flows.
  private(set) var canStay: [Bool] = []

  init(_ graph: FlowGraph) {
    self.graph = graph
    isReached = [Bool](repeating: false, count: graph.nodeCount)
    canEnd = [Bool](repeating: false, count: graph.nodeCount)
    findReached()
    findEnds()
  }

  private mutating func findReached() {
    let callers = ReverseEdges(graph, byExit: true)
    var stack: [Int32] = []
    for flow in graph.release.flows where flow.start >= 0 { reach(flow.start, &stack) }
    while let node = stack.popLast() {
      for index in graph.edgeIndices(Int(node)) {
        let edge = graph.edges[index]
        guard edge.via == FlowGraph.Edge.always || (edge.via >= 0 && isReached[Int(edge.via)])
        else { continue }
        reach(edge.to, &stack)
      }
      for index in callers[Int(node)] where isReached[Int(graph.edges[Int(index)].from)] {
        reach(graph.edges[Int(index)].to, &stack)
      }
    }
  }

  private mutating func reach(_ node: Int32, _ stack: inout [Int32]) {
    guard !isReached[Int(node)] else { return }
    isReached[Int(node)] = true
    stack.append(node)
  }

  /// Finds ends in two backward passes.
  ///
  /// The first goes from steps where users stay, across entered flows; the second also from
  /// outcomes, which an entered flow passes on to the flow around it.
  private mutating func findEnds() {
    let reverseEdges = ReverseEdges(graph, byExit: false)
    var stack: [Int32] = []
    for node in 0..<graph.exitBase where usersStay(at: node) { mark(Int32(node), &stack) }
    propagate(&stack, reverseEdges, intoFlows: true)
    canStay = canEnd
    for exit in graph.exitBase..<graph.nodeCount { mark(Int32(exit), &stack) }
    propagate(&stack, reverseEdges, intoFlows: false)
  }

  private func usersStay(at node: Int) -> Bool {
    graph.isOpenEnded[node] || (node < graph.stepCount && graph.release.steps[node].portCount == 0)
  }

  private mutating func propagate(
    _ stack: inout [Int32], _ reverseEdges: ReverseEdges, intoFlows: Bool
  ) {
    while let node = stack.popLast() {
      for index in reverseEdges[Int(node)] {
        let edge = graph.edges[Int(index)]
        let isOpen =
          edge.via < 0
          ? edge.via == FlowGraph.Edge.always || intoFlows : isReached[Int(edge.via)]
        if isOpen { mark(edge.from, &stack) }
      }
    }
  }

  private mutating func mark(_ node: Int32, _ stack: inout [Int32]) {
    guard !canEnd[Int(node)] else { return }
    canEnd[Int(node)] = true
    stack.append(node)
  }
}

extension Reachability {
  /// The flows where users start: the first flow, those that no other flow enters, and the first of
  /// flows that only enter each other.
  var roots: [Int] {
    let flows = graph.release.flows
    var isEntered = [Bool](repeating: false, count: flows.count)
    for call in graph.calls.indices where isReached[graph.callBase + call] {
      let callee = Int(graph.calls[call].callee)
      if callee != graph.flow(of: graph.callBase + call) { isEntered[callee] = true }
    }
    var roots: [Int] = []
    var isVisited = [Bool](repeating: false, count: flows.count)
    for flow in flows.indices where flow == 0 || !isEntered[flow] {
      roots.append(flow)
      enter(flow, &isVisited)
    }
    for flow in flows.indices where !isVisited[flow] {
      roots.append(flow)
      enter(flow, &isVisited)
    }
    return roots
  }

  private func enter(_ flow: Int, _ isVisited: inout [Bool]) {
    guard !isVisited[flow] else { return }
    isVisited[flow] = true
    var stack = [flow]
    while let flow = stack.popLast() {
      for call in graph.calls(of: flow) where isReached[graph.callBase + call] {
        let callee = Int(graph.calls[call].callee)
        guard !isVisited[callee] else { continue }
        isVisited[callee] = true
        stack.append(callee)
      }
    }
  }

  /// The flows that cannot be completed without entering flows endlessly.
  ///
  /// Checks for each flow whether a path through it remains when every edge into a flow without a
  /// path is removed. If 16 rounds do not decide this for all flows, none is reported.
  var recursiveFlows: [Int] {
    let flows = graph.release.flows
    var isOpen = flows.indices.map { graph.calls(of: $0).isEmpty || flows[$0].start < 0 }
    let reverseEdges = ReverseEdges(graph, byExit: false)
    for _ in 0..<16 {
      var hasChanged = false
      let isDead = deadNodes(isOpen, reverseEdges)
      for flow in flows.indices where !isOpen[flow] && !isDead[Int(flows[flow].start)] {
        isOpen[flow] = true
        hasChanged = true
      }
      if !hasChanged { return flows.indices.filter { !isOpen[$0] } }
    }
    return []
  }

  /// The nodes from which every path leads into a flow that is not open.
  private func deadNodes(_ isOpen: [Bool], _ reverseEdges: ReverseEdges) -> [Bool] {
    var isDead = [Bool](repeating: false, count: graph.nodeCount)
    var remaining = [Int32](repeating: 0, count: graph.nodeCount)
    for edge in graph.edges where edge.via != FlowGraph.Edge.entering {
      remaining[Int(edge.from)] += 1
    }
    var stack: [Int32] = []
    for call in graph.calls.indices where !isOpen[Int(graph.calls[call].callee)] {
      isDead[graph.callBase + call] = true
      stack.append(Int32(truncatingIfNeeded: graph.callBase + call))
    }
    while let node = stack.popLast() {
      for index in reverseEdges[Int(node)] {
        let edge = graph.edges[Int(index)]
        let from = Int(edge.from)
        guard edge.via != FlowGraph.Edge.entering, !isDead[from], !graph.isOpenEnded[from],
          from < graph.callBase || !canStay[from]
        else { continue }
        remaining[from] -= 1
        guard remaining[from] == 0 else { continue }
        isDead[from] = true
        stack.append(edge.from)
      }
    }
    return isDead
  }
}
