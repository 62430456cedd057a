import FlowCore
import FlowMagic
import Testing

@MainActor struct NavigatorTests {
  let events = RecordedEvents()

  func navigator(
    _ document: FlowDocument? = nil, source: (any ReleaseSource)? = nil,
    context: JSONObject = [:], adoption: AdoptionPolicy = .whenSafe
  ) async throws -> Navigator {
    let navigator = try Navigator(
      screens: shopScreens(), source: source, default: document ?? shopDocument(),
      context: context, adoption: adoption, events: events)
    await navigator.start()
    return navigator
  }

  @Test func `the first step is shown with its decoded content`() async throws {
    let navigator = try await navigator()
    #expect(navigator.screen(Home.self)?.content == Home.Content(headline: "Hello"))
    #expect(navigator.screen(Email.self) == nil)
    #expect(navigator.origin == .bundle)
    #expect(events.types == [.sessionStarted, .stepShown])
  }

  @Test func `firing ports reaches the end with typed outputs`() async throws {
    let navigator = try await navigator()
    var finished: FinishedFlow?
    navigator.onFinish { finished = $0 }
    try #require(navigator.screen(Home.self)).fire(.signUp)
    try #require(navigator.screen(Email.self)).fire(.next, output: "a@b.c")
    let summary = try #require(navigator.screen(Summary.self))
    #expect(summary.needs == "a@b.c")
    summary.fire(.next)
    #expect(finished?.outcome == "done")
    #expect(finished?.outputs(Answers.self).email == "a@b.c")
    #expect(events.types.last == .sessionFinished)
  }

  @Test func `a double tap counts once, and is not an error`() async throws {
    let navigator = try await navigator()
    let home = try #require(navigator.screen(Home.self))
    home.fire(.signUp)
    home.fire(.signUp)
    #expect(navigator.path.map(\.step) == ["home", "email"])
    try #require(navigator.screen(Email.self)).fire(.next, output: "a@b.c")
    home.fire(.signUp)
    let summary = try #require(navigator.screen(Summary.self))
    summary.fire(.next)
    summary.fire(.next)
    #expect(navigator.outcome == "done")
    #expect(events.types.filter { $0 == .sessionFinished }.count == 1)
    #expect(events.problems.isEmpty)
  }

  @Test func `a port is reported if the screen was not left by it`() async throws {
    let navigator = try await navigator()
    let home = try #require(navigator.screen(Home.self))
    #expect(navigator.open("login"))
    home.fire(.signUp)
    #expect(events.problems == ["stale-screen"])
    let login = try #require(navigator.screen(Login.self))
    login.fire(.forgot)
    login.fire(.next)
    #expect(events.problems == ["stale-screen", "stale-screen"])
    #expect(navigator.back())
    #expect(navigator.open("home"))
    login.fire(.forgot)
    #expect(events.problems == ["stale-screen", "stale-screen", "stale-screen"])
    #expect(navigator.current?.step == "home")
  }

  @Test func `a port that provides the output cannot be fired without it`() async throws {
    let navigator = try await navigator()
    var errors: [any Error] = []
    navigator.onError { errors.append($0) }
    try #require(navigator.screen(Home.self)).fire(.signUp)
    try #require(navigator.screen(Email.self)).fire(.next)
    #expect(navigator.current?.step == "email")
    #expect(errors.compactMap { ($0 as? FlowMagicError)?.code } == [.missingOutput])
    try #require(navigator.screen(Email.self)).fire(.skip)
    #expect(navigator.current?.step == "home")
  }

  @Test func `going back offers the value that was entered`() async throws {
    let navigator = try await navigator()
    try #require(navigator.screen(Home.self)).fire(.signUp)
    try #require(navigator.screen(Email.self)).fire(.next, output: "a@b.c")
    #expect(navigator.back())
    let email = try #require(navigator.screen(Email.self))
    #expect(email.enteredValue == "a@b.c")
    #expect(email.outputs.email == nil)
    #expect(email.back())
    #expect(!navigator.back())
    #expect(navigator.current?.step == "home")
  }

