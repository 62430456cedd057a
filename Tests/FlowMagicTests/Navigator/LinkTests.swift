import FlowCore
import FlowMagic
import Foundation
import Testing

@MainActor struct LinkTests {
  let events = RecordedEvents()

  func navigator(
    _ document: FlowDocument? = nil, links: [FlowLink] = [], isStarted: Bool = true
  ) async throws -> Navigator {
    let navigator = try Navigator(
      screens: shopScreens(), default: document ?? shopDocument(), events: events)
    try navigator.setLinks(links)
    if isStarted { await navigator.start() }
    return navigator
  }

  func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  let summary = FlowLink("/summary/:email", to: "summary") { Answers(email: $0.email) }

  @Test(arguments: [
    "https://shop.example.com/summary/a%40b.c", "shop://summary/a%40b.c?from=mail",
    "https://shop.example.com/summary/a@b.c/",
  ])
  func `a link provides typed outputs and the shortest back stack`(text: String) async throws {
    let navigator = try await navigator(links: [summary])
    #expect(navigator.open(try url(text)) == .opened)
    #expect(navigator.screen(Summary.self)?.needs == "a@b.c")
    #expect(navigator.path.map(\.step) == ["home", "email", "summary"])
    #expect(navigator.lastChange == .root)
    #expect(navigator.back())
    #expect(navigator.outputs(Answers.self).email == "a@b.c")
    #expect(events.problems.isEmpty)
  }

  @Test func `the back stack of a link can be declared`() async throws {
    let link = FlowLink("/summary", to: "summary", through: ["home", "login"]) { _ in
      Answers(email: "a@b.c")
    }
    let navigator = try await navigator(links: [link])
    #expect(navigator.open(try url("shop://summary")) == .opened)
    #expect(navigator.path.map(\.step) == ["home", "login", "summary"])
    #expect(navigator.back())
    #expect(navigator.current?.step == "login")
  }

  @Test func `missing outputs are asked for first, and the flow continues from there`()
    async throws
  {
    let navigator = try await navigator(links: [FlowLink("/summary", to: "summary")])
    #expect(navigator.open(try url("shop://summary")) == .needsInput("email"))
    #expect(navigator.path.map(\.step) == ["home", "email"])
    #expect(events.problems.isEmpty)
    try #require(navigator.screen(Email.self)).fire(.next, output: "a@b.c")
    #expect(navigator.current?.step == "summary")
  }

  @Test func `a link does not ask again for outputs that the session already has`() async throws {
    let navigator = try await navigator(links: [FlowLink("/summary", to: "summary")])
    try #require(navigator.screen(Home.self)).fire(.signUp)
    try #require(navigator.screen(Email.self)).fire(.next, output: "a@b.c")
    #expect(navigator.open(try url("shop://summary")) == .opened)
    #expect(navigator.screen(Summary.self)?.needs == "a@b.c")
  }

  @Test func `if the flow cannot ask for an output, a link is rejected with a reason`()
    async throws
  {
    let document = try shopDocument {
      $0.route("home", "signUp", to: "login")
      $0.route("login", "forgot", to: "home")
    }
    let navigator = try await navigator(document, links: [FlowLink("/summary", to: "summary")])
    guard case .rejected(let reason) = navigator.open(try url("shop://summary")) else {
      Issue.record("The link was not rejected.")
      return
    }
    #expect(reason.contains("summary") && reason.contains("email"))
    #expect(navigator.path.map(\.step) == ["home"])
    #expect(events.problems == ["missing-need"])
  }

  @Test func `a path that conditions do not allow for this user is not used`() async throws {
    let document = try shopDocument {
      $0.change("home") { home in
        home.ports[0].routes = [
          Route(when: ["country": "AT"], target: .destination(Destination(.step("email"))))
        ]
      }
      $0.route("login", "forgot", to: "email")
    }
    let navigator = try await navigator(document, links: [summary])
    #expect(navigator.open(try url("shop://summary/a")) == .opened)
    #expect(navigator.path.map(\.step) == ["home", "login", "email", "summary"])
  }

