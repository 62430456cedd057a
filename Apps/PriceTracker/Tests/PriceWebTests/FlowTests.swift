import FlowCore
import FlowMagicWeb
import Foundation
import PriceWeb
import Testing

/// The flows as a document: the verifier's findings, and changes that a product owner can make.
@Suite struct FlowTests {
  private func findings(_ change: (inout FlowDocument) -> Void = { _ in }) throws -> [String] {
    let fixture = try SiteFixture()
    defer { fixture.remove() }
    var document = try PriceSite.document()
    change(&document)
    return Verifier(document, manifests: [fixture.site.host.manifest]).findings().map {
      "\($0.code) \($0.message)"
    }
  }

  /// Inserts a route before those of a port.
  private func insert(
    _ route: Route, before port: Name, of step: Name, in flow: Name,
    _ document: inout FlowDocument
  ) {
    for flowIndex in document.flows.indices where document.flows[flowIndex].id == flow {
      for index in document.flows[flowIndex].steps.indices
      where document.flows[flowIndex].steps[index].id == step {
        for portIndex in document.flows[flowIndex].steps[index].ports.indices
        where document.flows[flowIndex].steps[index].ports[portIndex].name == port {
          document.flows[flowIndex].steps[index].ports[portIndex].routes.insert(route, at: 0)
        }
      }
    }
  }

  @Test func `The verifier has no findings for the flows`() throws {
    #expect(try findings() == [])
  }

  @Test func `One route can require guests to register before adding`() throws {
    let route = Route(
      when: ["signedIn": false], target: .destination(Destination(.step("register"))))
    #expect(try findings { insert(route, before: "add", of: "home", in: "prices", &$0) } == [])
  }

  @Test func `A split can test a shorter tutorial`() throws {
    let shortTutorial = Split(
      experiment: "tutorial",
      variants: [
        Split.Variant(key: "long", destination: Destination(.step("account"))),
        Split.Variant(key: "short", destination: Destination(.step("alerts"))),
      ])
    let route = Route(target: .split(shortTutorial))
    let findings = try findings { document in
      insert(route, before: "next", of: "hello", in: "welcome", &document)
      // The previous route is no longer reachable.
      for index in document.flows[1].steps.indices
      where document.flows[1].steps[index].id == "hello" {
        document.flows[1].steps[index].ports[0].routes.removeLast()
      }
    }
    #expect(findings == [])
  }

  @Test func `Both languages have every text`() throws {
    let tables = try PriceSite.document().strings
    #expect(tables.count == 2)
    #expect(Set(tables[0].entries.map(\.key)) == Set(tables[1].entries.map(\.key)))
  }
}
