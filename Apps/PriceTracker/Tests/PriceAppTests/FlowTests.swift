import FlowCore
import FlowMagic
import FlowTesting
import Foundation
import PriceApp
import PriceClient
import PriceDomain
import Testing

@Suite struct FlowTests {
  static func tester(
    _ flow: Name? = nil, isSignedIn: Bool = true, wasAskedForNotifications: Bool = false
  ) throws -> FlowTester {
    try FlowTester(
      AppFlows.screens(), AppFlows.document(), flow: flow,
      // This user gets the tutorial of three pages.
      context: [
        "userId": "user-2", "signedIn": .bool(isSignedIn),
        "wasAskedForNotifications": .bool(wasAskedForNotifications),
      ],
      links: AppFlows.links)
  }

  @Test func `the web app's flows fit the app's screens`() throws {
    let screens = try AppFlows.screens()
    let document = try AppFlows.document()
    let manifest = screens.manifest(
      application: "prices", platform: "ios", version: "1.0", build: "1")
    let findings = Verifier(document, manifests: [manifest]).findings()
    #expect(findings.filter { $0.severity == .error }.map(\.message) == [])
    // Every screen of the document is declared in code, with the same ports.
    for step in document.flows.flatMap(\.steps) {
      let screen = try #require(screens[step.screen], "\(step.screen.string)")
      let ports = Set(screen.ports)
      #expect(step.ports.allSatisfy { ports.contains($0.name) }, "\(step.id.string)")
      #expect(ports.count == step.ports.count, "\(step.id.string)")
    }
  }

  @Test func `after the first tracked product the user is asked for notifications, once`() throws {
    let flow = try Self.tester()
    flow.fire(HomeScreen.self, .product, output: PriceOutputs(product: 7))
    flow.expect(ProductScreen.self)
    flow.expect(\PriceOutputs.productID, 7)
    flow.fire(ProductScreen.self, .tracked)
    flow.fire(PrimerScreen.self, .next)
    flow.expect(ProductScreen.self)
    let askedUser = try Self.tester(wasAskedForNotifications: true)
    askedUser.fire(HomeScreen.self, .product, output: PriceOutputs(product: 7))
    askedUser.fire(ProductScreen.self, .tracked)
    askedUser.expect(ProductScreen.self)
  }

  @Test func `a user who adds a product is asked for notifications once, a guest never`() throws {
    let user = try Self.tester()
    user.fire(HomeScreen.self, .add)
    user.fire(AddScreen.self, .added, output: PriceOutputs(product: 7))
    user.fire(PrimerScreen.self, .next)
    user.expect(ProductScreen.self)
    user.expect(\PriceOutputs.productID, 7)
    user.back()
    user.expect(AddScreen.self)
    for (isSignedIn, wasAsked) in [(true, true), (false, false)] {
      let other = try Self.tester(isSignedIn: isSignedIn, wasAskedForNotifications: wasAsked)
      other.fire(HomeScreen.self, .add)
      other.fire(AddScreen.self, .added, output: PriceOutputs(product: 7))
      other.expect(ProductScreen.self)
      other.expect(\PriceOutputs.productID, 7)
    }
  }

  @Test func `a guest who logs in to track a product returns to it, with or without an account`()
    throws
  {
    for port in [LogInScreen.Port.logIn, .home] {
      let guest = try Self.tester(isSignedIn: false)
      guest.fire(HomeScreen.self, .product, output: PriceOutputs(product: 7))
      guest.fire(ProductScreen.self, .logIn)
      guest.fire(LogInScreen.self, port)
      guest.expect(ProductScreen.self)
      guest.expect(\PriceOutputs.productID, 7)
      guest.expectPath("home", "product")
    }
  }

