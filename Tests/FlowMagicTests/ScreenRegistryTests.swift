import FlowCore
import FlowMagic
import Testing

struct ScreenRegistryTests {
  struct OtherHome: Screen {
    typealias Port = NoPort
    static let name = "Home"
  }

  struct BadDefault: Screen {
    typealias Port = NoPort
    struct Content: Codable, Sendable { var title: String }
    static let defaultContent: JSON? = ["title": 7]
  }

  struct Required: FlowOutput {
    var count = 0
  }

  struct Counting: Screen {
    enum Port: String, ActionPort { case next }
    typealias Output = Int
    typealias Outputs = Required
  }

  func registrationError(
    @ScreenRegistryBuilder _ screens: () -> [RegisteredScreen]
  ) -> FlowMagicError? {
    do throws(FlowMagicError) {
      _ = try ScreenRegistry(screens)
      return nil
    } catch {
      return error
    }
  }

  @Test func `two screens with the same name are rejected with the name`() {
    let error = registrationError {
      Home.self
      OtherHome.self
    }
    #expect(error?.code == .duplicateScreen)
    #expect(error?.message.contains("Home") == true)
  }

  @Test func `default content that does not decode is rejected with screen and coding path`() {
    let error = registrationError { BadDefault.self }
    #expect(error?.code == .contentMismatch)
    #expect(error?.message.contains("BadDefault") == true)
    #expect(error?.message.contains("/title: Must be a string, but is a number.") == true)
  }

  @Test func `outputs that are not optional are rejected`() {
    #expect(registrationError { Counting.self }?.code == .outputNotOptional)
  }

  struct OtherType: Screen {
    enum Port: String, ActionPort { case next }
    typealias Output = Int
    typealias Outputs = Answers
    static let output = \Answers.email
  }

  struct OtherOutputs: FlowOutput { var name: String? }

  struct OtherNeeds: Screen {
    enum Port: String, ActionPort { case next }
    typealias Outputs = OtherOutputs
    static let needs = Needs(\Answers.email)
  }

  @Test func `an output or needs that would be ignored are rejected with the screen`() {
    let output = registrationError { OtherType.self }
    #expect(output?.code == .invalidScreen)
    #expect(output?.message.contains("The screen OtherType declares the output") == true)
    #expect(output?.message.contains("OutputProperty<Answers, String>") == true)
    let needs = registrationError { OtherNeeds.self }
    #expect(needs?.code == .invalidScreen)
    #expect(needs?.message.contains("OtherNeeds declares `needs` of other outputs") == true)
  }

  struct OtherPorts: Screen {
    enum Port: String, ActionPort { case next, skip }
    static let output = \Answers.email
    static let outputPorts: [Login.Port] = [.next]
  }

  struct NoOutput: Screen {
    enum Port: String, ActionPort { case next }
    static let provides: Provides = [\Answers.email, \Answers.age]
  }

  struct SingleOutput: Screen {
    enum Port: String, ActionPort { case next }
    typealias Output = String
    static let provides: Provides = [\Answers.email, \Answers.age]
  }

  struct MistypedOutput: Screen {
    enum Port: String, ActionPort { case next }
    typealias Output = Int
    static let provides: Provides = [\Answers.email]
  }

  struct IncompleteOutput: Screen {
    enum Port: String, ActionPort { case next }
    struct Output: Codable, Sendable { var email: String }
    static let provides: Provides = [\Answers.email, \Answers.age]
  }

  struct CompositeOutput: Screen {
    enum Port: String, ActionPort { case next }
    struct Output: Codable, Sendable {
      var email: String
      var age: Int?
    }
    static let provides: Provides = [\Answers.email, \Answers.age]
  }