  @Test func `a new release reroutes a port of the current screen`() async throws {
    let screens = try shopScreens()
    let source = TestSource(try screens.release(shopDocument()))
    let navigator = try await navigator(source: source)
    let before = navigator.path
    navigator.adopt(
      LoadedRelease(
        try screens.release(
          shopDocument {
            $0.number = 2
            $0.route("home", "signUp", to: "login")
          }), from: .network))
    #expect(navigator.path == before)
    try #require(navigator.screen(Home.self)).fire(.signUp)
    #expect(navigator.screen(Login.self) != nil)
    let adopted = try #require(events.all.first { $0.type == .releaseAdopted })
    #expect(adopted.detail["from"] == 1)
    #expect(adopted.release == 2)
  }

  @Test func `a release that the source delivers is adopted`() async throws {
    let screens = try shopScreens()
    let source = TestSource(try screens.release(shopDocument()))
    let navigator = try await navigator(source: source)
    var changes = navigator.changes().makeAsyncIterator()
    _ = await changes.next()
    source.deliver(
      try screens.release(
        shopDocument {
          $0.number = 2
          $0.change("home") { $0.content = ["headline": "New"] }
        }))
    #expect(await changes.next()?.session?.release.number == 2)
    #expect(navigator.origin == .network)
    #expect(navigator.screen(Home.self)?.content.headline == "New")
  }

  @Test func `changes do not repeat a state`() async throws {
    let navigator = try await navigator()
    var changes = navigator.changes().makeAsyncIterator()
    #expect(await changes.next()?.current?.step == "home")
    navigator.record("seen")
    navigator.report(FlowMagicError(.staleScreen, "Nothing."))
    // The stream has nothing to emit until this.
    Task { navigator.screen(Home.self)?.fire(.signUp) }
    #expect(await changes.next()?.current?.step == "email")
  }

  @Test func `a pinned session ends on the release it started with`() async throws {
    let screens = try shopScreens()
    let navigator = try await navigator(adoption: .never)
    navigator.adopt(
      LoadedRelease(
        try screens.release(
          shopDocument {
            $0.number = 2
            $0.route("home", "signUp", to: "login")
          }), from: .network))
    try #require(navigator.screen(Home.self)).fire(.signUp)
    #expect(navigator.current?.step == "email")
    navigator.restart()
    try #require(navigator.screen(Home.self)).fire(.signUp)
    #expect(navigator.current?.step == "login")
  }

  @Test func `restarting an unknown flow is reported once, and a running session continues`()
    async throws
  {
    let source = TestSource(try shopScreens().release(shopDocument()))
    let navigator = try await navigator(source: source)
    try #require(navigator.screen(Home.self)).fire(.signUp)
    navigator.restart("typo")
    #expect(events.problems == ["unknown-flow"])
    #expect(navigator.path.map(\.step) == ["home", "email"])
    try #require(navigator.screen(Email.self)).fire(.next, output: "a@b.c")
    try #require(navigator.screen(Summary.self)).fire(.next)
    navigator.restart("typo")
    #expect(events.problems == ["unknown-flow", "unknown-flow"])
    #expect(navigator.path.map(\.step) == ["home"])
  }

  @Test func `a release with other texts is adopted although a need ahead may be missing`()
    async throws
  {
    let screens = try shopScreens()
    func release(_ number: Int, _ headline: String, email target: Name) throws -> LoadedRelease {
      LoadedRelease(
        try screens.release(
          shopDocument {
            $0.number = number
            $0.route("home", "signUp", to: "summary")
            $0.route("home", "login", to: target)
            $0.change("home") { $0.content = ["headline": .string(headline)] }
          }), from: .network)
    }
    let source = TestSource(try release(1, "First", email: "login").release)
    let navigator = try await navigator(source: source)
    navigator.adopt(try release(2, "Second", email: "login"))
    #expect(navigator.screen(Home.self)?.content.headline == "Second")
    navigator.adopt(try release(3, "Third", email: "email"))
    #expect(navigator.screen(Home.self)?.content.headline == "Second")
  }

