import FlowCore
import Testing

@Suite struct FlowMagicTests {
  static let shop = """
    {"id": "1234", "screenFlow": [
      {"screenName": "Home", "portName": "Home.Login", "destinationView": "Login"},
      {"screenName": "Home", "portName": "Home.SignUp", "destinationView": "SignUp"},
      {"screenName": "Login", "portName": "Login.Forgot", "destinationView": "Reset"}]}
    """

  @Test func `each screen becomes a step, and the screen's name is removed from its ports`()
    throws
  {
    let document = try FlowDocument(parsing: Self.shop)
    let flow = try #require(document.flows.first)

    #expect(document.origin == .flowMagic)
    #expect(flow.id == "1234")
    #expect(flow.start == "Home")
    #expect(flow.steps.map(\.id) == ["Home", "Login", "Reset", "SignUp"].sorted(by: order))
    #expect(flow.steps.allSatisfy { $0.id == $0.screen })
    #expect(flow.steps[0].ports == [port("Login", to: "Login"), port("SignUp", to: "SignUp")])
    #expect(flow.steps[1].ports == [port("Forgot", to: "Reset")])
    #expect(flow.steps[2].ports.isEmpty)
    #expect(flow.unknown.isEmpty)
  }

  /// Screens with ports first, then those that are only destinations, each in document order.
  private func order(_ left: Name, _ right: Name) -> Bool {
    let order: [Name] = ["Home", "Login", "SignUp", "Reset"]
    return (order.firstIndex(of: left) ?? 9) < (order.firstIndex(of: right) ?? 9)
  }

  private func port(_ name: Name, to step: Name) -> FlowPort {
    FlowPort(name: name, routes: [Route(target: .destination(Destination(.step(step))))])
  }

  @Test(arguments: [
    Self.shop,
    #"{"id": "a", "screenFlow": []}"#,
    #"{"id": "a", "owner": 7, "screenFlow": [], "start": 1, "flowmagic": {"x": 1}, "a": null}"#,
    // A port without the screen's name, one that is only the name, and one of another screen.
    """
    {"id": "a", "screenFlow": [
      {"screenName": "A", "portName": "go", "destinationView": "B"},
      {"screenName": "A", "portName": "A.", "destinationView": "B"},
      {"screenName": "A", "portName": "B.go", "destinationView": "A"},
      {"screenName": "A", "portName": "A.A.go", "destinationView": "A"}]}
    """,
    // A duplicate port, separated entries of one screen, and additional members.
    """
    {"id": "a", "screenFlow": [
      {"screenName": "A", "portName": "A.go", "destinationView": "B", "to": 1, "note": [1.0]},
      {"screenName": "B", "portName": "B.go", "destinationView": "C", "flowmagic": 1},
      {"screenName": "A", "portName": "go", "destinationView": "C", "when": {}, "portname": 1},
      {"screenName": "A", "portName": "A.go", "destinationView": "D"}]}
    """,
  ])
  func `a parsed document is written back without loss`(_ text: String) throws {
    let document = try FlowDocument(parsing: text)
    let conversion = document.converted(to: .flowMagic)
    #expect(conversion.json.text() == (try JSON(parsing: text).text()))
    #expect(conversion.losses.isEmpty)
    // It is preserved when stored as a native document.
    let stored = try FlowDocument(parsing: document.json.text(.compact))
    #expect(stored == document)
    #expect(stored.converted(to: .flowMagic) == conversion)
  }

  @Test func `random documents are written back without loss`() throws {
    let screens = ["A", "B", "A.B", "C", ""]
    let ports = ["A.go", "B.go", "go", "A.B.go", "C.", ".go", "x"]
    for seed in 0..<300 {
      var random = SeededRandom(seed: seed)
      let entries = random.list(8) { random -> JSON in
        var entry = random.chance(20) ? random.members(besides: []) : JSONObject()
        entry["screenName"] = .string(random.pick(screens))
        entry["portName"] = .string(random.pick(ports))
        entry["destinationView"] = .string(random.pick(screens))
        return .object(entry)
      }
      var members = random.chance(20) ? random.members(besides: []) : JSONObject()
      members["id"] = "x"
      members["screenFlow"] = .array(entries)
      let json = JSON.object(members)
      let document = try FlowDocument(parsing: json.text())
      let conversion = document.converted(to: .flowMagic)
      #expect(conversion.json.text() == json.text(), "seed \(seed)")
      #expect(conversion.losses.isEmpty, "seed \(seed): \(conversion.losses)")
      #expect(try FlowDocument(parsing: document.json.text(.compact)) == document, "seed \(seed)")
    }
  }

