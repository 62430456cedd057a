import FlowMagic
import FlowTesting
import Testing

struct ShopHome: Screen {
  static let name = "Home"
  enum Port: String, ActionPort {
    case login = "Login"
    case signUp = "SignUp"
  }
}

struct ShopLogin: Screen {
  typealias Port = NoPort
  static let name = "Login"
}

struct ShopSignUp: Screen {
  typealias Port = NoPort
  static let name = "SignUp"
}

@MainActor struct MigratingFromFlowMagic {
  let text = """
    { "id": "shop", "screenFlow": [
      { "screenName": "Home", "portName": "Home.Login", "destinationView": "Login" },
      { "screenName": "Home", "portName": "Home.SignUp", "destinationView": "SignUp" } ] }
    """

  func registry() throws -> ScreenRegistry {
    try ScreenRegistry {
      ShopHome.self
      ShopLogin.self
      ShopSignUp.self
    }
  }

  @Test func `a Flow Magic document runs with typed ports`() async throws {
    let screens = try registry()
    let document = try FlowDocument(parsing: text)
    let navigator = try Navigator(screens: screens, default: document)
    await navigator.start()
    let host = try ScreenHost(navigator) {
      For(ShopHome.self) { home in Page("Home") { home.fire(.login) } }
      For(ShopLogin.self) { _ in Page("Log in") {} }
      For(ShopSignUp.self) { _ in Page("Sign up") {} }
    }
    host.view?.tap()
    #expect(host.view?.title == "Log in")
  }

  @Test func `a Flow Magic document can be tested with FlowTester`() throws {
    let screens = try registry()
    let document = try FlowDocument(parsing: text)
    let flow = try FlowTester(screens, document)
    flow.fire(ShopHome.self, .signUp)
    flow.expect(ShopSignUp.self)
  }
}
