/// A release's flows as a directed graph, for the checks that follow paths.
///
/// Nodes are the steps, then the places where a flow is entered ("calls"), then the outcomes that
/// flows end with ("exits"). Edges that cannot be taken, because an earlier route of the port
/// always applies, are left out. Memory and time: linear in steps and routes, and for each call in
/// the outcomes of the flow that it enters.
struct FlowGraph {
  /// An edge from one node to another.
  struct Edge {
    let from: Int32
    let to: Int32
    /// The exit through which the entered flow returns, ``always`` or ``entering``.
    let via: Int32
    /// The port and the route that the edge belongs to; -1 for an edge that starts at a call.
    let port: Int32
    let route: Int32

    /// `via` of an edge that does not start at a call.
    static let always: Int32 = -1
    /// `via` of the edge from a call to the start of the flow that it enters.
    static let entering: Int32 = -2
  }

  /// A place where a flow is entered.
  struct Call {
    /// The step whose port enters the flow.
    let step: Int32
    let destination: Int32
    let callee: Int32
  }

  /// An outcome that a flow ends with.
  struct Exit {
    let flow: Int32
    let outcome: Int32
  }

  let release: Release
  let stepCount: Int
  private(set) var calls: [Call] = []
  private(set) var exits: [Exit] = []
  /// The first exit of each flow, followed by an end index; the same for calls.
  private(set) var firstExit: [Int32] = [0]
  private(set) var firstCall: [Int32] = [0]
  private(set) var edges: [Edge] = []
  /// The first edge of each node, followed by an end index.
  private(set) var firstEdge: [Int32] = [0]
  /// Nodes with an edge to something that does not exist, or where users stay if they fire a port
  /// without a route; other findings report these.
  var isOpenEnded: [Bool] = []

  var callBase: Int { stepCount }
  var exitBase: Int { stepCount + calls.count }
  var nodeCount: Int { stepCount + calls.count + exits.count }

  /// Builds the graph of a release.
  ///
  /// `coverage` is, for each route, which users take it once it is evaluated.
  init(_ release: Release, coverage: [RouteCoverage]) {
    self.release = release
    stepCount = release.steps.count
    var builder = FlowGraphBuilder(release: release)
    for flow in release.flows.indices {
      for step in release.flows[flow].stepIndices { builder.addStep(step, coverage) }
      builder.closeFlow(flow)
    }
    calls = builder.calls
    exits = builder.exits
    firstCall = builder.firstCall
    firstExit = builder.firstExit
    builder.addCalls()
    isOpenEnded = builder.isOpenEnded
    firstEdge = builder.firstEdge
    // The node number of an exit is known only when all calls are; until then its complement is
    // stored.
    let base = Int32(truncatingIfNeeded: exitBase)
    edges = builder.edges.map { edge in
      edge.to >= 0
        ? edge
        : Edge(
          from: edge.from, to: base + ~edge.to, via: edge.via, port: edge.port, route: edge.route)
    }
  }

  func edgeIndices(_ node: Int) -> Range<Int> {
    Int(firstEdge[node])..<Int(firstEdge[node + 1])
  }

  /// The flow that a node belongs to.
  func flow(of node: Int) -> Int {
    if node < stepCount { return Int(release.steps[node].flow) }
    if node < exitBase { return Int(release.steps[Int(calls[node - callBase].step)].flow) }
    return Int(exits[node - exitBase].flow)
  }

  func calls(of flow: Int) -> Range<Int> { Int(firstCall[flow])..<Int(firstCall[flow + 1]) }

  func exits(of flow: Int) -> Range<Int> { Int(firstExit[flow])..<Int(firstExit[flow + 1]) }
}

/// The edges by the node that they lead to, or by the exit through which the entered flow returns.
struct ReverseEdges {
  private let first: [Int32]
  private let edges: [Int32]

  /// Indexes the edges by their exit (`via`) if `byExit`, otherwise by the node that they lead to.
  init(_ graph: FlowGraph, byExit: Bool) {
    var first = [Int32](repeating: 0, count: graph.nodeCount + 1)
    for edge in graph.edges {
      let key = byExit ? edge.via : edge.to
      if key >= 0 { first[Int(key) + 1] += 1 }
    }
    for node in 0..<graph.nodeCount { first[node + 1] += first[node] }
    var next = first
    var edges = [Int32](repeating: 0, count: Int(first[graph.nodeCount]))
    for index in graph.edges.indices {
      let key = byExit ? graph.edges[index].via : graph.edges[index].to
      guard key >= 0 else { continue }
      edges[Int(next[Int(key)])] = Int32(truncatingIfNeeded: index)
      next[Int(key)] += 1
    }
    self.first = first
    self.edges = edges
  }

  subscript(node: Int) -> ArraySlice<Int32> { edges[Int(first[node])..<Int(first[node + 1])] }
}