  @Test(arguments: [
    (RegisteredScreen(OtherPorts.self), "declares `outputPorts` as Array<Port>"),
    (RegisteredScreen(NoOutput.self), "has no Output"),
    (RegisteredScreen(SingleOutput.self), "its Output, String, has no member email"),
    (RegisteredScreen(MistypedOutput.self), "has Int as its Output"),
    (RegisteredScreen(IncompleteOutput.self), "has no member age"),
  ])
  func `an output that could never be provided is rejected with the screen`(
    screen: RegisteredScreen, reason: String
  ) {
    #expect {
      try ScreenRegistry([screen])
    } throws: {
      let error = $0 as? FlowMagicError
      return error?.code == .invalidScreen
        && error?.message.contains("The screen \(screen.name) ") == true
        && error?.message.contains(reason) == true
    }
  }

  struct Ask: RoutedStep {
    enum Port: String, ActionPort { case next }
    func perform(_ context: StepContext<Self>) async throws -> ScreenExit<Self> { .fire(.next) }
  }

  struct Choose: RoutedDecision {
    enum Port: String, ActionPort { case next }
    func make(_ context: StepContext<Self>) -> Port { .next }
  }

  @Test(arguments: [RegisteredScreen(Ask.self), RegisteredScreen(Choose.self)])
  func `the type of a step in code or a decision is rejected, because its code would not run`(
    screen: RegisteredScreen
  ) {
    #expect {
      try ScreenRegistry([screen])
    } throws: {
      let error = $0 as? FlowMagicError
      return error?.code == .invalidScreen
        && error?.message.contains("The screen \(screen.name) ") == true
        && error?.message.contains("Register a value") == true
    }
  }

  @Test func `several outputs are the members of one value`() throws {
    let screen = try ScreenRegistry { CompositeOutput.self }.manifest().screens[0]
    #expect(screen.provides.map(\.key) == ["email", "age"])
  }

  struct Labelled: Screen {
    enum Port: String, ActionPort {
      case login, help, later

      var label: PortLabel? {
        switch self {
        case .login: ["en": "Log in", "de": "Anmelden"]
        case .help: "?"
        case .later: nil
        }
      }
    }
  }

  @Test func `the manifest has the labels of the buttons`() throws {
    let manifest = try ScreenRegistry { Labelled.self }.manifest()
    #expect(
      manifest.json["screens"]?.array?.first?["ports"] == [
        ["name": "login", "label": ["en": "Log in", "de": "Anmelden"]],
        ["name": "help", "label": "?"], "later",
      ])
    let label = try #require(Labelled.Port.login.label)
    #expect(label.text(for: "de-AT") == "Anmelden")
    #expect(label.text(for: "fr") == "Log in")
    #expect(label.text() == "Log in")
  }

  @Test func `the manifest has the declarations of the screens`() throws {
    let manifest = try shopScreens().manifest(
      application: "shop", platform: "ios", version: "2.0.0", build: "7")
    let email = try #require(manifest.screens.first { $0.name == "Email" })
    #expect(email.provides == [KeyDeclaration(key: "email", type: .string)])
    #expect(email.ports == [.init(name: "next"), .init(name: "skip", provides: [])])
    let summary = try #require(manifest.screens.first { $0.name == "Summary" })
    #expect(summary.needs == [KeyDeclaration(key: "email", type: .string)])
    #expect(summary.content == nil)
    #expect(manifest.application == "shop")
    #expect(try Manifest(parsing: manifest.json.text()) == manifest)
  }

  @Test func `an output whose type is an enum without CaseIterable is declared`() throws {
    struct Styled: Screen {
      enum Port: String, ActionPort { case next }
      static let output = \Answers.style
    }
    let manifest = try ScreenRegistry { Styled.self }.manifest()
    #expect(manifest.screens[0].provides.map(\.key) == ["style"])
  }

  @Test func `custom coding keys are supported`() throws {
    struct Renamed: FlowOutput {
      var mail: String?
      var isOld: Bool?
      enum CodingKeys: String, CodingKey {
        case mail = "e-mail"
        case isOld = "old"
      }
    }
    struct Mail: Screen {
      typealias Port = NoPort
      static let output = \Renamed.mail
      static let needs = Needs(\Renamed.isOld)
    }
    let screen = try ScreenRegistry { Mail.self }.manifest().screens[0]
    #expect(screen.provides == [KeyDeclaration(key: "e-mail", type: .string)])
    #expect(screen.needs == [KeyDeclaration(key: "old", type: .boolean)])
  }

  @Test func `the verifier finds content and ports that do not fit`() throws {
    let screens = try shopScreens()
    let manifest = screens.manifest()
    let clean = Verifier(try shopDocument(), manifests: [manifest]).findings()
    #expect(clean.filter { $0.severity == .error } == [])
    let wrong = try shopDocument {
      $0.change("home") {
        $0.content = ["headlin": "Hello"]
        $0.ports[0].name = "signup"
      }
    }
    let findings = Verifier(wrong, manifests: [manifest]).findings()
    #expect(findings.contains { $0.code == .contentMismatch && $0.location.step == "home" })
    let port = try #require(findings.first { $0.code == .unknownPort })
    #expect(port.location.port == "signup")
    #expect("\([port])".contains("\(port.message) \(port.fix) (unknown-port)"))
  }

  @Test func `the verifier finds a path that does not provide what a screen needs`() throws {
    let manifest = try shopScreens().manifest()
    let skipping = try shopDocument { $0.route("email", "skip", to: "summary") }
    let findings = Verifier(skipping, manifests: [manifest]).findings()
    #expect(findings.contains { $0.code == .needNotProvided && $0.location.step == "summary" })
  }
}
