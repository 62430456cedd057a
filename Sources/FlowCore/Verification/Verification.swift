/// The state of one run over a document: the facts derived so far, and the findings.
///
/// It is a class because all checks add to the same instance, and the code for copying so
/// many fields would be a large part of the browser build.
final class Verification {
  let document: FlowDocument
  let release: Release
  let builds: [BuildGroup]
  /// The screens that the document defines.
  let drawnScreens: DrawnScreens
  let vocabulary: AttributeVocabulary
  let flowsByID: [Name: Int32]
  let coverage: [RouteCoverage]
  let graph: FlowGraph
  let reachability: Reachability
  /// The declarations of each of `builds`, resolved against the release.
  let resolvedBuilds: [ResolvedBuild]
  /// The keys of the outputs that some screen needs.
  let keyNames: [Name]
  /// The index of each key in ``keyNames``.
  let keys: [Name: Int32]
  var facts: ConditionFacts
  /// The number of steps in paths that may still be reported.
  private var remainingPathSteps: Int
  private var reportedMismatches: [Name: Int32] = [:]
  /// The cost of the run: the edges visited, and a fixed amount for each check of a condition's
  /// feasibility.
  var cost = 0
  private var findings: [LocatedFinding] = []
  private var tallies = FindingTallies()

  init(_ compiler: ReleaseCompiler, _ drawnScreens: DrawnScreens) {
    self.drawnScreens = drawnScreens
    let manifests = drawnScreens.manifests
    let document = compiler.document
    let release = Release(compiler)
    self.document = document
    self.release = release
    builds = BuildGroup.distinct(manifests)
    vocabulary = AttributeVocabulary(document, manifests)
    facts = ConditionFacts(compiler.conditions, release)
    var flowsByID: [Name: Int32] = [:]
    for flow in release.flows.indices.reversed() {
      flowsByID[release.flows[flow].id] = Int32(truncatingIfNeeded: flow)
    }
    self.flowsByID = flowsByID
    coverage = Verification.coverage(compiler.documentSplits, release, facts, vocabulary)
    var keyNames: [Name] = []
    var keys: [Name: Int32] = [:]
    for build in builds {
      for need in build.screens.flatMap({ $0.needs }) where keys[need.key] == nil {
        keys[need.key] = Int32(truncatingIfNeeded: keyNames.count)
        keyNames.append(need.key)
      }
    }
    resolvedBuilds = builds.map { ResolvedBuild(release, screens: $0.screens, keys: keys) }
    self.keyNames = keyNames
    self.keys = keys
    var graph = FlowGraph(release, coverage: coverage)
    for step in release.steps.indices {
      for build in resolvedBuilds where build.hasUnroutedPort(release, step) {
        graph.isOpenEnded[step] = true
      }
    }
    self.graph = graph
    reachability = Reachability(graph)
    remainingPathSteps = 16 * (graph.nodeCount + 64)
  }

  private static func coverage(
    _ splits: [Split], _ release: Release, _ facts: ConditionFacts,
    _ vocabulary: AttributeVocabulary
  ) -> [RouteCoverage] {
    var coverage: [RouteCoverage] = []
    coverage.reserveCapacity(release.routes.count)
    for route in release.routes.indices {
      let hasCondition = facts.conditionOfRoute[route] >= 0
      let split = Int(release.routes[route].split)
      coverage.append(
        split < 0
          ? hasCondition ? .matchingUsers : .allUsers
          : RouteCoverage(splits[split], hasCondition: hasCondition, vocabulary))
    }
    return coverage
  }

  /// Deducts the steps of a path from the budget; returns whether the budget was sufficient.
  func deductPathSteps(_ count: Int) -> Bool {
    guard count <= remainingPathSteps else { return false }
    remainingPathSteps -= count
    return true
  }