  @Test func `an edited document is written with its edit, in the order of its steps`() throws {
    var document = try FlowDocument(
      parsing: """
        {"id": "a", "screenFlow": [
          {"screenName": "A", "portName": "A.go", "destinationView": "B"},
          {"screenName": "B", "portName": "B.go", "destinationView": "C", "note": 1},
          {"screenName": "A", "portName": "up", "destinationView": "C"}]}
        """)
    document.flows[0].steps[0].ports[0].routes[0].target = .destination(Destination(.step("C")))

    let conversion = document.converted(to: .flowMagic)

    #expect(conversion.losses.isEmpty)
    #expect(
      conversion.json == [
        "id": "a",
        "screenFlow": [
          ["screenName": "A", "portName": "A.go", "destinationView": "C"],
          ["screenName": "A", "portName": "up", "destinationView": "C"],
          ["screenName": "B", "portName": "B.go", "destinationView": "C", "note": 1],
        ],
      ])
  }

  @Test func `an empty screen flow is a flow without steps`() throws {
    let document = try FlowDocument(parsing: #"{"id": "a", "screenFlow": []}"#)
    #expect(document.flows == [Flow(id: "a", start: "", steps: [])])
  }

  @Test(arguments: [
    (#"{"screenFlow": []}"#, FlowError.Code.missingKey, ""),
    (#"{"id": 1, "screenFlow": []}"#, .wrongType, "/id"),
    (#"{"id": "a", "screenFlow": {}}"#, .wrongType, "/screenFlow"),
    (#"{"id": "a", "screenFlow": [{"screenName": "A"}]}"#, .missingKey, "/screenFlow/0"),
    (
      #"{"id": "a", "screenFlow": [{"screenName":"A", "portName":"p", "destinationView":null}]}"#,
      .wrongType, "/screenFlow/0/destinationView"
    ),
  ])
  func `a document of the wrong shape is rejected with its location`(
    _ text: String, _ code: FlowError.Code, _ pointer: String
  ) {
    let error = #expect(throws: FlowError.self) { try FlowDocument(parsing: text) }
    #expect(error?.code == code)
    #expect(error?.position?.pointer == pointer)
  }

  @Test func `parts that the format cannot represent are listed`() throws {
    let document = try FlowDocument(parsing: onboarding)

    let conversion = document.converted(to: .flowMagic)

    #expect(
      conversion.json == [
        "id": "onboarding",
        "screenFlow": [
          ["screenName": "Info", "portName": "Info.next", "destinationView": "email"]
        ],
      ])
    let welcome = FlowLocation(flow: "onboarding", step: "welcome")
    let next = { FlowLocation(flow: "onboarding", step: "welcome", port: "next", route: $0) }
    let done = FlowLocation(flow: "onboarding", step: "done")
    let end = FlowLocation(flow: "onboarding", step: "done", port: "next", route: 0)
    let expected: [(FlowLocation, String)] = [
      (FlowLocation(), "cannot store the application; “shop” is left out."),
      (FlowLocation(), "cannot store the environment; “production” is left out."),
      (FlowLocation(), "cannot store the release's number; “42” is left out."),
      (welcome, "names steps after their screens; “welcome” becomes “Info”."),
      (welcome, "steps carry no content; that of “welcome” is left out."),
      (next(0), "ports lead to one screen; a route with a condition is left out."),
      (next(1), "ports lead to one screen; a split is left out."),
      (done, "names steps after their screens; “done” becomes “Summary”."),
      (done, "always shows a screen; the condition of “done” is left out."),
      (end, "flows do not end; the end with “completed” is left out."),
      (done, "lists connections only; “done” has none left."),
    ]
    #expect(
      conversion.losses
        == expected.map { ConversionLoss(location: $0.0, message: "Flow Magic " + $0.1) })
  }

  @Test func `a start that cannot be first, a shared screen and other flows are losses`() throws {
    let end = FlowStep(id: "end", screen: "End", ports: [])
    let first = FlowStep(id: "A", screen: "A", ports: [port("go", to: "B")])
    let second = FlowStep(id: "B", screen: "A", ports: [port("go", to: "A")])
    let document = FlowDocument(flows: [
      Flow(id: "f", start: "end", steps: [first, second, end]), Flow(id: "g", start: "", steps: []),
    ])
    let messages = document.converted(to: .flowMagic).losses.map(\.message)
    #expect(messages.contains("Flow Magic stores one flow; “g” is left out."))
    #expect(messages.contains("Flow Magic has one step per screen; “A” and “B” become one."))
    #expect(messages.contains("Flow Magic lists connections only; “end” has none left."))
    #expect(
      messages.contains(
        "Flow Magic starts at its first entry's screen; the start becomes “A” instead of “End”."))
  }
}