  @Test func `a release whose conditions guarantee the needs ahead is adopted`() async throws {
    let screens = try shopScreens()
    let navigator = try await navigator()
    navigator.adopt(
      LoadedRelease(
        try screens.release(
          shopDocument { document in
            document.number = 2
            document.change("home") { home in
              home.content = ["headline": "New"]
              guard let port = home.ports.firstIndex(where: { $0.name == "signUp" }) else { return }
              home.ports[port].routes.insert(
                Route(
                  when: ["output.email": ["$exists": true]],
                  target: .destination(Destination(.step("summary")))), at: 0)
            }
          }), from: .network))
    #expect(navigator.screen(Home.self)?.content.headline == "New")
  }

  @Test func `the old content is kept if the screen cannot decode the new content`() async throws {
    let screens = try shopScreens()
    let navigator = try await navigator()
    navigator.adopt(
      LoadedRelease(
        try screens.release(
          shopDocument {
            $0.number = 2
            $0.change("home") { $0.content = ["headline": 5] }
          }), from: .network))
    #expect(navigator.screen(Home.self)?.content.headline == "Hello")
    #expect(events.problems == ["content-mismatch"])
  }

  @Test func `a port with a missing target falls back to the bundled flow`() async throws {
    let screens = try shopScreens()
    let invalidDocument = try shopDocument {
      $0.number = 9
      $0.route("home", "signUp", to: "nowhere")
    }
    let navigator = try await navigator(source: TestSource(screens.release(invalidDocument)))
    try #require(navigator.screen(Home.self)).fire(.signUp)
    #expect(navigator.current?.step == "email")
    #expect(events.problems == ["unknown-step"])
  }

  @Test func `a flow that cannot start is replaced by the bundled one`() async throws {
    let screens = try shopScreens()
    let invalidDocument = try shopDocument { $0.flows[0].start = "nowhere" }
    let navigator = try await navigator(source: TestSource(screens.release(invalidDocument)))
    #expect(navigator.current?.step == "home")
    #expect(events.problems == ["unknown-step"])
  }

  @Test func `a cycle of skipped steps falls back to the bundled flow`() async throws {
    let screens = try shopScreens()
    let loop = try shopDocument {
      $0.number = 9
      $0.change("email") {
        $0.showWhen = ["never": true]
        $0.ports[0].routes = [Route(target: .destination(Destination(.step("email"))))]
      }
      $0.change("home") { $0.id = "other" }
      $0.flows[0].start = "other"
    }
    let navigator = try await navigator(source: TestSource(screens.release(loop)))
    try #require(navigator.screen(Home.self)).fire(.signUp)
    #expect(navigator.current?.step == "home")
    #expect(events.problems == ["skip-cycle"])
    #expect(events.types.contains(.sessionFailed))
  }

  @Test func `a screen that the build lacks is skipped and reported once`() async throws {
    let screens = try shopScreens()
    let newer = try shopDocument {
      $0.change("email") { $0.screen = "VideoEmail" }
      $0.change("summary") { $0.screen = "Login" }
    }
    let navigator = try await navigator(source: TestSource(screens.release(newer)))
    try #require(navigator.screen(Home.self)).fire(.signUp)
    #expect(navigator.current?.step == "summary")
    navigator.back()
    try #require(navigator.screen(Home.self)).fire(.signUp)
    #expect(events.problems == ["missing-screen"])
  }

