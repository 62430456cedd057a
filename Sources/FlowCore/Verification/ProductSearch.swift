/// A breadth-first search over nodes combined with the known results for the tracked attributes.
struct ProductSearch {
  /// A visit of a node: how it was reached, and with which results of conditions.
  private struct Visit {
    let node: Int32
    let parent: Int32
    let taken: PathSearch.TakenEdge
    /// The index of the latest known result in `ProductSearch.results`, or -1; and a hash of all of
    /// them, whatever their order.
    let results: Int32
    let hash: UInt64
    /// The previous visit of the same node, or -1.
    let previous: Int32
  }

  private let search: PathSearch
  private let openEdges: PathSearch.OpenEdges
  private let trackedAttributes: [Int32]
  private let limit: Int
  private(set) var cost = 0
  private var visits: [Visit] = []
  /// The index of the latest visit of each node, or -1.
  private var latest: [Int32]
  /// Known results as linked lists with shared tails.
  private var results: [(result: Int32, before: Int32)] = []

  init(
    _ search: PathSearch, _ openEdges: PathSearch.OpenEdges, trackedAttributes: [Int32], limit: Int
  ) {
    self.search = search
    self.openEdges = openEdges
    self.trackedAttributes = trackedAttributes
    self.limit = limit
    latest = [Int32](repeating: -1, count: search.graph.nodeCount)
  }

  /// The shortest path from a start to the goal with at least one edge.
  mutating func run(from starts: [Int], to goal: Int) -> PathSearch.SearchResult {
    let noEdge = PathSearch.TakenEdge(edge: -1, isSkipped: false)
    for start in starts {
      visits.append(
        Visit(
          node: Int32(start), parent: -1, taken: noEdge, results: -1, hash: 0, previous: -1))
      if start != goal { latest[start] = Int32(visits.count - 1) }
    }
    var head = 0
    while head < visits.count {
      for index in search.graph.edgeIndices(Int(visits[head].node)) {
        guard cost < limit else { return .limitReached }
        cost += 1
        for isSkipped in [false, true] {
          let taken = PathSearch.TakenEdge(edge: Int32(index), isSkipped: isSkipped)
          if take(taken, from: head), Int(search.graph.edges[index].to) == goal, canShow(goal) {
            return .edges(edges(to: visits.count - 1))
          }
        }
      }
      head += 1
    }
    return .impossible
  }

  /// Takes an edge if it is open and a user can take it; returns whether that led to a new state.
  private mutating func take(_ taken: PathSearch.TakenEdge, from parent: Int) -> Bool {
    let edge = search.graph.edges[Int(taken.edge)]
    let index = Int(taken.edge)
    let mask = taken.isSkipped ? openEdges.skippedMasks[index] : openEdges.shownMasks[index]
    guard mask & openEdges.bit == 0 else { return false }
    if edge.via >= 0, openEdges.state[Int(edge.via)] & openEdges.bit != 0 { return false }
    var known = visits[parent].results
    var hash = visits[parent].hash
    if !trackedAttributes.isEmpty, !addResults(taken, &known, &hash) { return false }
    var other = latest[Int(edge.to)]
    while other >= 0 {
      if visits[Int(other)].hash == hash { return false }
      cost += 1
      other = visits[Int(other)].previous
    }
    visits.append(
      Visit(
        node: edge.to, parent: Int32(truncatingIfNeeded: parent), taken: taken, results: known,
        hash: hash, previous: latest[Int(edge.to)]))
    latest[Int(edge.to)] = Int32(truncatingIfNeeded: visits.count - 1)
    return true
  }

  /// Adds the results that an edge requires to the known ones; false if they contradict each other.
  private mutating func addResults(
    _ taken: PathSearch.TakenEdge, _ known: inout Int32, _ hash: inout UInt64
  ) -> Bool {
    var required: [Int32] = []
    search.collect(taken, openEdges, into: &required)
    return addResults(required, &known, &hash)
  }

