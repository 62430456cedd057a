import FlowCore
import Testing

@Suite struct VerifierTests {
  @Test func `a duplicate port is reported once, at the second one`() {
    let document = document(
      flow("main", step("a", port("next", finish("x")), port("next", finish("y")))))

    let findings = Verifier(document).findings()

    #expect(findings.map(\.code) == [.duplicatePort])
    #expect(findings.first?.location == FlowLocation(flow: "main", step: "a", port: "next"))
  }

  @Test(arguments: [0, 3, -1])
  func `an unknown hash version is an invalid split`(version: Int) {
    let variant = Split.Variant(weight: JSONNumber(1), destination: Destination(.finish("x")))
    let split = Split(experiment: "e", hashVersion: version, variants: [variant])
    let document = document(
      flow("main", step("a", port("next", Route(target: .split(split)), finish("y")))))

    #expect(Verifier(document).findings().map(\.code) == [.invalidSplit])
  }

  @Test func `a split without variants is invalid and needs a fallback`() {
    let split = Route(target: .split(Split(experiment: "e", variants: [])))
    let document = document(flow("main", step("a", port("next", split))))

    #expect(Verifier(document).findings().map(\.code) == [.portWithoutFallback, .invalidSplit])
  }

  @Test func `errors come before warnings, and both are in document order`() {
    let document = document(
      flow(
        "main", step("a", port("next", to("c"), to("b"))), step("b", port("next", to("nowhere"))),
        step("c", port("next", finish("x", when: ["country": "DE"])))))

    let findings = Verifier(document).findings()

    #expect(
      findings.map(\.code) == [
        .unknownStep, .portWithoutFallback, .shadowedRoute, .unreachableStep,
      ])
    #expect(findings.map(\.location.step) == ["b", "c", "a", "b"])
  }

  @Test func `messages name the builds and their share of the sessions`() {
    let document = document(flow("main", step("a", port("next", finish("x")))))
    let screen = ScreenDeclaration(name: "Sa", ports: [PortDeclaration(name: "next")])
    let old = Manifest(
      platform: "ios", version: "2.3.0", build: "45", share: JSONNumber(0.124), screens: [])
    let new = Manifest(platform: "ios", version: "2.4.0", screens: [screen])

    let findings = Verifier(document, manifests: [old, new]).findings()

    #expect(
      findings.map(\.message) == [
        "Step “a” in flow “main” shows screen “Sa”, which is missing in build ios 2.3.0 (45) "
          + "(12% of the last 30 days' sessions); users there skip the step."
      ])
  }

  @Test func `builds with the same declaration are named together`() {
    let document = document(flow("main", step("a", port("go", finish("x")))))
    let screen = ScreenDeclaration(name: "Sa", ports: [PortDeclaration(name: "go")])
    let builds = ["1", "2", "3", "4", "5"].map { Manifest(version: $0, share: JSONNumber(0)) }

    let findings = Verifier(document, manifests: builds + [Manifest(screens: [screen])]).findings()

    #expect(findings.map(\.severity) == [.error])
    #expect(
      findings.first?.message.contains(
        "builds 1, 2, 3 and 2 more (0% of the last 30 days' sessions); users there cannot "
          + "continue.") == true)
  }

  @Test func `a finding is written with all its members`() {
    let finding = Finding(
      .unknownStep, location: FlowLocation(flow: "f", step: "s", port: "p", route: 1),
      arguments: ["target": "t"],
      path: [
        PathStep(flow: "f", step: "a", port: "p", isSkipped: true),
        PathStep(flow: "f", step: "s"),
      ], pointer: "/x", count: 2)

    #expect(
      finding.json.text(.compact)
        == #"{"code":"unknown-step","severity":"error","flow":"f","step":"s","port":"p","route":1,"#
        + #""count":2,"pointer":"/x","messageId":"unknown-step","arguments":{"target":"t"},"#
        + #""message":"Route 2 on port “p” of step “s” in flow “f” leads to step “t”, which the "#
        + #"flow does not have.","fix":"Choose a step of this flow, or add the step.","path":"#
        + #"[{"flow":"f","step":"a","port":"p","skipped":true},{"flow":"f","step":"s"}]}"#)
    #expect(Finding(finding.json) == finding)
  }

  @Test func `steps that only an unreachable step leads to have no findings of their own`() {
    let document = document(
      flow(
        "main", step("a", port("next", finish("x"))), step("c", port("next", to("d"))),
        step("b", port("next", to("c"))), step("d", port("next", finish("x"))),
        step("e", port("next", to("f"))), step("f", port("next", to("e")))))

    let findings = Verifier(document).findings()

    #expect(findings.map(\.code) == [.unreachableStep, .unreachableStep])
    #expect(findings.map(\.location.step) == ["b", "e"])
  }

  @Test func `a missing route is one finding, without the findings that follow from it`() {
    let ports = [PortDeclaration(name: "go"), PortDeclaration(name: "leave")]
    let manifest = Manifest(screens: [
      ScreenDeclaration(name: "Sa", ports: ports),
      ScreenDeclaration(name: "Sb", ports: [PortDeclaration(name: "go")]),
    ])
    let cycle = document(
      flow("main", step("a", port("go", to("b"))), step("b", port("go", to("a")))))
    #expect(Verifier(cycle).findings().map(\.code) == [.flowNeverEnds])
    #expect(Verifier(cycle, manifests: [manifest]).findings().map(\.code) == [.unroutedPort])

    let hidden = document(
      flow(
        "main", step("a", port("go", to("b")), port("leave", finish("x"))),
        FlowStep(id: "b", screen: "Sb", showWhen: ["plan": "x"])))
    let next = Manifest(screens: [
      ScreenDeclaration(name: "Sa", ports: ports),
      ScreenDeclaration(name: "Sb", ports: [PortDeclaration(name: "next")]),
    ])
    #expect(Verifier(hidden, manifests: [next]).findings().map(\.code) == [.skipWithoutNext])
  }

  @Test func `more than 63 needed keys are all verified`() {
    let keys = (0..<150).map { Name("k\($0)") }
    let needs = keys.map { KeyDeclaration(key: $0, type: .string) }
    let provides = needs.filter { $0.key != "k5" && $0.key != "k63" && $0.key != "k149" }
    let next = [PortDeclaration(name: "next")]
    let manifest = Manifest(screens: [
      ScreenDeclaration(name: "Sa", ports: next, provides: provides),
      ScreenDeclaration(name: "Sb", ports: next, needs: needs),
    ])
    let document = document(
      flow("main", step("a", port("next", to("b"))), step("b", port("next", finish("x")))))

    let findings = Verifier(document, manifests: [manifest]).findings()

    #expect(findings.map(\.code) == [.needNotProvided, .needNotProvided, .needNotProvided])
    for (finding, key) in zip(findings, ["k5", "k63", "k149"]) {
      #expect(finding.message.contains("“\(key)”"))
    }
  }

  @Test func `a thousand findings of a kind are listed, and the others are counted`() {
    let steps = (0..<1_500).map { step(Name("s\($0)"), port("next", to(Name("nowhere\($0)")))) }
    let flow = Flow(id: "main", start: "s0", steps: steps)

    let findings = Verifier(document(flow)).findings()

    let unknown = findings.filter { $0.code == .unknownStep }
    #expect(unknown.count == 1_001)
    #expect(unknown.prefix(1_000).map(\.location.step) == steps.prefix(1_000).map(\.id))
    #expect(unknown.prefix(1_000).allSatisfy { $0.count == 1 && $0.json["count"] == nil })
    #expect(unknown.last?.count == 500)
    #expect(unknown.last?.location == FlowLocation())
    #expect(
      unknown.last?.message
        == "The document has 500 more findings of this kind, which are not listed.")
    #expect(unknown.last?.json["count"] == 500)
    let unreachable = findings.filter { $0.code == .unreachableStep }
    #expect(unreachable.reduce(0) { $0 + $1.count } == 1_499)
  }

  @Test func `findings without a location are counted beyond a thousand, too`() {
    let entries = (0..<1_002).map {
      StringTable.Translation(key: Name("t\($0)"), text: "{output.nobody}")
    }
    var document = document(flow("main", step("a", port("next", finish("x")))))
    document.strings = [StringTable(locale: "en", entries: entries)]

    let findings = Verifier(document).findings()

    #expect(findings.reduce(0) { $0 + $1.count } == 1_002)
    #expect(findings.last?.count == 2)
  }

  @Test func `codes have unique texts of lowercase letters and hyphens, and two severities`() {
    let texts = FindingCode.allCases.map(\.rawValue)

    #expect(Set(texts).count == texts.count)
    #expect(texts.allSatisfy { $0.allSatisfy { $0 == "-" || ("a"..."z").contains($0) } })
    #expect(Set(FindingCode.allCases.map(\.severity)) == [.error, .warning])
  }
}
