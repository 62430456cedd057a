/// Finds, for one build, which keys of a batch may be missing at each step.
///
/// A forward data-flow analysis with bit masks: a node's state has a bit for each key that every
/// path from the flow's start to the node provides. Edges only ever add keys, so a flow's effect is
/// the same wherever it is entered, and the result is exact for the paths of the graph: merging
/// paths loses nothing. Time: a node is visited again only when it loses a bit; in practice a few
/// times, at most 64 times.
struct NeedAnalysis {
  /// The mask of an edge that cannot be taken, or of a node that no path leads to: all bits.
  static let closed = UInt64.max

  let graph: FlowGraph
  /// The keys that are provided for certain after an edge is taken, from a shown step and from a
  /// skipped one.
  private(set) var shownMasks: [UInt64]
  private(set) var skippedMasks: [UInt64]
  /// The keys that a step needs and that its own `showWhen` does not imply.
  private(set) var needed: [UInt64]
  /// The keys provided since the start of the node's flow.
  private(set) var state: [UInt64]
  /// The keys provided on every path that enters a flow.
  private(set) var entry: [UInt64]
  /// The number of edges and calls visited.
  private(set) var cost = 0

  /// Prepares the masks of a batch of keys.
  init(_ graph: FlowGraph, _ facts: NeedFacts, _ build: ResolvedBuild) {
    self.graph = graph
    shownMasks = [UInt64](repeating: Self.closed, count: graph.edges.count)
    skippedMasks = [UInt64](repeating: Self.closed, count: graph.edges.count)
    needed = [UInt64](repeating: 0, count: graph.stepCount)
    state = [UInt64](repeating: Self.closed, count: graph.nodeCount)
    entry = [UInt64](repeating: Self.closed, count: graph.release.flows.count)
    let masks = build.screens.map { ScreenMasks($0, base: facts.base) }
    for step in 0..<graph.stepCount {
      prepare(step, facts, build, masks)
    }
    // Nothing is added after a call: what the entered flow provides is added at its exits.
    for index in Int(graph.firstEdge[graph.stepCount])..<graph.edges.count { shownMasks[index] = 0 }
  }

  private struct ScreenMasks {
    let needs: UInt64
    let ports: [UInt64]
    let writes: [Bool]

    init(_ screen: ResolvedBuild.Screen, base: Int32) {
      needs = screen.needs.mask(from: base)
      ports = screen.provides.map { $0.mask(from: base) }
      writes = screen.writes
    }
  }

  private mutating func prepare(
    _ step: Int, _ facts: NeedFacts, _ build: ResolvedBuild, _ masks: [ScreenMasks]
  ) {
    let screen = Int(build.screenOfStep[step])
    let condition = facts.conditionOfStep[step]
    let implied = facts.implied(by: condition, isTrue: true)
    let whenSkipped = screen < 0 ? 0 : facts.implied(by: condition, isTrue: false)
    let canSkip = screen < 0 || condition != NeedFacts.none
    let next = graph.release.steps[step].nextPort
    if screen >= 0 { needed[step] = masks[screen].needs & ~implied }
    for index in graph.edgeIndices(step) {
      let edge = graph.edges[index]
      let route = facts.implied(byRoute: Int(edge.route))
      if canSkip && edge.port == next { skippedMasks[index] = route | whenSkipped }
      guard screen >= 0 else { continue }
      // A missing need is reported at this step, so the steps after it count as having it.
      shownMasks[index] = route | implied | masks[screen].needs
      let port = Int(build.declaredPort[Int(edge.port)])
      guard port >= 0 else { continue }
      shownMasks[index] |= masks[screen].ports[port]
      let keyBit = facts.keyOfStep[step] - facts.base
      if keyBit >= 0, keyBit < NeedFacts.batchSize, masks[screen].writes[port] {
        shownMasks[index] |= 1 << UInt64(keyBit)
      }
    }
  }

