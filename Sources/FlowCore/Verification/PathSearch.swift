/// Finds shortest paths through the graph that some user can take and on which a key is missing, or
/// all steps are skipped.
///
/// A path requires that the condition of each route taken is true, and that those of earlier routes
/// are false. A path with contradictory requirements is ruled out. To find the next shortest one,
/// only attributes whose requirements have contradicted each other are tracked (none in most
/// searches). A search visits about 64 edges for each node and 10,000 in all at most, all searches
/// of a run together about 256 and 100,000; each feasibility check within a search counts as 64.
/// Once the budget is used up, the shortest path counts as possible, so no problem is missed.
struct PathSearch {
  /// The result of a search.
  enum SearchResult {
    /// A path, as the edges taken.
    case edges([TakenEdge])
    /// No user can take a path to the goal.
    case impossible
    /// The budget was used up before a path was found.
    case limitReached
  }

  /// An edge that was taken, from a shown step or past a skipped one.
  struct TakenEdge {
    let edge: Int32
    let isSkipped: Bool
  }

  /// The edges to search: an edge can be taken if its mask lacks the bit.
  struct OpenEdges {
    let shownMasks: [UInt64]
    let skippedMasks: [UInt64]
    /// The effect of an entered flow, at its exits.
    let state: [UInt64]
    let bit: UInt64
    /// Whether the session's outputs stay the same on the path.
    let keepsOutputs: Bool
    /// The screen of each step; if negative, the step is skipped whatever its `showWhen`.
    let screenOfStep: [Int32]
  }

  let graph: FlowGraph
  let facts: ConditionFacts
  let coverage: [RouteCoverage]
  /// Whether an attribute may be an array, by path: then two disjoint lists of values can both
  /// match.
  let mayBeArray: [Bool]
  /// The number of edges that may still be visited.
  private(set) var budget: Int
  /// The number of edges visited, with 64 for each feasibility check within a search.
  private(set) var cost = 0

  init(
    _ graph: FlowGraph, _ facts: ConditionFacts, coverage: [RouteCoverage], mayBeArray: [Bool]
  ) {
    self.graph = graph
    self.facts = facts
    self.coverage = coverage
    self.mayBeArray = mayBeArray
    budget = min(256 * (graph.nodeCount + 16), 100_000)
  }

  /// Returns the shortest path from one of the starts to a node that some user can take.
  ///
  /// `shortest` is the shortest path of the graph, if it is already known.
  mutating func find(
    from starts: [Int], to goal: Int, in openEdges: OpenEdges, shortest: [TakenEdge]? = nil
  ) -> SearchResult {
    var trackedAttributes: [Int32] = []
    guard budget > 0 else { return shortest.map { .edges($0) } ?? .limitReached }
    var limit = min(64 * (graph.nodeCount + 16), 10_000, budget)
    var first = shortest
    for _ in 0..<8 {
      let edges: [TakenEdge]
      if trackedAttributes.isEmpty, let shortest {
        edges = shortest
      } else {
        var search = ProductSearch(
          self, openEdges, trackedAttributes: trackedAttributes, limit: limit)
        let result = search.run(from: starts, to: goal)
        budget -= search.cost
        cost += search.cost
        limit -= search.cost
        switch result {
        case .edges(let path): edges = path
        case .impossible: return .impossible
        case .limitReached: return first.map { .edges($0) } ?? .limitReached
        }
      }
      if first == nil { first = edges }
      guard let conflict = conflict(on: edges, to: goal, openEdges) else { return .edges(edges) }
      if trackedAttributes.contains(conflict) { break }
      trackedAttributes.append(conflict)
    }
    return first.map { .edges($0) } ?? .limitReached
  }

  /// The attribute for which a path requires contradictory results.
  private mutating func conflict(
    on edges: [TakenEdge], to goal: Int, _ openEdges: OpenEdges
  ) -> Int32? {
    var results: [Int32] = []
    for taken in edges { collect(taken, openEdges, into: &results) }
    collect(showing: goal, openEdges, into: &results)
    budget -= edges.count + results.count
    cost += edges.count + results.count
    results = StableSort.indices(results.count) { left, right in
      facts.leaves[Int(results[left] / 2)].path < facts.leaves[Int(results[right] / 2)].path
    }.map { results[$0] }
    var index = 0
    while index < results.count {
      let path = facts.leaves[Int(results[index] / 2)].path
      var end = index + 1
      while end < results.count, facts.leaves[Int(results[end] / 2)].path == path { end += 1 }
      if !isFeasible(Array(results[index..<end]), path) { return path }
      index = end
    }
    return nil
  }

  func isFeasible(_ results: [Int32], _ path: Int32) -> Bool {
    facts.isFeasible(results, attributePath: path, mayBeArray: mayBeArray[Int(path)])
  }

  /// Collects the condition results that taking an edge requires.
  func collect(_ taken: TakenEdge, _ openEdges: OpenEdges, into results: inout [Int32]) {
    let edge = graph.edges[Int(taken.edge)]
    guard edge.route >= 0 else { return }
    let step = Int(edge.from)
    if openEdges.screenOfStep[step] >= 0 {
      add(facts.conditionOfStep[step], isTrue: !taken.isSkipped, openEdges, into: &results)
    }
    add(facts.conditionOfRoute[Int(edge.route)], isTrue: true, openEdges, into: &results)
    var route = Int(graph.release.ports[Int(edge.port)].firstRoute)
    while route < edge.route {
      if coverage[route] == .matchingUsers {
        add(facts.conditionOfRoute[route], isTrue: false, openEdges, into: &results)
      }
      route += 1
    }
  }

  /// Collects the condition results that showing a path's last step requires; none on a path of
  /// skipped steps.
  func collect(showing step: Int, _ openEdges: OpenEdges, into results: inout [Int32]) {
    guard step < graph.stepCount, !openEdges.keepsOutputs else { return }
    add(facts.conditionOfStep[step], isTrue: true, openEdges, into: &results)
  }

  private func add(
    _ condition: Int32, isTrue: Bool, _ openEdges: OpenEdges, into results: inout [Int32]
  ) {
    for result in facts.implication(condition, isTrue: isTrue).results
    where openEdges.keepsOutputs || !facts.leaves[Int(result / 2)].isOutput {
      results.append(result)
    }
  }
}