  /// Records a mismatch of types; returns whether it is the first one of this need.
  func recordMismatch(_ key: Name, _ step: Int) -> Bool {
    let id = Name(step.description + " " + key.string)
    guard reportedMismatches[id] == nil else { return false }
    reportedMismatches[id] = 0
    return true
  }
}

/// A location in the release, by indices; -1 for the levels below the location.
struct LocationIndex {
  var flow: Int32 = -1
  var step: Int32 = -1
  var port: Int32 = -1
  var route: Int32 = -1
}

extension Verification {
  private struct LocatedFinding {
    let finding: Finding
    let location: LocationIndex

    /// Negative if this finding comes first, positive if the other does.
    func compare(_ other: LocatedFinding) -> Int32 {
      if finding.severity != other.finding.severity {
        return finding.severity == .error ? -1 : 1
      }
      let flow = location.flow - other.location.flow
      if flow != 0 { return flow }
      let step = location.step - other.location.step
      if step != 0 { return step }
      let port = location.port - other.location.port
      return port != 0 ? port : location.route - other.location.route
    }
  }

  /// Returns whether another finding of this kind is listed; counts it as not listed otherwise.
  ///
  /// `report` checks it too, but checking first avoids creating the arguments.
  func checkLimit(_ code: FindingCode, _ severity: Severity? = nil) -> Bool {
    tallies.checkLimit(code, severity ?? code.severity)
  }

  func locationIndex(flow: Int) -> LocationIndex {
    LocationIndex(flow: Int32(truncatingIfNeeded: flow))
  }

  func locationIndex(step: Int) -> LocationIndex {
    LocationIndex(flow: release.steps[step].flow, step: Int32(truncatingIfNeeded: step))
  }

  func locationIndex(port: Int) -> LocationIndex {
    var location = locationIndex(step: Int(release.ports[port].step))
    location.port = Int32(truncatingIfNeeded: port)
    return location
  }

  func locationIndex(port: Int, route: Int) -> LocationIndex {
    var location = locationIndex(port: port)
    location.route = Int32(truncatingIfNeeded: route)
    return location
  }

  func flowLocation(_ location: LocationIndex) -> FlowLocation {
    var result = FlowLocation()
    if location.flow >= 0 { result.flow = release.flows[Int(location.flow)].id }
    if location.step >= 0 { result.step = release.steps[Int(location.step)].id }
    if location.port >= 0 { result.port = release.ports[Int(location.port)].name }
    if location.route >= 0 {
      result.route = Int(location.route - release.ports[Int(location.port)].firstRoute)
    }
    return result
  }

  /// Records a finding.
  func report(
    _ id: FindingMessageID, _ location: LocationIndex, _ arguments: JSONObject = JSONObject(),
    severity: Severity? = nil, path: [PathStep]? = nil, pointer: String? = nil
  ) {
    guard let code = id.code else { return }
    let severity = severity ?? code.severity
    guard tallies.add(code, severity) else { return }
    findings.append(
      LocatedFinding(
        finding: Finding(
          id, severity: severity, location: flowLocation(location), arguments: arguments,
          path: path, pointer: pointer),
        location: location))
  }

  /// Returns the findings: errors first, then in the order of the document; for each severity, the
  /// counts of findings that are not listed come last.
  func sortedFindings() -> [Finding] {
    var findings = findings
    for tally in tallies.all where tally.unlistedCount > 0 { findings.append(summary(of: tally)) }
    let order = StableSort.indices(findings.count) { left, right in
      let comparison = findings[left].compare(findings[right])
      return comparison == 0 ? left < right : comparison < 0
    }
    return order.map { findings[$0].finding }
  }

  private func summary(of tally: FindingTallies.Tally) -> LocatedFinding {
    let finding = Finding(
      .notListed, code: tally.code, severity: tally.severity, location: FlowLocation(),
      arguments: ["count": .number(JSONNumber(tally.unlistedCount))], count: tally.unlistedCount)
    return LocatedFinding(finding: finding, location: LocationIndex(flow: .max - 1))
  }
}
