import FlowMagic

/// The views of the screens in a terminal.
@MainActor
enum ShopPages {
  static func host(_ navigator: Navigator) throws(FlowMagicError) -> ScreenHost<Page> {
    try ScreenHost(navigator) {
      For(Home.self) { home($0) }
      For(Login.self) { login($0) }
      For(SignUp.self) { signUp($0) }
      For(ForgotPassword.self) { forgotPassword($0) }
      For(ForgotPasswordPhone.self) { forgotPasswordPhone($0) }
      For(RandomPage.self) { randomPage($0) }
      For(Info.self) { info($0) }
      For(TextInput.self) { textInput($0) }
      For(Summary.self) { summary($0) }
      ForDrawn { Page(title: $0.screen.title ?? "", drawn: $0) }
    }
  }

  private static func home(_ home: ScreenProxy<Home>) -> Page {
    Page(
      title: home.content.headline, text: home.content.text.map { [$0] } ?? [],
      choices: [
        choice(for: home, .login), choice(for: home, .signUp), choice(for: home, .forgotPassword),
        choice(for: home, .randomPage),
      ])
  }

  private static func login(_ login: ScreenProxy<Login>) -> Page {
    Page(
      title: login.content.title,
      fields: [
        Page.Field(id: "email", label: "E-mail", placeholder: "you@example.com"),
        Page.Field(id: "password", label: "Password", isSecret: true),
      ],
      choices: [
        Page.Choice(text(Login.Port.login)) { values in
          guard values["email", default: ""].contains("@") else {
            return "Enter an e-mail address with an @."
          }
          login.fire(.login)
          return nil
        }, choice(for: login, .forgotPassword),
      ])
  }

  private static func signUp(_ signUp: ScreenProxy<SignUp>) -> Page {
    Page(
      title: signUp.content.title, text: signUp.content.benefits.map { "• " + $0 },
      choices: [
        choice(for: signUp, .start), choice(for: signUp, .haveAccount),
      ])
  }

  private static func forgotPassword(_ screen: ScreenProxy<ForgotPassword>) -> Page {
    Page(
      title: screen.content.title,
      fields: [Page.Field(id: "email", label: "E-mail", placeholder: "you@example.com")],
      choices: [
        choice(for: screen, .sendLink), choice(for: screen, .usePhone),
      ])
  }

  private static func forgotPasswordPhone(_ screen: ScreenProxy<ForgotPasswordPhone>) -> Page {
    Page(
      title: screen.content.title,
      fields: [Page.Field(id: "phone", label: "Phone", placeholder: "+49 …")],
      choices: [choice(for: screen, .sendCode)])
  }

  private static func randomPage(_ screen: ScreenProxy<RandomPage>) -> Page {
    Page(
      title: screen.content.title, text: [screen.content.text],
      choices: [choice(for: screen, .home)])
  }

  /// A choice that leaves by a port, with the label that the port declares: the portal shows the
  /// same.
  private static func choice<S: Screen>(
    for screen: ScreenProxy<S>, _ port: S.Port
  ) -> Page.Choice {
    choice(text(port)) { screen.fire(port) }
  }

  private static func text(_ port: some ActionPort) -> String {
    port.label?.text(for: "en") ?? port.rawValue
  }

  private static func choice(
    _ label: String, _ action: @escaping @MainActor () -> Void
  ) -> Page.Choice {
    Page.Choice(label) { _ in
      action()
      return nil
    }
  }
}

// MARK: - Sign-up

extension ShopPages {
  private static func info(_ info: ScreenProxy<Info>) -> Page {
    Page(
      title: info.content.title, text: [info.content.description],
      choices: [choice(info.content.primaryButtonText) { info.fire(.next) }])
  }

  private static func textInput(_ input: ScreenProxy<TextInput>) -> Page {
    let content = input.content
    var choices = [
      Page.Choice(content.primaryButtonText) { values in
        let text = values["text", default: input.draft ?? ""]
        guard !text.isEmpty else { return "Enter a text first." }
        input.fire(.next, output: text)
        return nil
      }
    ]
    if let skip = content.skipButtonText {
      choices.append(choice(skip) { input.fire(.next) })
    }
    return Page(
      title: content.title, text: content.subtitle.map { [$0] } ?? [],
      fields: [
        Page.Field(
          id: "text", label: "Your answer", placeholder: content.placeholder,
          isSecret: content.isSecret ?? false)
      ], choices: choices)
  }

  private static func summary(_ summary: ScreenProxy<Summary>) -> Page {
    let outputs = summary.outputs
    let facts = [
      ("First name", outputs.firstName), ("Last name", outputs.lastName), ("E-mail", outputs.email),
      ("Password", outputs.password.map { String(repeating: "•", count: $0.count) }),
    ]
    return Page(
      title: "Is this right?",
      facts: facts.compactMap { name, value in value.map { (name, $0) } },
      choices: [
        choice(for: summary, .next),
        choice("No, go back") { summary.back() },
      ])
  }
}
