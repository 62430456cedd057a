import FlowCore
import FlowMagic
import FlowTesting
import Foundation
import Testing
import YogaDomain
import YogaService

/// Changes that a product owner can make to the flow in the portal: each is verified against the
/// web app's manifest, as before publishing.
@Suite struct FlowVariantTests {
  private func tester(
    _ context: JSONObject, _ change: (inout EditedFlow) -> Void = { _ in }
  ) throws -> FlowTester {
    var flow = try EditedFlow()
    change(&flow)
    let document = try flow.flowDocument()
    let errors = try Self.errors(in: document)
    #expect(errors.isEmpty, "\(errors)")
    return try FlowTester(YogaFlow.screens(), document, context: context, isExhaustive: false)
  }

  private static func errors(in document: FlowDocument) throws -> [String] {
    Verifier(document, manifests: [try YogaSite.manifest()]).findings()
      .filter { $0.severity == .error }.map(\.message)
  }

  // MARK: The file

  @Test func `the flow in the repository has no errors, and the portal's export format`() throws {
    let document = try YogaServer.document()
    #expect(try Self.errors(in: document).isEmpty)
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/YogaService/yoga.json").standardized.path
    let file = try #require(FileManager.default.contents(atPath: path))
    let text = String(decoding: file, as: UTF8.self)
    #expect(try FlowDocument(parsing: text).json.text() == document.json.text())
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.last == "" && lines.dropLast().allSatisfy { $0.last != " " && !$0.isEmpty })
    // Two spaces a level, one member a line, so that a diff shows what has changed.
    var depth = 0
    for line in lines.dropLast() {
      let content = line.drop { $0 == " " }
      if content.first == "}" || content.first == "]" { depth -= 1 }
      #expect(line.count - content.count == 2 * depth, "\(line)")
      if line.last == "{" || line.last == "[" { depth += 1 }
    }
  }

  @Test func `a screen with a block that the app does not have is an error`() throws {
    let manifest = try YogaSite.manifest()
    var flow = try EditedFlow()
    flow.addDrawnScreen(
      ["name": "Extra", "title": "Extra", "root": ["type": "custom", "name": "NotInThisApp"]],
      step: ["id": "extra", "screen": "Extra", "ports": [String: Any]()])
    flow.setRoutes("menu", "myths", to: [["to": "extra"]])
    let findings = Verifier(try flow.flowDocument(), manifests: [manifest]).findings()
      .filter { $0.severity == .error }
    // No build shows a screen with a block that it does not have.
    #expect(findings.map(\.code) == [.unknownScreen], "\(findings.map(\.message))")
  }

  // MARK: Start

  @Test func `the welcome screen splits visitors between login and registration`() throws {
    var steps: Set<Name> = []
    for number in 0..<20 {
      let visitor: JSON = .string("u_\(number)")
      let flow = try tester(YogaFlow.attributes(["signedIn": false, "userId": visitor]))
      flow.press("begin")
      flow.expectExposure(
        "welcome", variant: flow.step == "start" ? "log-in-first" : "register-first")
      if let step = flow.step { steps.insert(step) }
    }
    #expect(steps == ["start", "register"])
  }

  @Test(arguments: [("register", "register" as Name), ("myths", "myths")])
  func `all visitors can register first, or browse first`(to: String, step: Name) throws {
    let flow = try tester(YogaFlow.guestAttributes) {
      $0.setRoutes(
        "welcome", "begin",
        to: [["when": ["signedIn": true], "to": "menu", "style": "root"], ["to": to]])
    }
    flow.press("begin")
    #expect(flow.step == step)
  }

  @Test func `a guest can browse the myths, and must log in before practicing`() async throws {
    let flow = try tester(YogaFlow.guestAttributes) {
      $0.setRoutes("welcome", "begin", to: [["to": "myths"]])
    }
    for (press, step) in [("begin", "myths"), ("agni", "agni"), ("video0", "start")] {
      await flow.act(Name(press))
      #expect(flow.step == Name(step))
    }
  }

  // MARK: Myths

  @Test(arguments: [(0, "agni" as Name), (7, "myths")])
  func `new users begin with one myth, others with all`(sessions: Int, step: Name) throws {
    let context = YogaFlow.attributes([
      "signedIn": true, "sessionsDone": .number(JSONNumber(sessions)),
    ])
    let flow = try tester(context) {
      $0.setRoutes(
        "menu", "myths", to: [["when": ["sessionsDone": 0], "to": "agni"], ["to": "myths"]])
    }
    for press in ["begin", "myths"] as [Name] { flow.press(press) }
    #expect(flow.step == step)
  }

  @Test(arguments: [("shiva", "shiva" as Name), ("agni", "agni"), ("durga", "myths")])
  func `the next myth of a user comes first`(next: String, step: Name) throws {
    let context = YogaFlow.attributes(["signedIn": true, "nextMyth": .string(next)])
    let flow = try tester(context) {
      $0.setRoutes(
        "menu", "myths",
        to: ["agni", "shiva"].map { ["when": ["nextMyth": $0], "to": $0] } + [["to": "myths"]])
    }
    for press in ["begin", "myths"] as [Name] { flow.press(press) }
    #expect(flow.step == step)
  }

  @Test func `finishing a myth unlocks the next one, for users in the segment`() async throws {
    let first = try #require(Catalog.current.myths.first)
    let cases: [(Set<String>, Name)] = [([], "locked"), (Set(first.videos.map(\.id)), "kali")]
    for (completed, step) in cases {
      let locked = Unlocking(completed: completed).lockedMythIDs.map { JSON.string($0) }
      for level in ["beginner", "experienced"] {
        let context = YogaFlow.attributes([
          "signedIn": true, "level": .string(level), "lockedMyths": .array(locked),
        ])
        let flow = try tester(context) { $0.setSegment("in-order", to: ["beginner"]) }
        for press in ["begin", "myths"] as [Name] { flow.press(press) }
        // The card shows the lock before it is pressed.
        let isLocked = level == "beginner" && step == "locked"
        #expect(flow.drawnScreen?.block("kali")?.children.count == (isLocked ? 2 : 1))
        flow.press("kali")
        #expect(flow.step == (level == "beginner" ? step : "kali"))
      }
      let withoutSegment = try tester(YogaFlow.userAttributes)
      for press in ["begin", "myths", "kali"] as [Name] { withoutSegment.press(press) }
      #expect(withoutSegment.step == "kali")
    }
  }

  @Test func `the beginner path of the flow is the one that levels are computed from`() throws {
    let path = try #require(try EditedFlow().cards(of: "Path"))
    let videos = path.compactMap { myth, index in Catalog.current.myth(myth)?.videos[index].id }
    #expect(videos == BeginnerPath().videos.map(\.id) && videos.count == 12)
  }

  @Test(arguments: [("beginner", "myths" as Name), ("experienced", "path")])
  func `users who unlock myths in order cannot skip one with the beginner path`(
    level: String, step: Name
  ) throws {
    let context = YogaFlow.attributes(["signedIn": true, "level": .string(level)])
    let flow = try tester(context) { $0.setSegment("in-order", to: ["beginner"]) }
    for press in ["begin", "path"] as [Name] { flow.press(press) }
    #expect(flow.step == step)
  }

  // MARK: Drawn screens

  @Test(arguments: [
    ("2026-12-20", "welcome" as Name), ("2026-12-21", "season"), ("2027-01-06", "season"),
    ("2027-01-07", "welcome"),
  ])
  func `a seasonal welcome is shown within its days`(day: String, step: Name) throws {
    let context = YogaFlow.attributes(["today": .string(day)])
    let flow = try tester(context) {
      $0.setShowWhen("season", to: ["today": ["$gte": "2026-12-21", "$lte": "2027-01-06"]])
    }
    #expect(flow.step == step)
    if step == "season" {
      flow.expect(drawn: "SeasonalWelcome")
      flow.press("next")
      #expect(flow.step == "welcome")
    }
  }

  @Test(arguments: [(0, "menu" as Name), (1, "survey"), (2, "menu")])
  func `a survey follows the first session, once`(sessions: Int, step: Name) async throws {
    let context = YogaFlow.attributes([
      "signedIn": true, "sessionsDone": .number(JSONNumber(sessions)),
    ])
    let flow = try tester(context)
    for press in ["begin", "myths", "agni", "video0", "done"] as [Name] { await flow.act(press) }
    #expect(flow.step == step)
    guard step == "survey" else { return }
    flow.choose("feeling", "right")
    flow.press("next")
    #expect(flow.step == "menu")
    for press in ["myths", "agni", "video1", "done"] as [Name] { await flow.act(press) }
    #expect(flow.step == "menu")
  }

  @Test(arguments: [
    "favorites[kali/asana]openFavorite" as Name, "recent[kali/asana]openRecent",
  ])
  func `the history's lists open their practices`(card: Name) async throws {
    let practices: JSON = [["video": "kali/asana", "en": "Kali · Crow", "de": "Kali · Krähe"]]
    let flow = try tester(
      YogaFlow.attributes([
        "signedIn": true, "favoritePractices": practices, "recentPractices": practices,
      ]))
    for press in ["begin", "history"] as [Name] { flow.press(press) }
    flow.press(card)
    await flow.run("choose")
    #expect(flow.step == "practice")
  }

  @Test func `a new drawn screen is published and shown without code`() throws {
    let flow = try tester(YogaFlow.guestAttributes) {
      $0.addDrawnScreen(
        [
          "name": "News", "title": "News",
          "root": [
            "type": "column",
            "children": [
              ["type": "text", "text": "A new myth is coming", "role": "heading1"],
              ["type": "button", "id": "next", "title": "Continue", "do": [["fire": "next"]]],
            ],
          ],
        ], step: ["id": "news", "screen": "News", "ports": ["next": [["to": "start"]]]])
      $0.setRoutes("welcome", "begin", to: [["to": "news"]])
    }
    flow.press("begin")
    flow.expect(drawn: "News")
    flow.press("next")
    #expect(flow.step == "start")
  }
}
