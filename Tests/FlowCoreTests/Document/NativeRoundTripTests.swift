import FlowCore
import Testing

@Suite struct NativeRoundTripTests {
  @Test func `a written document is parsed as the same, and written as the same bytes`() throws {
    for seed in 0..<500 {
      var random = SeededRandom(seed: seed)
      let document = random.document()
      let written = document.converted(to: .native)
      let again = try FlowDocument(parsing: written.json.utf8(.compact))
      #expect(again == document, "seed \(seed)")
      #expect(written.losses.isEmpty)
      #expect(again.json.utf8(.compact) == written.json.utf8(.compact), "seed \(seed)")
      #expect(again.json.utf8(.canonical) == written.json.utf8(.canonical), "seed \(seed)")
    }
  }

  @Test func `keys are in the order of the format's reference, followed by unknown ones sorted`()
    throws
  {
    let text = """
      {"z": 1, "flows": [{"b": 2, "steps": [{"x": 0, "ports": {"next": [{"style": "sheet",
      "note": true, "to": "s", "when": {}}]}, "screen": "S", "id": "s"}], "start": "s", "a": 1,
      "id": "f"}], "a": 2, "schema": 1}
      """
    let expected =
      #"{"schema":1,"flows":[{"id":"f","start":"s","steps":[{"id":"s","screen":"S","ports":"#
      + #"{"next":[{"when":{},"to":"s","style":"sheet","note":true}]},"x":0}],"a":1,"b":2}],"#
      + #""a":2,"z":1}"#
    #expect(try FlowDocument(parsing: text).json.text(.compact) == expected)
  }

  @Test func `numbers are written as they were read`() throws {
    let text = nativeText(
      route: #"{"split":{"experiment":"e","coverage":0.50,"variants":[{"weight":1e0,"to":"s"}]}}"#)
    let written = try FlowDocument(parsing: text).json.text()
    #expect(written.contains(#""coverage":0.50"#))
    #expect(written.contains(#""weight":1e0"#))
  }

  @Test func `a duplicate name in an object is reported, and the first one is kept`() {
    let end = Route(target: .destination(Destination(.finish("completed"))))
    let stay = Route(target: .destination(Destination(.step("s"))))
    let ports = [FlowPort(name: "next", routes: [end]), FlowPort(name: "next", routes: [stay])]
    let flow = Flow(id: "f", start: "s", steps: [FlowStep(id: "s", screen: "S", ports: ports)])
    let entries = [
      StringTable.Translation(key: "k", text: "1"), StringTable.Translation(key: "k", text: "2"),
    ]
    let document = FlowDocument(
      flows: [flow],
      strings: [
        StringTable(locale: "en", entries: entries), StringTable(locale: "en", entries: []),
      ],
      segments: [Segment(name: "s", values: []), Segment(name: "s", values: [1])],
      attributes: [.init(name: "a", type: .any), .init(name: "a", type: .string)])

    let written = document.converted(to: .native)

    #expect(written.losses.count == 5)
    #expect(written.losses.first?.location == FlowLocation(flow: "f", step: "s", port: "next"))
    #expect(
      written.json.text() == #"{"attributes":{"a":"any"},"flows":[{"id":"f","start":"s","steps":"#
        + #"[{"id":"s","ports":{"next":[{"finish":"completed"}]},"screen":"S"}]}],"schema":1,"#
        + #""segments":{"s":[]},"strings":{"en":{"k":"1"}}}"#)
  }
}