  /// Returns the keys that are always provided after an edge is taken, whether its step is shown or
  /// skipped; ``closed`` if the edge cannot be taken.
  func added(by edge: Int) -> UInt64 { shownMasks[edge] & skippedMasks[edge] }

  /// Follows all paths from the starts of all flows; in the flows `roots`, users start without
  /// outputs.
  mutating func run(roots: [Int]) {
    followFlows()
    for root in roots { entry[root] = 0 }
    followCalls(from: roots)
  }

  /// Computes what each flow provides, relative to its own start.
  mutating func followFlows() {
    var seeds: [Seed] = []
    for flow in graph.release.flows where flow.start >= 0 {
      seeds.append(Seed(node: Int(flow.start), state: 0))
    }
    var state = state
    propagate(seeds, over: &state, summaries: nil, callers: ReverseEdges(graph, byExit: true))
    self.state = state
  }

  /// A node to start from, with the keys provided there.
  struct Seed {
    let node: Int
    let state: UInt64
  }

  /// Propagates states from some nodes within their flows.
  ///
  /// The effect of an entered flow is read from `summaries`, or from `state` itself if nil.
  mutating func propagate(
    _ seeds: [Seed], over state: inout [UInt64], summaries: [UInt64]?, callers: ReverseEdges?
  ) {
    var queue = WorkQueue(graph.nodeCount)
    for seed in seeds {
      state[seed.node] &= seed.state
      queue.add(seed.node)
    }
    while let node = queue.next() {
      for index in graph.edgeIndices(node) { follow(index, &state, summaries, &queue) }
      guard let callers, node >= graph.exitBase else { continue }
      for index in callers[node] { follow(Int(index), &state, summaries, &queue) }
    }
  }

  private mutating func follow(
    _ index: Int, _ state: inout [UInt64], _ summaries: [UInt64]?, _ queue: inout WorkQueue
  ) {
    let edge = graph.edges[index]
    cost += 1
    let added = added(by: index)
    guard edge.via != FlowGraph.Edge.entering, added != Self.closed,
      state[Int(edge.from)] != Self.closed
    else { return }
    var arriving = state[Int(edge.from)] | added
    if edge.via >= 0 {
      let summary = summaries?[Int(edge.via)] ?? state[Int(edge.via)]
      guard summary != Self.closed else { return }
      arriving |= summary
    }
    let merged = state[Int(edge.to)] & arriving
    guard merged != state[Int(edge.to)] else { return }
    state[Int(edge.to)] = merged
    queue.add(Int(edge.to))
  }

  /// Propagates the keys provided on entry from flow to flow.
  private mutating func followCalls(from flows: [Int]) {
    var queue = WorkQueue(entry.count)
    for flow in flows { queue.add(flow) }
    while let flow = queue.next() {
      for call in graph.calls(of: flow) {
        cost += 1
        let state = state[graph.callBase + call]
        guard state != Self.closed else { continue }
        if enter(Int(graph.calls[call].callee), with: entry[flow] | state) {
          queue.add(Int(graph.calls[call].callee))
        }
      }
    }
  }

  private mutating func enter(_ flow: Int, with state: UInt64) -> Bool {
    let merged = entry[flow] & state
    guard merged != entry[flow] else { return false }
    entry[flow] = merged
    return true
  }

  /// Enters the flows that calls with these states lead to, and the flows entered from there.
  mutating func enterFlows(_ state: [UInt64], ofFlow flow: Int) {
    var enteredFlows: [Int] = []
    for call in graph.calls(of: flow) {
      let state = state[graph.callBase + call]
      let callee = Int(graph.calls[call].callee)
      if state != Self.closed, enter(callee, with: state) { enteredFlows.append(callee) }
    }
    followCalls(from: enteredFlows)
  }

  /// The keys that a step needs and that some path to it does not provide.
  func missing(at step: Int) -> UInt64 {
    let entry = entry[Int(graph.release.steps[step].flow)]
    guard state[step] != Self.closed, entry != Self.closed else { return 0 }
    return needed[step] & ~(state[step] | entry)
  }
}
