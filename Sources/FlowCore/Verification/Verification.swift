/// The state of one run over a document: the facts derived so far, and the findings.
///
/// It is a class because all checks add to the same instance, and copying so many fields takes a
/// lot of code.
final class Verification {
  let document: FlowDocument
  let release: Release
  let builds: [BuildGroup]
  /// The screens that the document draws.
  let drawn: DrawnScreens
  let vocabulary: AttributeVocabulary
  let flowsByID: [Name: Int32]
  let coverage: [RouteCoverage]
  let graph: FlowGraph
  let reachability: Reachability
  /// The declarations of each of `builds`, resolved against the release.
  let views: [BuildView]
  /// The outputs that some screen needs.
  let keyNames: [Name]
  let keys: [Name: Int32]
  var facts: ConditionFacts
  /// The number of steps in paths that may still be reported.
  private var pathSteps: Int
  private var typesReported: [Name: Int32] = [:]
  /// The number of links visited.
  var work = 0
  private var findings: [LocatedFinding] = []
  private var tallies = FindingTallies()

  init(_ compiler: ReleaseCompiler, _ drawn: DrawnScreens) {
    self.drawn = drawn
    let manifests = drawn.manifests
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
    views = builds.map { BuildView(release, screens: $0.screens, keys: keys) }
    self.keyNames = keyNames
    self.keys = keys
    var graph = FlowGraph(release, coverage: coverage)
    for step in release.steps.indices {
      for view in views where view.hasUnroutedPort(release, step) { graph.isOpenEnded[step] = true }
    }
    self.graph = graph
    reachability = Reachability(graph)
    pathSteps = 16 * (graph.nodeCount + 64)
  }

  private static func coverage(
    _ splits: [Split], _ release: Release, _ facts: ConditionFacts,
    _ vocabulary: AttributeVocabulary
  ) -> [RouteCoverage] {
    var coverage: [RouteCoverage] = []
    coverage.reserveCapacity(release.routes.count)
    for route in release.routes.indices {
      let hasCondition = facts.ofRoute[route] >= 0
      let split = Int(release.routes[route].split)
      coverage.append(
        split < 0
          ? hasCondition ? .whenever : .always
          : RouteCoverage(splits[split], hasCondition: hasCondition, vocabulary))
    }
    return coverage
  }

  /// Deducts the steps of a path from the budget; returns whether the budget was sufficient.
  func spend(_ count: Int) -> Bool {
    guard count <= pathSteps else { return false }
    pathSteps -= count
    return true
  }

  /// Records a mismatch of types; returns whether it is the first one of this need.
  func insertMismatch(_ key: Name, _ step: Int) -> Bool {
    let id = Name(step.description + " " + key.string)
    guard typesReported[id] == nil else { return false }
    typesReported[id] = 0
    return true
  }
}

/// A location in the release, by index; -1 where the location is the level above.
struct LocationIndex {
  var flow: Int32 = -1
  var step: Int32 = -1
  var port: Int32 = -1
  var route: Int32 = -1
}

extension Verification {
  private struct LocatedFinding {
    let finding: Finding
    let site: LocationIndex

    /// Negative if this finding comes first, positive if the other does.
    func compare(_ other: LocatedFinding) -> Int32 {
      if finding.severity != other.finding.severity {
        return finding.severity == .error ? -1 : 1
      }
      let flow = site.flow - other.site.flow
      if flow != 0 { return flow }
      let step = site.step - other.site.step
      if step != 0 { return step }
      let port = site.port - other.site.port
      return port != 0 ? port : site.route - other.site.route
    }
  }

  /// Returns whether another finding of this kind is to be listed; counts it otherwise.
  ///
  /// `report` checks it too, but checking first avoids creating the arguments.
  func admit(_ code: FindingCode, _ severity: Severity? = nil) -> Bool {
    tallies.admit(code, severity ?? code.severity)
  }

  func site(flow: Int) -> LocationIndex { LocationIndex(flow: Int32(truncatingIfNeeded: flow)) }

  func site(step: Int) -> LocationIndex {
    LocationIndex(flow: release.steps[step].flow, step: Int32(truncatingIfNeeded: step))
  }

  func site(port: Int) -> LocationIndex {
    var site = site(step: Int(release.ports[port].step))
    site.port = Int32(truncatingIfNeeded: port)
    return site
  }

  func site(port: Int, route: Int) -> LocationIndex {
    var site = site(port: port)
    site.route = Int32(truncatingIfNeeded: route)
    return site
  }

  func location(_ site: LocationIndex) -> FlowLocation {
    var location = FlowLocation()
    if site.flow >= 0 { location.flow = release.flows[Int(site.flow)].id }
    if site.step >= 0 { location.step = release.steps[Int(site.step)].id }
    if site.port >= 0 { location.port = release.ports[Int(site.port)].name }
    if site.route >= 0 {
      location.route = Int(site.route - release.ports[Int(site.port)].firstRoute)
    }
    return location
  }

  /// Records a finding.
  func report(
    _ id: FindingMessageID, _ site: LocationIndex, _ arguments: JSONObject = JSONObject(),
    severity: Severity? = nil, path: [PathStep]? = nil, pointer: String? = nil
  ) {
    guard let code = id.code else { return }
    let severity = severity ?? code.severity
    guard tallies.add(code, severity) else { return }
    findings.append(
      LocatedFinding(
        finding: Finding(
          id, severity: severity, location: location(site), arguments: arguments, path: path,
          pointer: pointer),
        site: site))
  }

  /// The findings in order: errors first, then in the order of the document; for each severity, the
  /// counts of findings that are not listed come last.
  func sorted() -> [Finding] {
    var findings = findings
    for tally in tallies.all where tally.others > 0 { findings.append(summary(of: tally)) }
    let order = StableSort.indices(findings.count) { left, right in
      let comparison = findings[left].compare(findings[right])
      return comparison == 0 ? left < right : comparison < 0
    }
    return order.map { findings[$0].finding }
  }

  private func summary(of tally: FindingTallies.Tally) -> LocatedFinding {
    let finding = Finding(
      .notListed, code: tally.code, severity: tally.severity, location: FlowLocation(),
      arguments: ["count": .number(JSONNumber(tally.others))], count: tally.others)
    return LocatedFinding(finding: finding, site: LocationIndex(flow: .max - 1))
  }
}
