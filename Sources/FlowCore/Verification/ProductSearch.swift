/// A breadth-first search over nodes combined with the known results for the tracked attributes.
struct ProductSearch {
  /// A visit of a node: how it was reached, and with which results of conditions.
  private struct Visit {
    let node: Int32
    let parent: Int32
    let taken: PathSearch.TakenLink
    /// The latest known result, or -1; and a hash of all of them.
    let results: Int32
    let hash: UInt64
    /// The previous visit of the same node, or -1.
    let previous: Int32
  }

  private let search: PathSearch
  private let openLinks: PathSearch.OpenLinks
  private let trackedAttributes: [Int32]
  private let limit: Int
  private(set) var cost = 0
  private var visits: [Visit] = []
  private var latest: [Int32]
  /// Known results as linked lists with shared tails.
  private var results: [(result: Int32, before: Int32)] = []

  init(
    _ search: PathSearch, _ openLinks: PathSearch.OpenLinks, trackedAttributes: [Int32], limit: Int
  ) {
    self.search = search
    self.openLinks = openLinks
    self.trackedAttributes = trackedAttributes
    self.limit = limit
    latest = [Int32](repeating: -1, count: search.graph.nodeCount)
  }

  /// The shortest path from a start to the goal with at least one link.
  mutating func run(from starts: [Int], to goal: Int) -> PathSearch.SearchResult {
    let noLink = PathSearch.TakenLink(link: -1, isSkipped: false)
    for start in starts {
      visits.append(
        Visit(
          node: Int32(start), parent: -1, taken: noLink, results: -1, hash: 0, previous: -1))
      if start != goal { latest[start] = Int32(visits.count - 1) }
    }
    var head = 0
    while head < visits.count {
      for index in search.graph.linkIndices(Int(visits[head].node)) {
        guard cost < limit else { return .limitReached }
        cost += 1
        for isSkipped in [false, true] {
          let taken = PathSearch.TakenLink(link: Int32(index), isSkipped: isSkipped)
          if take(taken, from: head), Int(search.graph.links[index].to) == goal, canShow(goal) {
            return .links(links(to: visits.count - 1))
          }
        }
      }
      head += 1
    }
    return .impossible
  }

  /// Takes a link if it is open and a user can take it; returns whether that led to a new state.
  private mutating func take(_ taken: PathSearch.TakenLink, from parent: Int) -> Bool {
    let link = search.graph.links[Int(taken.link)]
    let index = Int(taken.link)
    let mask = taken.isSkipped ? openLinks.skippedMasks[index] : openLinks.shownMasks[index]
    guard mask & openLinks.bit == 0 else { return false }
    if link.via >= 0, openLinks.state[Int(link.via)] & openLinks.bit != 0 { return false }
    var known = visits[parent].results
    var hash = visits[parent].hash
    if !trackedAttributes.isEmpty, !addResults(taken, &known, &hash) { return false }
    var other = latest[Int(link.to)]
    while other >= 0 {
      if visits[Int(other)].hash == hash { return false }
      cost += 1
      other = visits[Int(other)].previous
    }
    visits.append(
      Visit(
        node: link.to, parent: Int32(truncatingIfNeeded: parent), taken: taken, results: known,
        hash: hash, previous: latest[Int(link.to)]))
    latest[Int(link.to)] = Int32(truncatingIfNeeded: visits.count - 1)
    return true
  }

  /// Adds the results that a link requires to the known ones; false if they contradict each other.
  private mutating func addResults(
    _ taken: PathSearch.TakenLink, _ known: inout Int32, _ hash: inout UInt64
  ) -> Bool {
    var required: [Int32] = []
    search.collect(taken, openLinks, into: &required)
    return addResults(required, &known, &hash)
  }

  /// Whether the step at the goal can be shown in the state of the newest visit.
  private mutating func canShow(_ goal: Int) -> Bool {
    guard !trackedAttributes.isEmpty else { return true }
    var required: [Int32] = []
    search.collect(showing: goal, openLinks, into: &required)
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

  private func links(to visit: Int) -> [PathSearch.TakenLink] {
    var links: [PathSearch.TakenLink] = []
    var visit = visits[visit]
    while visit.parent >= 0 {
      links.append(visit.taken)
      visit = visits[Int(visit.parent)]
    }
    return links.reversed()
  }
}

/// The shortest paths from some starts to all nodes, regardless of conditions.
struct PathTree {
  /// The link by which each node was first reached: its index doubled, plus 1 if skipped; -1 at a
  /// start and -2 if unreachable.
  private var parentLinks: [Int32]
  private let graph: FlowGraph

  init(_ graph: FlowGraph, from starts: [Int], in openLinks: PathSearch.OpenLinks, entering: Bool) {
    self.graph = graph
    parentLinks = [Int32](repeating: -2, count: graph.nodeCount)
    var queue: [Int32] = []
    for start in starts where parentLinks[start] == -2 {
      parentLinks[start] = -1
      queue.append(Int32(truncatingIfNeeded: start))
    }
    var head = 0
    while head < queue.count {
      for index in graph.linkIndices(Int(queue[head])) {
        let link = graph.links[index]
        guard parentLinks[Int(link.to)] == -2 else { continue }
        if link.via == FlowGraph.Link.entering, !entering { continue }
        if link.via >= 0, openLinks.state[Int(link.via)] & openLinks.bit != 0 { continue }
        let isShown = openLinks.shownMasks[index] & openLinks.bit == 0
        guard isShown || openLinks.skippedMasks[index] & openLinks.bit == 0 else { continue }
        parentLinks[Int(link.to)] = Int32(truncatingIfNeeded: index * 2 + (isShown ? 0 : 1))
        queue.append(link.to)
      }
      head += 1
    }
  }

  /// The links on the path to a node; nil if it is unreachable.
  func links(to node: Int) -> [PathSearch.TakenLink]? {
    guard parentLinks[node] != -2 else { return nil }
    var links: [PathSearch.TakenLink] = []
    var node = node
    while parentLinks[node] >= 0 {
      let link = parentLinks[node] / 2
      links.append(PathSearch.TakenLink(link: link, isSkipped: parentLinks[node] & 1 == 1))
      node = Int(graph.links[Int(link)].from)
    }
    return links.reversed()
  }

  /// The node before a node on its path; nil at a start and if it is unreachable.
  func parent(of node: Int) -> Int? {
    parentLinks[node] < 0 ? nil : Int(graph.links[Int(parentLinks[node] / 2)].from)
  }
}
