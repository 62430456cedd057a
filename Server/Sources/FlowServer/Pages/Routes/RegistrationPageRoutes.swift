import Accounts
import HTTPTypes

/// The pages for registering an account.
enum RegistrationPageRoutes {
  static let all = [
    showRegistration, registerByForm, showMailSent, showResendVerification, resendVerification,
    showVerification, verifyByForm,
  ]

  static let showRegistration = Endpoint.page(
    "showRegistration", .get, "/register", "The registration page"
  ) { page in
    if let response = try page.registrationClosedPage() { return response }
    return try page.showRegistration(page.registrationFields(hasAutofocus: true))
  }

  static let registerByForm = Endpoint.page(
    "registerByForm", .post, "/register", "Registers an account; its address must be verified",
    detail: "The response does not disclose whether the address has an account.",
    fields: ["name", "email", "password"]
  ) { page in
    if let response = try page.registrationClosedPage() { return response }
    return try await page.submit(page.registrationFields()) { page, fields, errors in
      try page.showRegistration(fields, errors)
    } act: { page in
      try await page.accounts.registration.register(
        email: page.formValue("email"), password: page.formValue("password"),
        name: page.formValue("name"),
        client: page.request.client)
      return page.redirect(to: "/check-mail")
    }
  }

  static let showMailSent = Endpoint.page(
    "showMailSent", .get, "/check-mail", "The page after an email was sent"
  ) { page in
    if let response = try page.mailUnavailablePage() { return response }
    let texts = page.texts
    return try page.message(
      texts["mail.title"], [texts["mail.lead"], texts["mail.spam"]], icon: "mail",
      footerLinks: [
        PageLink(text: texts["mail.none"], href: "/register/again", label: texts["mail.resend"]),
        PageLink(href: "/sign-in", label: texts["sign-in.back"]),
      ])
  }

  static let showResendVerification = Endpoint.page(
    "showResendVerification", .get, "/register/again",
    "The page to request another verification email"
  ) { page in
    if let response = try page.mailUnavailablePage() { return response }
    return try page.show(page.resendPage([page.texts.emailField(hasAutofocus: true)]))
  }

  static let resendVerification = Endpoint.page(
    "resendVerification", .post, "/register/again",
    "Sends the verification email again",
    detail: "The response does not disclose whether the address awaits it.", fields: ["email"]
  ) { page in
    if let response = try page.mailUnavailablePage() { return response }
    return try await page.submit([page.texts.emailField()]) { page, fields, errors in
      try page.show(page.resendPage(fields), errors)
    } act: { page in
      try await page.accounts.registration.resendVerification(
        email: page.formValue("email"), client: page.request.client)
      return page.redirect(to: "/check-mail")
    }
  }

  static let showVerification = Endpoint.page(
    "showVerification", .get, AccountPaths.verify, "The page to verify an address",
    detail: "Changes nothing, because mail scanners open links too.",
    parameters: [.link]
  ) { page in
    guard try await page.accounts.oneTimeTokens.owner(of: page.linkToken, for: .verifyEmail) != nil
    else {
      return try page.expiredLinkPage(requestPath: "/register/again")
    }
    return try page.show(page.verificationPage([page.texts.passwordField(hasAutofocus: true)]))
  }

  static let verifyByForm = Endpoint.page(
    "verifyByForm", .post, AccountPaths.verify, "Verifies an address and signs in",
    fields: ["link", "password"]
  ) { page in
    do {
      return try await page.submit([page.texts.passwordField()]) { page, fields, errors in
        try page.show(page.verificationPage(fields), errors)
      } act: { page in
        let step = try await page.accounts.registration.verifyEmail(
          page.linkToken, password: page.formValue("password"), as: .browser,
          client: page.request.client)
        return page.continueSignIn(step, to: .root, notice: "notice.verified")
      }
    } catch let error as AccountError where error.code == .invalidLink {
      return try page.expiredLinkPage(requestPath: "/register/again")
    }
  }
}

extension PageRequest {
  fileprivate func registrationFields(hasAutofocus: Bool = false) -> [PageField] {
    [
      texts.nameField(hasAutofocus: hasAutofocus), texts.emailField(),
      texts.newPasswordField(isNewAccount: true),
    ]
  }

  fileprivate mutating func showRegistration(
    _ fields: [PageField], _ errors: FormErrors = FormErrors()
  ) throws -> EndpointResponse {
    try show(
      FormPage(
        title: texts["register.title"], lead: texts["register.lead"], action: "/register",
        submitLabel: texts["register.button"], fields: fields, providers: providers(),
        footerLinks: [
          PageLink(
            text: texts["register.have"], href: "/sign-in", label: texts["sign-in.button"])
        ]), errors)
  }

  fileprivate mutating func registrationClosedPage() throws -> EndpointResponse? {
    if accounts.settings.registration != .open {
      return try message(
        texts["register.closed"], [texts["register.closed-lead"]], icon: "people",
        footerLinks: [PageLink(href: "/sign-in", label: texts["sign-in.back"])])
    }
    return try mailUnavailablePage()
  }

  /// Returns the page shown if the server cannot send email; nil if it can.
  mutating func mailUnavailablePage() throws -> EndpointResponse? {
    guard !accounts.settings.canSendMail else { return nil }
    return try message(
      texts["mail.off-title"], [texts["mail.off"]], icon: "off", kind: "warn",
      footerLinks: [PageLink(href: "/sign-in", label: texts["sign-in.back"])])
  }

  /// Returns the page for an expired link.
  ///
  /// `requestPath` is where the user can request a new one; nil if someone else must send it.
  mutating func expiredLinkPage(requestPath: String?) throws -> EndpointResponse {
    var response = try message(
      texts["error.link"], [texts[requestPath == nil ? "error.link-other" : "error.link-lead"]],
      icon: "clock", kind: "warn", button: requestPath.map { ($0, texts["error.new-link"]) },
      footerLinks: [PageLink(href: "/sign-in", label: texts["sign-in.back"])])
    response.status = Problem.Code.invalidLink.status
    return response
  }

  fileprivate func resendPage(_ fields: [PageField]) -> FormPage {
    FormPage(
      title: texts["mail.resend"], lead: texts["mail.resend-lead"], symbol: "mail",
      action: "/register/again", submitLabel: texts["mail.resend"], fields: fields,
      footerLinks: [PageLink(href: "/sign-in", label: texts["sign-in.back"])])
  }

  fileprivate func verificationPage(_ fields: [PageField]) -> FormPage {
    FormPage(
      title: texts["verify.title"], lead: texts["verify.lead"], symbol: "mail",
      action: AccountPaths.verify, submitLabel: texts["verify.button"],
      footnote: texts["verify.footnote"], fields: fields, hiddenFields: ["link": linkToken])
  }
}
