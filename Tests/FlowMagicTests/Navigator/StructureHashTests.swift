import FlowCore
import FlowMagic
import Testing

@MainActor struct StructureHashTests {
  @Test func `releases with other texts have the same structure`() throws {
    let screens = try shopScreens()
    let old = try screens.release(shopDocument())
    let new = try screens.release(
      shopDocument { $0.change("home") { $0.content = ["headline": "New"] } })
    #expect(old.structureHash == new.structureHash)
  }

  @Test func `another constant of a condition or segment is another structure`() throws {
    func release(_ country: JSON, vips: [JSON]) throws -> Release {
      try shopScreens().release(
        shopDocument { document in
          document.segments = [Segment(name: "vips", values: vips)]
          document.change("login") {
            $0.showWhen = ["country": country, "userId": ["$inGroup": "vips"]]
          }
        })
    }
    let hash = try release("DE", vips: ["a"]).structureHash
    #expect(try release("DE", vips: ["a"]).structureHash == hash)
    #expect(try release("AT", vips: ["a"]).structureHash != hash)
    #expect(try release("DE", vips: ["a", "b"]).structureHash != hash)
  }

  @Test func `a split with another seed or namespace has another structure`() throws {
    func hash(seed: Name?, to end: JSONNumber?) throws -> String {
      let split = Split(
        experiment: "e", seed: seed,
        namespace: end.map { .init(name: "n", from: 0, to: $0) },
        variants: [
          .init(destination: Destination(.step("email"))),
          .init(destination: Destination(.step("login"))),
        ])
      return try shopScreens().release(
        shopDocument { $0.change("home") { $0.ports[0].routes = [Route(target: .split(split))] } }
      ).structureHash
    }
    #expect(try hash(seed: "a", to: 0.5) == hash(seed: "a", to: 0.5))
    #expect(try hash(seed: "a", to: nil) != hash(seed: "b", to: nil))
    #expect(try hash(seed: "a", to: 0.5) != hash(seed: "a", to: 0.6))
  }

  @Test func `a drawn screen with another output has another structure`() throws {
    let screens = try drawnScreens()
    let old = try screens.release(drawnDocument(emailField + "," + nextButton))
    let renamed = emailField.replacing(#""name": "email""#, with: #""name": "mail""#)
    #expect(renamed != emailField)
    let new = try screens.release(drawnDocument(renamed + "," + nextButton))
    #expect(old.structureHash != new.structureHash)
  }

  @Test func `continuations of other outcomes have another structure`() throws {
    func release(_ first: Name, _ second: Name) throws -> Release {
      try shopScreens().release(
        shopDocument { document in
          document.flows.append(
            Flow(
              id: "side", start: "home",
              steps: [FlowStep(id: "home", screen: "Home", ports: [])]))
          document.change("home") { home in
            home.ports[0].routes = [
              Route(
                target: .destination(
                  Destination(
                    .flow(
                      "side",
                      then: [
                        Continuation(outcome: first, destination: Destination(.step("email"))),
                        Continuation(outcome: second, destination: Destination(.step("login"))),
                      ]))))
            ]
          }
        })
    }
    #expect(try release("a", "b").structureHash != release("b", "a").structureHash)
    #expect(try release("a", "b").structureHash == release("a", "b").structureHash)
  }
}
