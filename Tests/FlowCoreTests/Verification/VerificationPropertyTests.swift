import FlowCore
import Testing

/// Properties of the findings of random documents.
@Suite struct VerificationPropertyTests {
  @Test func `every path that reaches a screen without its need is a finding`() throws {
    var missingNeeds = 0
    for seed in 0..<400 {
      var random = SeededRandom(seed: 7_000 + seed)
      let document = random.plausibleDocument()
      let manifest = RandomWalkTests.manifest
      let reported = Verifier(document, manifests: [manifest]).findings()
        .filter { $0.code == .needNotProvided }.map(\.location)
      let release = try Release(document, manifest: manifest)
      for _ in 0..<8 {
        guard let location = findMissingNeed(release, &random) else { continue }
        missingNeeds += 1
        #expect(
          reported.contains(location),
          "\(location)\n\(document.converted(to: .native).json.text())")
      }
    }
    #expect(missingNeeds > 50)
  }

  /// Moves at random; returns the location where a need is missing, if there is one.
  private func findMissingNeed(
    _ release: Release, _ random: inout SeededRandom
  ) -> FlowLocation? {
    var (session, transition) = Session.start("main", in: release, context: random.context())
    for _ in 0..<12 {
      if case .fail(let error) = transition.effect, error.code == .missingNeed {
        return error.location
      }
      guard session.status == .active else { return nil }
      transition = fire(&session, &random)
    }
    return nil
  }

  @Test func `a session that adopts a release never misses a need afterwards`() throws {
    var (moved, stayed) = (0, 0)
    for seed in 0..<4_000 {
      var random = SeededRandom(seed: 8_000 + seed)
      let manifest = RandomWalkTests.manifest
      let old = try Release(random.plausibleDocument(), manifest: manifest)
      let next =
        random.chance(30)
        ? old : try Release(random.plausibleDocument(), manifest: manifest)
      var session = Session.start("main", in: old, context: random.context()).session
      for _ in 0..<random.below(4) where session.status == .active { fire(&session, &random) }
      guard session.status == .active else { continue }
      guard session.adopt(next) == .moved else {
        stayed += 1
        continue
      }
      moved += 1
      for _ in 0..<16 {
        var walk = session
        walk.context = random.context()
        for _ in 0..<12 where walk.status == .active {
          guard case .fail(let error) = fire(&walk, &random).effect else { continue }
          #expect(error.code != .missingNeed, "\(error) with the seed \(seed)")
          break
        }
      }
    }
    #expect(moved > 100 && stayed > 50)
  }

  @discardableResult
  private func fire(
    _ session: inout Session, _ random: inout SeededRandom
  ) -> SessionTransition {
    let port = random.pick(session.ports)
    let isAnswer = session.current?.screen == "Ask" && port == "next"
    return session.fire(port, output: isAnswer ? .string(random.pick(["yes", "no"])) : .none)
  }

  @Test func `a finding's path leads from a start through existing ports to its location`() {
    var paths = 0
    for seed in 0..<300 {
      var random = SeededRandom(seed: 9_000 + seed)
      let document = random.plausibleDocument()
      let findings = Verifier(document, manifests: [RandomWalkTests.manifest]).findings()
      for finding in findings where finding.code == .needNotProvided || finding.code == .deadEnd {
        guard let path = finding.path, let first = path.first, let last = path.last else {
          Issue.record("\(finding.code) has no path")
          continue
        }
        paths += 1
        #expect(document.flows.contains { $0.id == first.flow && $0.start == first.step })
        #expect(last.flow == finding.location.flow && last.step == finding.location.step)
        #expect(last.port == nil && path.dropLast().allSatisfy { $0.port != nil })
        for pathStep in path {
          let flow = document.flows.first { $0.id == pathStep.flow }
          let step = flow?.steps.first { $0.id == pathStep.step }
          #expect(step != nil)
          if let port = pathStep.port { #expect(step?.ports.contains { $0.name == port } == true) }
        }
      }
    }
    #expect(paths > 50)
  }

  @Test func `verifying any document twice gives equal findings, errors first`() {
    for seed in 0..<300 {
      var random = SeededRandom(seed: 11_000 + seed)
      let document = random.document()
      let manifests = random.list(2) { $0.manifest(for: document) }

      let findings = Verifier(document, manifests: manifests).findings()

      #expect(findings == Verifier(document, manifests: manifests).findings())
      let errors = findings.prefix { $0.severity == .error }.count
      #expect(findings.dropFirst(errors).allSatisfy { $0.severity == .warning })
    }
  }

  @Test func `the cost grows linearly with the steps`() {
    let needs = (0..<20).map { KeyDeclaration(key: Name("k\($0)"), type: .string) }
    let small = Verifier(Self.chain(1_000), manifests: [Self.manifest(needs)]).findingsAndCost()
    let large = Verifier(Self.chain(8_000), manifests: [Self.manifest(needs)]).findingsAndCost()

    #expect(small.cost > 1_000)
    #expect(large.cost < small.cost * 9)
    #expect(small.findings.isEmpty && large.findings.isEmpty)
  }

  @Test func `the cost grows linearly if no step provides the needed keys`() {
    let needs = (0..<20).map { KeyDeclaration(key: Name("k\($0)"), type: .string) }
    func verify(_ count: Int) -> (findings: [Finding], cost: Int) {
      let steps = (0..<count).map { index in
        step(
          Name("s\(index)"), port("next", to(Name("s\(index + 1)"), when: ["n": 1]), finish("x")),
          port("skip", finish("x")))
      }
      let last = step(Name("s\(count)"), port("next", finish("x")))
      let document = FlowDocument(flows: [Flow(id: "main", start: "s0", steps: steps + [last])])
      let screens = (0...count).map { index in
        ScreenDeclaration(
          name: Name("Ss\(index)"), ports: [.init(name: "next"), .init(name: "skip")],
          needs: index % 2 == 1 ? [needs[index / 2 % 20]] : [])
      }
      return Verifier(document, manifests: [Manifest(screens: screens)]).findingsAndCost()
    }
    let small = verify(200)
    let large = verify(1_600)

    #expect(large.cost < small.cost * 9)
    #expect(large.findings.filter { $0.code == .needNotProvided }.count == 20)
  }

  /// A chain of steps with conditions, some of which can be skipped.
  static func chain(_ count: Int) -> FlowDocument {
    let steps = (0..<count).map { index -> FlowStep in
      let next = index + 1 < count ? to(Name("s\(index + 1)")) : finish("x")
      let ahead = index + 7 < count ? to(Name("s\(index + 7)"), when: ["country": "DE"]) : next
      let canBeSkipped = index % 5 == 3
      return FlowStep(
        id: Name("s\(index)"), screen: index == 0 ? "Ask" : index % 3 == 0 ? "Show" : "Info",
        showWhen: canBeSkipped ? .some(["locale": .string("l\(index % 40)")]) : .none,
        ports: [
          FlowPort(name: "next", routes: index + 7 < count ? [ahead, next] : [next]),
          FlowPort(name: "skip", routes: [finish("left")]),
        ])
    }
    return FlowDocument(flows: [Flow(id: "main", start: "s0", steps: steps)])
  }

  static func manifest(_ needs: [KeyDeclaration]) -> Manifest {
    let ports = [PortDeclaration(name: "next"), PortDeclaration(name: "skip", provides: [])]
    return Manifest(screens: [
      ScreenDeclaration(name: "Ask", ports: ports, provides: needs),
      ScreenDeclaration(name: "Show", ports: ports, needs: needs),
      ScreenDeclaration(name: "Info", ports: ports),
    ])
  }
}
