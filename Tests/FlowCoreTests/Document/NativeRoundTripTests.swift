import FlowCore
import Testing

@Suite struct NativeRoundTripTests {
  @Test func `a written document reads back equal, and is written again as equal bytes`() throws {
    for seed in 0..<500 {
      var random = SeededRandom(seed: seed)
      let document = random.document()
      let conversion = document.converted(to: .native)
      let reread = try FlowDocument(parsing: conversion.json.utf8(.compact))
      #expect(reread == document, "seed \(seed)")
      #expect(conversion.losses.isEmpty)
      #expect(reread.json.utf8(.compact) == conversion.json.utf8(.compact), "seed \(seed)")
      #expect(reread.json.utf8(.canonical) == conversion.json.utf8(.canonical), "seed \(seed)")
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
    let output = try FlowDocument(parsing: text).json.text()
    #expect(output.contains(#""coverage":0.50"#))
    #expect(output.contains(#""weight":1e0"#))
  }

  @Test func `a duplicate name in an object is reported, and only the first one is written`() {
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

    let conversion = document.converted(to: .native)

    #expect(conversion.losses.count == 5)
    #expect(conversion.losses.first?.location == FlowLocation(flow: "f", step: "s", port: "next"))
    #expect(
      conversion.json.text()
        == #"{"attributes":{"a":"any"},"flows":[{"id":"f","start":"s","steps":"#
        + #"[{"id":"s","ports":{"next":[{"finish":"completed"}]},"screen":"S"}]}],"schema":1,"#
        + #""segments":{"s":[]},"strings":{"en":{"k":"1"}}}"#)
  }

  @Test func `a second continuation for an outcome is reported, and only the first is written`() {
    let end = Continuation(outcome: "paid", destination: Destination(.finish("completed")))
    let stay = Continuation(outcome: "paid", destination: Destination(.step("s")))
    let enter = Route(target: .destination(Destination(.flow("pay", then: [end, stay]))))
    let flow = Flow(
      id: "f", start: "s",
      steps: [FlowStep(id: "s", screen: "S", ports: [FlowPort(name: "next", routes: [enter])])])

    let conversion = FlowDocument(flows: [flow]).converted(to: .native)

    #expect(
      conversion.losses == [
        ConversionLoss(
          location: FlowLocation(flow: "f", step: "s", port: "next", route: 0),
          message: "The continuation “paid” is defined twice; the first one is kept.")
      ])
    #expect(
      conversion.json.text()
        == #"{"flows":[{"id":"f","start":"s","steps":[{"id":"s","ports":{"next":["#
        + #"{"flow":"pay","then":{"paid":{"finish":"completed"}}}]},"screen":"S"}]}],"schema":1}"#)
  }
}
