import FlowCore
import Testing

/// The guarantee of verification: in a flow without errors, no session fails.
@Suite struct RandomWalkTests {
  @Test func `a verified flow never fails when it is run at random`() throws {
    var simulated = 0
    var invalid = 0
    for seed in 0..<max(300, Fuzzing.inputCount / 4) {
      var random = SeededRandom(seed: UInt64(Fuzzing.seed) &+ UInt64(seed))
      let document = random.plausibleDocument()
      let manifest = Self.manifest
      let findings = Verifier(document, manifests: [manifest]).findings()
      guard !findings.contains(where: { $0.severity == .error }) else {
        invalid += 1
        continue
      }
      simulated += 1
      let release = try Release(document, manifest: manifest)
      for _ in 0..<10 { walk(release, &random, document) }
    }
    #expect(simulated > 30, "the generator should make enough flows without errors: \(simulated)")
    #expect(invalid > 30, "the generator should make enough flows with errors: \(invalid)")
  }

  private func walk(_ release: Release, _ random: inout SeededRandom, _ document: FlowDocument) {
    var (session, transition) = Session.start("main", in: release, context: random.context())
    for _ in 0..<60 {
      if case .fail(let error) = transition.effect {
        Issue.record("\(error)\n\(document.converted(to: .native).json.text(.pretty))")
        return
      }
      guard session.status == .active else { return }
      guard !session.ports.isEmpty else { return }  // a step without ports
      if random.chance(15) {
        transition = session.back()
      } else {
        let port = random.pick(session.ports)
        let hasAnswer = port == "next" && session.current?.screen == "Ask"
        let answer: JSON? =
          hasAnswer ? .string(random.pick(["yes", "no", "DE"])) : random.maybe(20) { _ in "x" }
        transition = session.fire(port, output: answer)
      }
      if random.chance(10) {
        let restored = try? Session(
          restoring: session.saved(), in: release, context: session.context)
        #expect(restored == session)
      }
    }
  }

  static let manifest = Manifest(screens: [
    ScreenDeclaration(name: "Info", ports: [.init(name: "next"), .init(name: "skip")]),
    ScreenDeclaration(
      name: "Ask",
      ports: [.init(name: "next", provides: ["answer"]), .init(name: "skip", provides: [])],
      provides: [.init(key: "answer", type: .string)]),
    ScreenDeclaration(
      name: "Show", ports: [.init(name: "next"), .init(name: "skip")],
      needs: [.init(key: "answer", type: .string)]),
  ])
}

extension SeededRandom {
  /// One or two flows whose routes all lead to existing destinations.
  mutating func plausibleDocument() -> FlowDocument {
    let flows: [Name] = chance(50) ? ["main"] : ["main", "side"]
    return FlowDocument(flows: flows.map { plausibleFlow($0, flows) })
  }

  private mutating func plausibleFlow(_ id: Name, _ flows: [Name]) -> Flow {
    let count = 2 + below(5)
    let ids = (0..<count).map { Name("s\($0)") }
    let steps = ids.indices.map { index in
      let screen: Name = pick(["Info", "Info", "Ask", "Ask", "Show"])
      let later = Array(ids[(index + 1)...])
      return FlowStep(
        id: ids[index], screen: screen, showWhen: maybe(25) { $0.plausibleCondition(ids) },
        ports: (["next", "skip"] as [Name]).map { name in
          var routes = list(2) { $0.plausibleRoute(ids, later, flows, id, isConditional: true) }
          routes.append(plausibleRoute(ids, later, flows, id, isConditional: false))
          return FlowPort(name: name, routes: routes)
        })
    }
    return Flow(id: id, start: ids[0], steps: steps)
  }

  private mutating func plausibleRoute(
    _ ids: [Name], _ later: [Name], _ flows: [Name], _ flow: Name, isConditional: Bool
  ) -> Route {
    let kind: DestinationKind
    if chance(15) || (later.isEmpty && chance(70)) {
      kind = .finish(pick(["completed", "left"]))
    } else if flow == "main", flows.count > 1, chance(15) {
      let after: DestinationKind = later.isEmpty ? .finish("completed") : .step(pick(later))
      kind = .flow("side", then: [Continuation(outcome: nil, destination: Destination(after))])
    } else {
      kind = .step(later.isEmpty || chance(15) ? pick(ids) : pick(later))
    }
    let style = chance(80) ? .push : pick(Destination.Style.allCases)
    let target = Route.Target.destination(Destination(kind, style: style))
    return Route(when: isConditional ? plausibleCondition(ids) : nil, target: target)
  }

  private mutating func plausibleCondition(_ ids: [Name]) -> JSON {
    switch below(5) {
    case 0: ["country": .string(pick(["DE", "AT"]))]
    case 1: ["country": ["$in": ["DE", "AT"]]]
    case 2: ["output.answer": ["$exists": .bool(chance(50))]]
    case 3: [Name("output." + pick(ids).string): "yes"]
    default: ["appVersion": ["$vgte": "2.0.0"]]
    }
  }
}
