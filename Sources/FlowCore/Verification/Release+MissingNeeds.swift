/// A needed output that may be missing when a session reaches a step.
package struct MissingNeed: Sendable, Equatable {
  /// The step that needs it.
  package let step: Int
  /// The output's key.
  package let key: Name

  /// Creates a missing need.
  package init(step: Int, key: Name) {
    self.step = step
    self.key = key
  }
}

extension Release {
  /// Returns the needs of steps ahead that are neither provided yet nor on every path to them.
  ///
  /// A session calls it before it moves to this release: if the result is empty, no need will be
  /// missing. The result may include a need that several conditions guarantee only together, but
  /// it never omits one.
  ///
  /// - Parameters:
  ///   - step: The current step of the session.
  ///   - calls: The destinations by which the flows around the step were entered, outermost first.
  ///   - provided: The keys of the outputs that the session has.
  /// - Returns: The needs, in the order of the steps for each batch of 63 keys.
  /// - Complexity: Linear in the release's steps and routes for each batch; linear in the needs of
  ///   the screens if all of them are provided.
  package func missingNeeds(
    from step: Int, calls: [Int32] = [], provided: [Name]
  ) -> [MissingNeed] {
    guard let screens else { return [] }
    var keys = NameTable()
    var indexes: [Name: Int32] = [:]
    for screen in stepScreens {
      for need in screen.needs where indexes[need.key] == nil && !provided.contains(need.key) {
        indexes[need.key] = keys.index(of: need.key)
      }
    }
    guard !keys.names.isEmpty else { return [] }
    let coverage = routes.map { $0.coverage }
    let graph = FlowGraph(self, coverage: coverage)
    let build = ResolvedBuild(self, screens: screens.values, keys: indexes)
    let keyOfStep = steps.map { indexes[$0.id] ?? -1 }
    var shown = [step]
    for call in graph.calls where calls.contains(call.destination) { shown.append(Int(call.step)) }
    var missing: [MissingNeed] = []
    var base: Int32 = 0
    while base < keys.names.count {
      let facts = NeedFacts(
        self, coverage: coverage, keys: indexes, keyOfStep: keyOfStep, shown: shown, base: base)
      var analysis = NeedAnalysis(graph, facts, build)
      analysis.followFlows()
      let missingKeys = analysis.missing(from: step, calls: calls)
      for step in missingKeys.indices {
        for bit in 0..<Int(NeedFacts.batchSize) where missingKeys[step] & (1 << UInt64(bit)) != 0 {
          missing.append(MissingNeed(step: step, key: keys.names[Int(base) + bit]))
        }
      }
      base += NeedFacts.batchSize
    }
    return missing
  }
}

extension CompiledRoute {
  fileprivate var coverage: RouteCoverage {
    if split >= 0 { return .someUsers }
    return when == nil ? .allUsers : .matchingUsers
  }
}

extension NeedAnalysis {
  /// Follows the paths from one step, out through the calls that entered its flows; returns the
  /// missing keys of each step.
  fileprivate mutating func missing(from step: Int, calls: [Int32]) -> [UInt64] {
    var missingKeys = [UInt64](repeating: 0, count: graph.stepCount)
    missingKeys[step] = needed[step]
    // The step is being shown: it is left through a port, not skipped.
    var seeds: [Seed] = []
    for index in graph.edgeIndices(step) where shownMasks[index] != Self.closed {
      seeds.append(Seed(node: Int(graph.edges[index].to), state: shownMasks[index]))
    }
    var flow = Int(graph.release.steps[step].flow)
    var outer = calls
    while true {
      var ahead = [UInt64](repeating: Self.closed, count: graph.nodeCount)
      propagate(seeds, over: &ahead, summaries: state, callers: nil)
      enterFlows(ahead, ofFlow: flow)
      for step in graph.release.flows[flow].stepIndices where ahead[step] != Self.closed {
        missingKeys[step] |= needed[step] & ~ahead[step]
      }
      guard let destination = outer.popLast(),
        let call = graph.calls.firstIndex(where: { $0.destination == destination })
      else { break }
      seeds.removeAll()
      for index in graph.edgeIndices(graph.callBase + call) {
        let edge = graph.edges[index]
        guard edge.via >= 0, ahead[Int(edge.via)] != Self.closed else { continue }
        seeds.append(Seed(node: Int(edge.to), state: ahead[Int(edge.via)]))
      }
      flow = Int(graph.release.steps[Int(graph.calls[call].step)].flow)
    }
    for step in missingKeys.indices { missingKeys[step] |= missing(at: step) }
    return missingKeys
  }
}
