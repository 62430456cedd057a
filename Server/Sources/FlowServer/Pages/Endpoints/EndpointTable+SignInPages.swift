import Accounts
import HTTPTypes

extension EndpointTable {
  /// Signing in with a password.
  static let signInPages = [showSignIn, signInByForm]

  static let showSignIn = Endpoint.page(
    "showSignIn", .get, "/sign-in", "The sign-in page",
    detail: "Whoever is signed in goes on to where they wanted.", parameters: [.returnTo]
  ) { visit in
    if visit.signedIn != nil {
      let to = visit.returnTo.text
      return visit.go(to: to)
    }
    return try visit.showSignIn(visit.signInFields(isFocused: true))
  }

  static let signInByForm = Endpoint.page(
    "signInByForm", .post, "/sign-in", "Signs in with a password",
    detail: "The session's cookie is a new one each time.",
    fields: ["email", "password", "return"]
  ) { visit in
    try await visit.submit(visit.signInFields()) { visit, fields, problems in
      try visit.showSignIn(fields, problems)
    } act: { visit in
      let step = try await visit.accounts.authentication.signIn(
        email: visit.sent("email"), password: visit.sent("password"), as: .browser,
        client: visit.call.client)
      return visit.arrive(step, to: visit.returnTo)
    }
  }
}

extension Visit {
  fileprivate func signInFields(isFocused: Bool = false) -> [PageField] {
    var password = words.passwordField()
    password.aside = ("/reset", words["sign-in.forgot"])
    return [words.emailField(isFocused: isFocused), password]
  }

  fileprivate mutating func showSignIn(
    _ fields: [PageField], _ problems: FormProblems = FormProblems()
  ) throws -> Reply {
    let providers = providers()
    return try entry(
      "sign-in", words["sign-in.title"],
      [
        "hasProviders": !providers.isEmpty, "providers": providers,
        "hasPasskeys": accounts.passkeys.unavailableReason == nil,
        "hidden": [["key": "return", "value": returnTo.text]],
        "register": orFalse(accounts.settings.registration == .open ? "/register" : nil),
      ], fields: fields, problems: problems)
  }

  /// The other services as buttons, which take the secret of an invitation's link along.
  func providers(invitation: String? = nil) -> [[String: Any]] {
    accounts.identityProviders.providers.map { provider in
      var query = ["return": returnTo.text]
      query["invitation"] = invitation
      return [
        "href": Self.path("/auth/\(provider.id)", query), "icon": orFalse(Self.icon(provider.id)),
        "text": words.text("sign-in.with", ["provider": provider.name]),
      ]
    }
  }

  /// The services whose marks everybody knows.
  static func icon(_ provider: String) -> String? {
    ["google", "apple", "facebook"].contains(provider) ? provider : nil
  }

  /// Goes on after a factor was right: into the house, or to the second factor.
  ///
  /// The browser gets another secret for forms, so that nobody who knew the old one sends any.
  mutating func arrive(
    _ step: SignInResult, to returnTo: LocalPath, notice: String? = nil
  ) -> Reply {
    switch step {
    case .signedIn(let session):
      return arrive(session, to: returnTo, notice: notice)
    case .secondFactor(let challenge):
      let methods = challenge.methods.map(\.rawValue)
      let cookie = ([challenge.secret] + methods).joined(separator: ".")
      set(PageCookies.set(PageCookies.challenge, cookie, age: 600))
      return go(to: Self.path("/sign-in/code", ["return": returnTo.text]))
    }
  }

  mutating func arrive(
    _ session: NewSession, to returnTo: LocalPath, notice: String? = nil
  ) -> Reply {
    keep(session)
    set(PageCookies.set(PageCookies.visitor, SecureRandom.base62(43)))
    if Cookies.value(PageCookies.challenge, in: call.headers) != nil {
      set(PageCookies.remove(PageCookies.challenge))
    }
    return go(to: returnTo.text, notice: notice)
  }

  /// Gives the browser its session.
  mutating func keep(_ session: NewSession) {
    guard case .cookie(let secret) = session.credential else { return }
    set(Cookies.session(secret, until: session.session, now: call.now))
  }
}