  /// Whether the step at the goal can be shown in the state of the newest visit.
  private mutating func canShow(_ goal: Int) -> Bool {
    guard !trackedAttributes.isEmpty else { return true }
    var required: [Int32] = []
    search.collect(showing: goal, openEdges, into: &required)
    var known = visits[visits.count - 1].results
    var hash: UInt64 = 0
    return addResults(required, &known, &hash)
  }

  private mutating func addResults(
    _ required: [Int32], _ known: inout Int32, _ hash: inout UInt64
  ) -> Bool {
    for result in required {
      let path = search.facts.leaves[Int(result / 2)].path
      guard trackedAttributes.contains(path) else { continue }
      var all = [result]
      var isKnown = false
      var entry = known
      while entry >= 0 {
        cost += 1
        if results[Int(entry)].result == result { isKnown = true }
        all.append(results[Int(entry)].result)
        entry = results[Int(entry)].before
      }
      if isKnown { continue }
      cost += 64
      if !search.isFeasible(all, path) { return false }
      results.append((result: result, before: known))
      known = Int32(truncatingIfNeeded: results.count - 1)
      hash &+= UInt64(1).mixed(UInt64(result))  // a sum, because the order is irrelevant
    }
    return true
  }

  private func edges(to visit: Int) -> [PathSearch.TakenEdge] {
    var edges: [PathSearch.TakenEdge] = []
    var visit = visits[visit]
    while visit.parent >= 0 {
      edges.append(visit.taken)
      visit = visits[Int(visit.parent)]
    }
    return edges.reversed()
  }
}

/// The shortest paths from some starts to all nodes, whatever the conditions require.
///
/// With `entering`, a path also leads from a call to the start of the flow that it enters.
struct PathTree {
  /// The edge by which each node was first reached: its index doubled, plus 1 if skipped; -1 at a
  /// start and -2 if unreachable.
  private var parentEdges: [Int32]
  private let graph: FlowGraph

  init(_ graph: FlowGraph, from starts: [Int], in openEdges: PathSearch.OpenEdges, entering: Bool) {
    self.graph = graph
    parentEdges = [Int32](repeating: -2, count: graph.nodeCount)
    var queue: [Int32] = []
    for start in starts where parentEdges[start] == -2 {
      parentEdges[start] = -1
      queue.append(Int32(truncatingIfNeeded: start))
    }
    var head = 0
    while head < queue.count {
      for index in graph.edgeIndices(Int(queue[head])) {
        let edge = graph.edges[index]
        guard parentEdges[Int(edge.to)] == -2 else { continue }
        if edge.via == FlowGraph.Edge.entering, !entering { continue }
        if edge.via >= 0, openEdges.state[Int(edge.via)] & openEdges.bit != 0 { continue }
        let isShown = openEdges.shownMasks[index] & openEdges.bit == 0
        guard isShown || openEdges.skippedMasks[index] & openEdges.bit == 0 else { continue }
        parentEdges[Int(edge.to)] = Int32(truncatingIfNeeded: index * 2 + (isShown ? 0 : 1))
        queue.append(edge.to)
      }
      head += 1
    }
  }

  /// The edges on the path to a node; nil if it is unreachable.
  func edges(to node: Int) -> [PathSearch.TakenEdge]? {
    guard parentEdges[node] != -2 else { return nil }
    var edges: [PathSearch.TakenEdge] = []
    var node = node
    while parentEdges[node] >= 0 {
      let edge = parentEdges[node] / 2
      edges.append(PathSearch.TakenEdge(edge: edge, isSkipped: parentEdges[node] & 1 == 1))
      node = Int(graph.edges[Int(edge)].from)
    }
    return edges.reversed()
  }

  /// The node before a node on its path; nil at a start and if it is unreachable.
  func parent(of node: Int) -> Int? {
    parentEdges[node] < 0 ? nil : Int(graph.edges[Int(parentEdges[node] / 2)].from)
  }
}
