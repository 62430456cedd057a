import FlowCore
import FlowMagic
import FlowTesting
import Testing

/// Links to steps behind a decision, work or a step in code.
struct LinkThroughCodeTests {
  struct Adult: RoutedDecision {
    enum Port: String, ActionPort { case adult, child }
    static let needs = Needs(\Answers.age)

    func make(_ context: StepContext<Self>) -> Port { context.needs >= 18 ? .adult : .child }
  }

  struct SignIn: Screen {
    enum Port: String, ActionPort { case done }
  }

  struct AskAge: RoutedStep {
    enum Port: String, ActionPort { case asked, refused }
    static let output = \Answers.age
    static let outputPorts: [Port] = [.asked]

    func perform(_ context: StepContext<Self>) async throws -> ScreenExit<Self> {
      .fire(.asked, output: try await ask(Age.self))
    }
  }

  /// Home asks for the age, with a screen or a step in code; adults continue to the email and to
  /// the summary.
  ///
  /// Home's port `login` leads to Login through a sign-in, which is work.
  func tester(asking age: Name = "age") throws -> FlowTester {
    let screens = try ScreenRegistry {
      Home.self
      Age.self
      AskAge()
      Adult()
      Email.self
      Summary.self
      Work(SignIn.self) { _ in .fire(.done) }
      Login.self
    }
    let flow = try Flow("main") {
      ScreenStep(Home.self, content: .init(headline: "Hi"))
        .on(.signUp, to: age).on(.login, to: SignIn.self)
      ScreenStep(Age.self).on(.next, to: Adult.self)
      ScreenStep(AskAge.self).on(.asked, to: Adult.self).on(.refused, finish: "refused")
      ScreenStep(Adult.self).on(.adult, to: Email.self).on(.child, finish: "too young")
      ScreenStep(Email.self).on(.next, to: Summary.self).on(.skip, finish: "skipped")
      ScreenStep(Summary.self).on(.next, finish: "done")
      ScreenStep(SignIn.self).on(.done, to: Login.self)
      ScreenStep(Login.self).on(.next, finish: "in").on(.forgot, finish: "forgot")
    }
    return try FlowTester(
      screens, FlowDocument(flows: [flow]),
      links: [
        FlowLink("/email/:age", to: "email") { Answers(age: Int($0.age)) },
        FlowLink("/email", to: "email"), FlowLink("/summary", to: "summary"),
        FlowLink("/login", to: "login"),
      ])
  }

  @Test func `a link passes a decision that leads this user to its step`() throws {
    let flow = try tester()
    #expect(flow.open(url: "shop://email/20") == .opened)
    flow.expectPath("home", "age", "adult", "email")
    flow.back()
    flow.expect(Age.self)
  }

  @Test func `a link does not bypass a decision that leads the user elsewhere`() throws {
    let flow = try tester()
    guard case .rejected(let reason) = flow.open(url: "shop://email/7") else {
      Issue.record("The link was not rejected.")
      return
    }
    #expect(reason.contains("the decision Adult of step adult, which chooses its port child"))
    flow.expectProblem("blocked-link")
    flow.expectPath("home")
  }

  @Test func `the needs of a decision on the path are asked for first`() throws {
    let flow = try tester()
    #expect(flow.open(url: "shop://summary") == .needsInput("age"))
    flow.fire(Age.self, .next, output: 20)
    flow.fire(Email.self, .next, output: "a@b.c")
    flow.expect(Summary.self)
  }

  @Test func `a step in code on the path asks for its outputs`() async throws {
    let flow = try tester(asking: "askAge")
    #expect(flow.open(url: "shop://email") == .needsInput("askAge"))
    await flow.run(AskAge.self, [.fire(Age.self, .next, output: 20)])
    flow.expectPath("home", "askAge", "adult", "email")
  }

  @Test func `a link passes a step in code whose output exists`() async throws {
    let flow = try tester(asking: "askAge")
    flow.fire(Home.self, .signUp)
    await flow.run(AskAge.self, [.fire(Age.self, .next, output: 20)])
    flow.fire(Email.self, .next, output: "a@b.c")
    flow.expect(Summary.self)
    #expect(flow.open(url: "shop://email") == .opened)
    flow.expectPath("home", "askAge", "adult", "email")
    #expect(flow.open(url: "shop://email/20") == .opened)
    flow.expectPath("home", "askAge", "adult", "email")
  }

  @Test func `work on the path is left to the user, who continues from the previous screen`()
    async throws
  {
    let flow = try tester()
    #expect(flow.open(url: "shop://login") == .needsInput("home"))
    flow.fire(Home.self, .login)
    await flow.run(SignIn.self)
    flow.expect(Login.self)
  }

  @Test func `completed work on the user's path is not repeated`() async throws {
    let flow = try tester()
    flow.fire(Home.self, .login)
    await flow.run(SignIn.self)
    flow.expect(Login.self)
    #expect(flow.open(url: "shop://login") == .opened)
    flow.expectPath("home", "signIn", "login")
  }

  @Test func `a tester reports that no link matches a URL`() throws {
    let flow = try tester()
    #expect(flow.open(url: "shop://nowhere") == .unknown)
    flow.expect(Home.self)
  }
}
