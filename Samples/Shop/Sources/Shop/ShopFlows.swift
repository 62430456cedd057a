import FlowMagic

/// The shop's bundled flows: shown before the first release is published, and the fallback
/// afterwards.
///
/// The screens have no views: they are composed of blocks, which each platform draws.
enum ShopFlows {
  static func screens() throws(FlowMagicError) -> ScreenRegistry {
    try ScreenRegistry {
      Home.self
      Login.self
      SignUp.self
      ForgotPassword.self
      ForgotPasswordPhone.self
      RandomPage.self
      Info.self
      TextInput.self
      Password.self
      Summary.self
    } blocks: {
      // The standard blocks are enough; without this builder, no drawn screens are shown.
    }
  }

  static let version = "1.0.0"
  static let build = "1"

  /// The manifest of this build.
  static func manifest() throws -> Manifest {
    var manifest = try screens().manifest(
      application: "shop", platform: "terminal", version: Name(version), build: Name(build),
      attributes: ShopUser.declarations)
    manifest.flows = try document().flows
    return manifest
  }

  static func document() throws(FlowMagicError) -> FlowDocument {
    FlowDocument(
      application: "shop", flows: [try shop(), try signUp()], strings: ShopTexts.tables(),
      defaultLocale: "en", locales: ShopTexts.languages)
  }

  private static func shop() throws(FlowMagicError) -> Flow {
    try Flow("shop") {
      ScreenStep(
        Home.self, id: "Home",
        content: .init(headline: "The Corner Shop", text: "Good things, close by.")
      )
      .on(.login, to: "Login").on(.signUp, to: "SignUp")
      .on(.forgotPassword, to: "ForgotPassword").on(.randomPage, to: "RandomPage")
      ScreenStep(Login.self, id: "Login", content: .init(title: "Good to see you again"))
        .on(.login, to: "Home", style: .root).on(.forgotPassword, to: "ForgotPassword")
      ScreenStep(
        SignUp.self, id: "SignUp",
        content: .init(
          title: "New here?",
          benefits: ["Free delivery in town", "A list of what you like", "No newsletter"])
      )
      .on(
        .start, flow: "sign-up",
        then: [
          Continuation(
            outcome: "completed", destination: Destination(.step("Home"), style: .root))
        ]
      )
      .on(.haveAccount, to: "Login")
      ScreenStep(
        ForgotPassword.self, id: "ForgotPassword", content: .init(title: "Forgot your password?")
      )
      .on(.sendLink, to: "Login").on(.usePhone, to: "ForgotPasswordPhone")
      ScreenStep(
        ForgotPasswordPhone.self, id: "ForgotPasswordPhone",
        content: .init(title: "We send you a code")
      )
      .on(.sendCode, to: "Login")
      ScreenStep(
        RandomPage.self, id: "RandomPage",
        content: .init(title: "Plums are back", text: "A kilo for two, until they are gone.")
      )
      .on(.home, to: "Home", style: .root)
    }
  }

  private static func signUp() throws(FlowMagicError) -> Flow {
    try Flow("sign-up") {
      ScreenStep(
        Info.self, id: "intro",
        content: .init(
          title: "Four questions", description: "Then the account is yours.",
          primaryButtonText: "Let's go")
      )
      .on(.next, to: "firstName")
      ScreenStep(
        TextInput.self, id: "firstName",
        content: .init(
          title: "What is your first name?", subtitle: "This is how we greet you.",
          placeholder: "First name", primaryButtonText: "Next")
      )
      .on(.next, to: "lastName")
      ScreenStep(
        TextInput.self, id: "lastName",
        content: .init(
          title: "And your last name?", placeholder: "Last name", primaryButtonText: "Next",
          skipButtonText: "I would rather not say")
      )
      .on(.next, to: "email")
      ScreenStep(
        TextInput.self, id: "email",
        content: .init(
          title: "Where can we write to you?", subtitle: "Only what matters.",
          placeholder: "you@example.com", primaryButtonText: "Next")
      )
      .on(.next, to: "password")
      ScreenStep(
        Password.self, id: "password",
        content: .init(
          title: "Choose a password", placeholder: "At least twelve characters",
          primaryButtonText: "Next")
      )
      .on(.next, to: "summary")
      ScreenStep(Summary.self, id: "summary").on(.next, finish: "completed")
    }
  }
}
