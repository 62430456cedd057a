import Accounts
import HTTPTypes

/// The pages for signing in with a password.
enum SignInPageRoutes {
  static let all = [showSignIn, signInByForm]

  static let showSignIn = Endpoint.page(
    "showSignIn", .get, "/sign-in", "The sign-in page",
    detail: "Redirects users who are signed in already.", parameters: [.returnTo]
  ) { page in
    if page.signedIn != nil {
      let to = page.returnTo.text
      return page.go(to: to)
    }
    return try page.showSignIn(page.signInFields(isFocused: true))
  }

  static let signInByForm = Endpoint.page(
    "signInByForm", .post, "/sign-in", "Signs in with a password",
    detail: "Each sign-in sets a new session cookie.",
    fields: ["email", "password", "return"]
  ) { page in
    try await page.submit(page.signInFields()) { page, fields, errors in
      try page.showSignIn(fields, errors)
    } act: { page in
      let step = try await page.accounts.authentication.signIn(
        email: page.sent("email"), password: page.sent("password"), as: .browser,
        client: page.request.client)
      return page.continueSignIn(step, to: page.returnTo)
    }
  }
}

extension PageRequest {
  fileprivate func signInFields(isFocused: Bool = false) -> [PageField] {
    var password = texts.passwordField()
    password.aside = ("/reset", texts["sign-in.forgot"])
    return [texts.emailField(isFocused: isFocused), password]
  }

  fileprivate mutating func showSignIn(
    _ fields: [PageField], _ errors: FormErrors = FormErrors()
  ) throws -> EndpointResponse {
    let providers = providers()
    return try singleTaskPage(
      "sign-in", texts["sign-in.title"],
      [
        "hasProviders": !providers.isEmpty, "providers": providers,
        "hasPasskeys": accounts.passkeys.unavailableReason == nil,
        "hidden": [["key": "return", "value": returnTo.text]],
        "register": orFalse(accounts.settings.registration == .open ? "/register" : nil),
      ], fields: fields, errors: errors)
  }

  /// Buttons for the identity providers, which pass on the secret of an invitation link.
  func providers(invitation: String? = nil) -> [[String: Any]] {
    accounts.identityProviders.providers.map { provider in
      var query = ["return": returnTo.text]
      query["invitation"] = invitation
      return [
        "href": Self.path("/auth/\(provider.id)", query), "icon": orFalse(Self.icon(provider.id)),
        "text": texts.text("sign-in.with", ["provider": provider.name]),
      ]
    }
  }

  /// The icon of a well-known provider; nil for others.
  static func icon(_ provider: String) -> String? {
    ["google", "apple", "facebook"].contains(provider) ? provider : nil
  }

  /// Continues after a correct factor: signs in, or asks for the second factor.
  ///
  /// Once signed in, the browser gets a new secret for forms: nobody who knew the old one can
  /// submit any.
  mutating func continueSignIn(
    _ step: SignInResult, to returnTo: LocalPath, notice: String? = nil
  ) -> EndpointResponse {
    switch step {
    case .signedIn(let session):
      return continueSignIn(session, to: returnTo, notice: notice)
    case .secondFactor(let pending):
      let methods = pending.methods.map(\.rawValue)
      let cookie = ([pending.secret] + methods).joined(separator: ".")
      set(PageCookies.cookie(PageCookies.pendingSignIn, cookie, age: 600))
      return go(to: Self.path("/sign-in/code", ["return": returnTo.text]))
    }
  }

  mutating func continueSignIn(
    _ session: NewSession, to returnTo: LocalPath, notice: String? = nil
  ) -> EndpointResponse {
    setCookies(of: session)
    set(PageCookies.cookie(PageCookies.visitor, SecureRandom.base62(43)))
    if Cookies.value(PageCookies.pendingSignIn, in: request.headers) != nil {
      set(PageCookies.expiredCookie(PageCookies.pendingSignIn))
    }
    return go(to: returnTo.text, notice: notice)
  }

  /// Sets the cookies of a session and of its known devices.
  mutating func setCookies(of session: NewSession) {
    guard case .cookie(let secret) = session.credential else { return }
    set(Cookies.session(secret, until: session.session, now: request.now))
    if !session.devices.isEmpty { set(Cookies.devices(session.devices)) }
  }
}