  @Test func `a link opens a step whose needs are provided`() async throws {
    let navigator = try await navigator()
    #expect(!navigator.open("summary"))
    #expect(navigator.current?.step == "home")
    #expect(navigator.open("summary", outputs: Answers(email: "a@b.c")))
    #expect(navigator.screen(Summary.self)?.needs == "a@b.c")
    #expect(navigator.path.map(\.step) == ["home", "email", "summary"])
    #expect(events.problems == ["missing-need"])
  }

  @Test func `a link keeps earlier outputs, and its own take precedence`() async throws {
    let navigator = try await navigator()
    try #require(navigator.screen(Home.self)).fire(.signUp)
    try #require(navigator.screen(Email.self)).fire(.next, output: "a@b.c")
    #expect(navigator.open("login"))
    #expect(navigator.outputs(Answers.self).email == "a@b.c")
    #expect(navigator.open("summary"))
    #expect(navigator.screen(Summary.self)?.needs == "a@b.c")
    #expect(navigator.open("summary", outputs: Answers(email: "b@c.d")))
    #expect(navigator.screen(Summary.self)?.needs == "b@c.d")
    #expect(!navigator.open("summary", keepsOutputs: false))
    #expect(navigator.open("login", keepsOutputs: false))
    #expect(navigator.outputs(Answers.self) == Answers())
    #expect(events.problems == ["missing-need"])
  }

  @Test func `a saved state is restored after a relaunch`() async throws {
    let first = try await navigator()
    try #require(first.screen(Home.self)).fire(.signUp)
    try #require(first.screen(Email.self)).fire(.next, output: "a@b.c")
    let text = try #require(first.state.saved).text()

    let second = try Navigator(screens: shopScreens(), default: shopDocument(), events: events)
    await second.start(restoring: try JSON(parsing: text))
    #expect(second.path.map(\.step) == ["home", "email", "summary"])
    #expect(second.screen(Summary.self)?.needs == "a@b.c")
    #expect(second.state.id == first.state.id)
    let shown = try #require(events.all.last)
    #expect(shown.type == .stepShown && shown.session == first.state.id)
    #expect(shown.detail["step"] == "summary" && shown.detail["restored"] == true)
    #expect(second.back())
    #expect(second.screen(Email.self)?.enteredValue == "a@b.c")
  }

  @Test func `a state that was saved after the end starts the flow anew`() async throws {
    let first = try await navigator()
    try #require(first.screen(Home.self)).fire(.login)
    try #require(first.screen(Login.self)).fire(.next)
    #expect(first.outcome == "in")
    let text = try #require(first.state.saved).text()

    let second = try Navigator(screens: shopScreens(), default: shopDocument(), events: events)
    await second.start(restoring: try JSON(parsing: text))
    #expect(second.outcome == nil)
    #expect(second.path.map(\.step) == ["home"])
    #expect(second.state.id != first.state.id)
    try #require(second.screen(Home.self)).fire(.signUp)
    #expect(second.current?.step == "email")
    #expect(events.problems.isEmpty)
  }

  @Test func `a saved state that cannot be restored starts the flow and is reported`() async throws
  {
    let navigator = try Navigator(screens: shopScreens(), default: shopDocument(), events: events)
    await navigator.start(restoring: ["navigator": 1, "id": "x", "session": ["session": 1]])
    #expect(navigator.current?.step == "home")
    #expect(events.problems == ["session-mismatch"])
  }

  @Test func `bundled flows that do not fit the screens are rejected at launch`() throws {
    let unreadable = try shopDocument { $0.change("home") { $0.content = ["headline": 5] } }
    #expect {
      try Navigator(screens: shopScreens(), default: unreadable)
    } throws: {
      let error = $0 as? FlowMagicError
      return error?.code == .contentMismatch && error?.message.contains("home") == true
    }
    let unknown = try shopDocument { $0.change("home") { $0.screen = "Hoem" } }
    #expect {
      try Navigator(screens: shopScreens(), default: unknown)
    } throws: {
      ($0 as? FlowMagicError)?.code == .missingScreen
    }
  }
}
