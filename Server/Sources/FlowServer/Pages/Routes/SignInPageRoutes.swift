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
      let to = page.returnTo.string
      return page.redirect(to: to)
    }
    return try page.showSignIn(page.signInFields(hasAutofocus: true))
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
        email: page.formValue("email"), password: page.formValue("password"), as: .browser,
        client: page.request.client)
      return page.continueSignIn(step, to: page.returnTo)
    }
  }
}

extension PageRequest {
  fileprivate func signInFields(hasAutofocus: Bool = false) -> [PageField] {
    var password = texts.passwordField()
    password.labelLink = ("/reset", texts["sign-in.forgot"])
    return [texts.emailField(hasAutofocus: hasAutofocus), password]
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
        "hiddenFields": [["key": "return", "value": returnTo.string]],
        "register": orFalse(accounts.settings.registration == .open ? "/register" : nil),
      ], fields: fields, errors: errors)
  }

  /// The contexts of the buttons for the identity providers.
  func providers() -> [[String: Any]] {
    accounts.identityProviders.providers.map { provider in
      [
        "href": Self.path("/auth/\(provider.id)", ["return": returnTo.string]),
        "icon": orFalse(Self.icon(provider.id)),
        "text": texts.text("sign-in.with", ["provider": provider.name]),
      ]
    }
  }

  /// The icon of a well-known provider; nil for others.
  static func icon(_ provider: String) -> String? {
    ["google", "apple", "facebook"].contains(provider) ? provider : nil
  }

  /// Continues after a correct factor: signs in, or asks for the second factor.
  mutating func continueSignIn(
    _ step: SignInResult, to returnTo: LocalPath, notice: String? = nil
  ) -> EndpointResponse {
    switch step {
    case .signedIn(let session):
      return completeSignIn(session, to: returnTo, notice: notice)
    case .secondFactor(let pending):
      let methods = pending.methods.map(\.rawValue)
      let cookie = ([pending.secret] + methods).joined(separator: ".")
      setCookie(PageCookies.cookie(PageCookies.pendingSignIn, cookie, age: 600))
      return redirect(to: Self.path("/sign-in/code", ["return": returnTo.string]))
    }
  }

  /// Signs in: sets the session's cookies, and redirects.
  ///
  /// The browser gets a new secret for forms: nobody who knew the old one can submit any.
  mutating func completeSignIn(
    _ session: NewSession, to returnTo: LocalPath, notice: String? = nil
  ) -> EndpointResponse {
    setCookies(of: session)
    setCookie(PageCookies.cookie(PageCookies.visitor, SecureRandom.base62(43)))
    if Cookies.value(PageCookies.pendingSignIn, in: request.headers) != nil {
      setCookie(PageCookies.expiredCookie(PageCookies.pendingSignIn))
    }
    return redirect(to: returnTo.string, notice: notice)
  }

  /// Sets the cookies of a browser's session and of its known devices; none for an app's session.
  mutating func setCookies(of session: NewSession) {
    guard case .cookie(let secret) = session.credential else { return }
    setCookie(Cookies.sessionCookie(secret, for: session.session, now: request.now))
    if !session.deviceSecrets.isEmpty { setCookie(Cookies.deviceCookie(session.deviceSecrets)) }
  }
}
