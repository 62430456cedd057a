/// One check of one document: what is known so far, and what was found.
struct Verification {
  let document: FlowDocument
  let release: Release
  let builds: [Build]
  let vocabulary: AttributeVocabulary
  let flowsByID: [Name: Int32]
  let coverage: [RouteCoverage]
  let graph: FlowGraph
  let reachability: Reachability
  /// What each of `builds` declares, next to the release.
  let views: [BuildView]
  /// The outputs that some screen needs.
  let keyNames: [Name]
  let keys: [Name: Int32]
  var facts: ConditionFacts
  /// How many stations paths may still have.
  private var stations: Int
  private var typesTold: [Name: Int32] = [:]
  /// How many links were looked at.
  var work = 0
  private var found: [Found] = []

  init(_ document: FlowDocument, _ manifests: [Manifest], _ release: Release) {
    self.document = document
    self.release = release
    builds = Build.distinct(manifests)
    vocabulary = AttributeVocabulary(document, manifests)
    facts = ConditionFacts(document)
    var flowsByID: [Name: Int32] = [:]
    for flow in release.flows.indices.reversed() {
      flowsByID[release.flows[flow].id] = Int32(truncatingIfNeeded: flow)
    }
    self.flowsByID = flowsByID
    var coverage: [RouteCoverage] = []
    coverage.reserveCapacity(release.routes.count)
    for flow in document.flows {
      for step in flow.steps {
        for port in step.ports {
          for route in port.routes {
            coverage.append(
              RouteCoverage(
                route, hasCondition: facts.ofRoute[coverage.count] >= 0, vocabulary))
          }
        }
      }
    }
    self.coverage = coverage
    graph = FlowGraph(release, coverage: coverage)
    reachability = Reachability(graph)
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
    stations = 16 * (graph.nodeCount + 64)
  }

  /// Whether a path of that many stations may still be told.
  mutating func spend(_ count: Int) -> Bool {
    guard count <= stations else { return false }
    stations -= count
    return true
  }

  /// Whether no build before has had this mismatch.
  mutating func isNew(_ key: Name, _ step: Int) -> Bool {
    let id = Name(step.description + " " + key.string)
    guard typesTold[id] == nil else { return false }
    typesTold[id] = 0
    return true
  }
}

/// A place in the release, by index; -1 where the whole is meant.
struct Spot {
  var flow: Int32 = -1
  var step: Int32 = -1
  var port: Int32 = -1
  var route: Int32 = -1
}

extension Verification {
  private struct Found {
    let finding: Finding
    let spot: Spot

    /// Negative if this comes first, positive if the other does.
    func compare(_ other: Found) -> Int32 {
      if finding.severity != other.finding.severity {
        return finding.severity == .error ? -1 : 1
      }
      let flow = spot.flow - other.spot.flow
      if flow != 0 { return flow }
      let step = spot.step - other.spot.step
      if step != 0 { return step }
      let port = spot.port - other.spot.port
      return port != 0 ? port : spot.route - other.spot.route
    }
  }

  func spot(flow: Int) -> Spot { Spot(flow: Int32(truncatingIfNeeded: flow)) }

  func spot(step: Int) -> Spot {
    Spot(flow: release.steps[step].flow, step: Int32(truncatingIfNeeded: step))
  }

  func spot(port: Int) -> Spot {
    var spot = spot(step: Int(release.ports[port].step))
    spot.port = Int32(truncatingIfNeeded: port)
    return spot
  }

  func spot(port: Int, route: Int) -> Spot {
    var spot = spot(port: port)
    spot.route = Int32(truncatingIfNeeded: route)
    return spot
  }

  func place(_ spot: Spot) -> Place {
    var place = Place()
    if spot.flow >= 0 { place.flow = release.flows[Int(spot.flow)].id }
    if spot.step >= 0 { place.step = release.steps[Int(spot.step)].id }
    if spot.port >= 0 { place.port = release.ports[Int(spot.port)].name }
    if spot.route >= 0 {
      place.route = Int(spot.route - release.ports[Int(spot.port)].firstRoute)
    }
    return place
  }

  /// The beginning of a sentence about a place: `Step “email” of flow “signup”`.
  func subject(_ spot: Spot) -> String {
    let place = place(spot)
    var text = ""
    if let route = place.route { text = "Route " + (route + 1).description + " on port " }
    if let port = place.port { text += (text.isEmpty ? "Port " : "") + called(port) + " of " }
    if let step = place.step { text += (text.isEmpty ? "Step " : "step ") + called(step) }
    guard let flow = place.flow else { return "The document" }
    return (text.isEmpty ? "Flow " : text + " in flow ") + called(flow)
  }

  private func called(_ name: Name) -> String {
    name.isEmpty ? "without a name" : Quote.name(name)
  }

  /// Notes a finding; its sentence begins with the place and goes on with `says`.
  mutating func report(
    _ code: FindingCode, _ spot: Spot, _ says: String, mend: String, severity: Severity? = nil,
    path: [PathStep]? = nil, pointer: String? = nil
  ) {
    found.append(
      Found(
        finding: Finding(
          code: code, severity: severity ?? code.severity, place: place(spot),
          message: subject(spot) + " " + says, mend: mend, path: path, pointer: pointer),
        spot: spot))
  }

  /// The findings in their order: errors first, then as the places stand in the document.
  func sorted() -> [Finding] {
    let order = found.indices.sorted { left, right in
      let comparison = found[left].compare(found[right])
      return comparison == 0 ? left < right : comparison < 0
    }
    return order.map { found[$0].finding }
  }
}
