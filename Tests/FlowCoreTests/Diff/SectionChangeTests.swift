import FlowCore
import Foundation
import Testing

/// `Conformance/sections.json` specifies how changes to sections are reported; the portal, which
/// compares them itself, must pass it too.
@Suite struct SectionChangeTests {
  @Test func `changes to sections are reported as in the vectors`() throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let file = root.appending(path: "Conformance/sections.json")
    let vectors = try JSON(parsing: [UInt8](Data(contentsOf: file)))["sections"]?.array ?? []
    #expect(vectors.count >= 7)
    for vector in vectors {
      let old = try FlowDocument(parsing: #require(vector["old"]).text())
      let new = try FlowDocument(parsing: #require(vector["new"]).text())
      let changes = old.changes(to: new).map { change -> JSON in
        var object: JSONObject = ["messageId": .string(change.messageID)]
        object["flow"] = change.location.flow.map { .name($0) }
        object["step"] = change.location.step.map { .name($0) }
        object["arguments"] = .object(change.arguments)
        return .object(object)
      }
      #expect(changes == vector["changes"]?.array, "\(vector["name"]?.string ?? "")")
    }
  }

  @Test func `sections are reported by title, with added and removed steps`() throws {
    func document(_ sections: JSON?, _ memberships: [String?]) throws -> FlowDocument {
      var flow = Flow(id: "f", start: "a", steps: [])
      for (id, section) in zip(["a", "b", "c", "d"] as [Name], memberships) {
        var step = FlowStep(id: id, screen: "S")
        step.unknown["section"] = section.map { .string($0) }
        flow.steps.append(step)
      }
      flow.unknown["sections"] = sections
      return FlowDocument(flows: [flow])
    }
    let old = try document(
      [
        "one": ["title": "One", "color": "blue"], "two": ["title": "Two"],
        "gone": ["title": "Gone"],
      ],
      ["one", "one", nil, "gone"])
    let new = try document(
      [
        "one": ["title": "First", "color": "red"], "two": ["title": "Two"],
        "three": ["color": "red"],
      ],
      ["two", nil, "two", "three"])
    let changes = old.changes(to: new)
    #expect(
      changes.map(\.sentence) == [
        "Section “One” is now called “First”.",
        "Section “three” is new.",
        "Section “Gone” was removed.",
        "Section “Two” now has a, from section “First”.",
        "Section “First” no longer has b.",
        "Section “Two” now has c.",
        "Section “three” now has d, from section “Gone”.",
      ])
    #expect(changes.allSatisfy { $0.location == FlowLocation(flow: "f") })
    #expect(changes.allSatisfy { $0.kind == .section })

    var added = new
    added.flows[0].steps.append(FlowStep(id: "e", screen: "S", unknown: ["section": "two"]))
    #expect(
      new.changes(to: added).map(\.sentence) == [
        "Step “e” is new; it shows screen “S” and is in section “Two”."
      ])
  }

  @Test func `an invalid section is compared like any other member`() throws {
    func document(_ sections: JSON?, _ section: String?) -> FlowDocument {
      var flow = Flow(id: "f", start: "a", steps: [FlowStep(id: "a", screen: "S")])
      flow.steps[0].unknown["section"] = section.map { .string($0) }
      flow.unknown["sections"] = sections
      return FlowDocument(flows: [flow])
    }
    func sentences(_ old: FlowDocument, _ new: FlowDocument) -> [String] {
      old.changes(to: new).map(\.sentence)
    }
    #expect(
      sentences(document(nil, nil), document([], "x")) == [
        "The additional member “section” of step “a” is new.",
        "The additional member “sections” of flow “f” is new.",
      ])
    let sections: JSON = ["one": ["title": "One"]]
    #expect(
      sentences(document(sections, nil), document(sections, "nowhere")) == [
        "The additional member “section” of step “a” is new."
      ])
    #expect(
      sentences(document(sections, nil), document(["one": ["title": "One", "note": 1]], nil)) == [
        "The additional member “sections” of flow “f” changed."
      ])
  }
}