  @Test func `a link that arrives before the start waits for it`() async throws {
    let navigator = try await navigator(links: [summary], isStarted: false)
    #expect(navigator.open(try url("shop://summary/a")) == .pending)
    await navigator.start()
    #expect(navigator.current?.step == "summary")
    #expect(navigator.path.count == 3)
  }

  @Test func `a step that is opened before the start waits for the restored state`() async throws {
    let first = try await navigator()
    try #require(first.screen(Home.self)).fire(.signUp)
    try #require(first.screen(Email.self)).fire(.next, output: "a@b.c")
    let saved = try #require(first.state.saved)

    let second = try await navigator(isStarted: false)
    #expect(!second.open("login", outputs: Answers(age: 30)))
    #expect(second.current == nil)
    await second.start(restoring: saved)
    #expect(second.current?.step == "login")
    #expect(second.outputs(Answers.self) == Answers(email: "a@b.c", age: 30))
    #expect(events.problems.isEmpty)
  }

  @Test func `a URL that matches no link is left to the app`() async throws {
    let navigator = try await navigator(links: [summary])
    let long = String(repeating: "a", count: 9_000)
    for text in [
      "shop://summary", "shop://summary/a/b", "shop://other/a", "shop://summary/\(long)",
    ] {
      #expect(navigator.open(try url(text)) == .unknown)
    }
    #expect(navigator.path.map(\.step) == ["home"])
    #expect(events.problems.isEmpty)
  }

  @Test func `the app's own check can reject a link's outputs`() async throws {
    struct InvalidAge: Error {}
    let link = FlowLink("/age/:age", to: "home") { link in
      guard let age = Int(link.age), age < 200 else { throw InvalidAge() }
      return Answers(age: age)
    }
    let navigator = try await navigator(links: [link])
    guard case .rejected = navigator.open(try url("shop://age/999")) else {
      Issue.record("The link was not rejected.")
      return
    }
    #expect(navigator.open(try url("shop://age/30?x=1")) == .opened)
    #expect(navigator.outputs(Answers.self).age == 30)
  }

  @Test(arguments: [
    (FlowLink("/a/:email", to: "summary") { Answers(email: $0.mail) }, "reads `mail`"),
    (FlowLink("/a", to: "sumary"), "leads to the step sumary"),
    (FlowLink("/a", to: "home", through: ["hoem"]), "leads to the step hoem"),
    (FlowLink("/a", to: "home", of: "other"), "flow other"),
    (FlowLink("/a/:", to: "home"), "without a name"),
    (FlowLink("/a/:x/:x", to: "home"), "with the same name"),
  ])
  func `an invalid link is rejected when links are set`(link: FlowLink, reason: String) throws {
    let navigator = try Navigator(screens: shopScreens(), default: shopDocument())
    #expect {
      try navigator.setLinks([link])
    } throws: {
      let error = $0 as? FlowMagicError
      return error?.code == .invalidLink && error?.message.contains(reason) == true
    }
  }

  @Test(arguments: [
    ("/plan/:country", "plan/:name"), ("/plan/:x", "/plan/new"), ("/:a/:b", "/plan/:x"),
    ("/:a/new", "/plan/new"), ("/plan/new", "/plan/new/"),
  ])
  func `a link that can never match is rejected when links are set`(
    earlier: String, later: String
  ) throws {
    let navigator = try Navigator(screens: shopScreens(), default: shopDocument())
    #expect {
      try navigator.setLinks([FlowLink(earlier, to: "home"), FlowLink(later, to: "email")])
    } throws: {
      let error = $0 as? FlowMagicError
      return error?.code == .invalidLink
        && error?.message.contains("never used: \(earlier)") == true
    }
  }

  @Test func `of overlapping links, the first one is used`() async throws {
    let navigator = try await navigator(links: [
      FlowLink("/plan/new", to: "login"), FlowLink("/plan/:x", to: "email"),
      FlowLink("/:a/new", to: "home"), FlowLink("/plan/:x/new", to: "email"),
    ])
    #expect(navigator.open(try url("shop://plan/new")) == .opened)
    #expect(navigator.current?.step == "login")
    #expect(navigator.open(try url("shop://plan/old")) == .opened)
    #expect(navigator.current?.step == "email")
    #expect(navigator.open(try url("shop://tour/new")) == .opened)
    #expect(navigator.current?.step == "home")
  }
}