  @Test func `a guest who registers to track a product returns to it with the next log-in`() throws
  {
    let guest = try Self.tester(isSignedIn: false)
    guest.fire(HomeScreen.self, .product, output: PriceOutputs(product: 7))
    guest.fire(ProductScreen.self, .logIn)
    guest.fire(LogInScreen.self, .register)
    guest.fire(RegisterScreen.self, .register)
    guest.fire(RegisteredScreen.self, .logIn)
    guest.fire(LogInScreen.self, .logIn)
    guest.expect(ProductScreen.self)
    guest.expect(\PriceOutputs.productID, 7)
    guest.expectPath("home", "product")
  }

  @Test func `the tutorial leads to the log-in, to registering, or into the app`() throws {
    let longTutorial = try Self.tester("welcome")
    longTutorial.fire(TutorialScreen.self, .next)
    longTutorial.expectExposure("tutorial-length", variant: "three-pages")
    longTutorial.fire(TutorialLogInScreen.self, .next)
    longTutorial.fire(TutorialNotificationsScreen.self, .next)
    longTutorial.expectFinished("done")
    let skippedTutorial = try Self.tester("welcome")
    skippedTutorial.fire(TutorialScreen.self, .skip)
    skippedTutorial.expectFinished("done")
    let shortTutorial = try FlowTester(
      AppFlows.screens(), AppFlows.document(), flow: "welcome", context: ["userId": "user-1"])
    shortTutorial.fire(TutorialScreen.self, .next)
    shortTutorial.expectExposure("tutorial-length", variant: "two-pages")
    shortTutorial.expect(TutorialNotificationsScreen.self)
    let logInFlow = try Self.tester("welcome")
    logInFlow.fire(TutorialScreen.self, .next)
    logInFlow.expectExposure("tutorial-length", variant: "three-pages")
    logInFlow.fire(TutorialLogInScreen.self, .logIn)
    logInFlow.expectFinished("log-in")
    let registrationFlow = try Self.tester("welcome")
    registrationFlow.fire(TutorialScreen.self, .next)
    registrationFlow.expectExposure("tutorial-length", variant: "three-pages")
    registrationFlow.fire(TutorialLogInScreen.self, .register)
    registrationFlow.expectFinished("register")
  }

  @Test func `“See all” carries its list and categories, and a product its ID`() throws {
    let flow = try Self.tester()
    flow.fire(
      HomeScreen.self, .seeAll,
      output: PriceOutputs(list: ListName.mostTracked.rawValue, categories: ["Light"]))
    flow.expect(SeeAllScreen.self)
    flow.expect(\PriceOutputs.list, "mostTracked")
    flow.expect(\PriceOutputs.categories, ["Light"])
    flow.fire(SeeAllScreen.self, .product, output: PriceOutputs(product: 3))
    flow.expect(ProductScreen.self)
    // What the screen does not set stays.
    flow.expect(\PriceOutputs.list, "mostTracked")
    flow.expect(\PriceOutputs.productID, 3)
  }

  @Test func `a notification's link opens the product above the home screen`() throws {
    let flow = try Self.tester()
    #expect(flow.open(url: AppLinks.product(12).absoluteString) == .opened)
    flow.expect(ProductScreen.self)
    flow.expect(\PriceOutputs.productID, 12)
    flow.expectPath("home", "product")
    flow.back()
    flow.expect(HomeScreen.self)
  }
}

@Suite struct AppTextTests {
  @Test func `the document has every text of the app in both languages`() throws {
    let document = try AppFlows.document()
    for language in Language.allCases {
      let texts = AppTexts(language, document: document)
      for text in AppText.allCases {
        // A text may be its key, such as “app”; none is empty, and none has a placeholder.
        let shownText = texts(text)
        #expect(!shownText.isEmpty && !shownText.contains("{"), "\(text.rawValue)")
        #expect(shownText != text.rawValue || !text.rawValue.contains("."), "\(text.rawValue)")
      }
    }
    let german = AppTexts(.german, document: document)
    #expect(german(.tabTracking) == "Beobachtet")
    for tab in AppFlows.Tab.allCases { #expect(tab.title != .app) }
  }
}
