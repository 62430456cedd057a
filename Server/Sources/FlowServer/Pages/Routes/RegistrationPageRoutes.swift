import Accounts
import HTTPTypes

/// The pages for registering an account.
enum RegistrationPageRoutes {
  static let all = [
    showRegistration, registerByForm, showMailSent, showVerificationAgain, sendVerificationAgain,
    showVerification, verifyByForm,
  ]

  static let showRegistration = Endpoint.page(
    "showRegistration", .get, "/register", "The registration page"
  ) { page in
    if let reply = try page.registrationClosedPage() { return reply }
    return try page.showRegistration(page.registrationFields(isFocused: true))
  }

  static let registerByForm = Endpoint.page(
    "registerByForm", .post, "/register", "Registers an account; its address must be verified",
    detail: "The response does not disclose whether the address has an account.",
    fields: ["name", "email", "password"]
  ) { page in
    if let reply = try page.registrationClosedPage() { return reply }
    return try await page.submit(page.registrationFields()) { page, fields, errors in
      try page.showRegistration(fields, errors)
    } act: { page in
      try await page.accounts.registration.register(
        email: page.sent("email"), password: page.sent("password"), name: page.sent("name"),
        client: page.request.client)
      return page.go(to: "/check-mail")
    }
  }

  static let showMailSent = Endpoint.page(
    "showMailSent", .get, "/check-mail", "The page after an email was sent"
  ) { page in
    if let reply = try page.mailUnavailablePage() { return reply }
    let texts = page.texts
    return try page.message(
      texts["mail.title"], [texts["mail.lead"], texts["mail.spam"]], icon: "mail",
      after: [
        PageLine(text: texts["mail.none"], href: "/register/again", link: texts["mail.again"]),
        PageLine(href: "/sign-in", link: texts["sign-in.back"]),
      ])
  }

  static let showVerificationAgain = Endpoint.page(
    "showVerificationAgain", .get, "/register/again",
    "The page to request another verification email"
  ) { page in
    if let reply = try page.mailUnavailablePage() { return reply }
    return try page.show(page.resendPage([page.texts.emailField(isFocused: true)]))
  }

  static let sendVerificationAgain = Endpoint.page(
    "sendVerificationAgain", .post, "/register/again",
    "Sends the verification email again",
    detail: "The response does not disclose whether the address waits for one.", fields: ["email"]
  ) { page in
    if let reply = try page.mailUnavailablePage() { return reply }
    return try await page.submit([page.texts.emailField()]) { page, fields, errors in
      try page.show(page.resendPage(fields), errors)
    } act: { page in
      try await page.accounts.registration.resendVerification(
        email: page.sent("email"), client: page.request.client)
      return page.go(to: "/check-mail")
    }
  }

  static let showVerification = Endpoint.page(
    "showVerification", .get, AccountPaths.verify, "The page to verify an address",
    detail: "Changes nothing, because mail scanners open links too.",
    parameters: [.link]
  ) { page in
    guard try await page.accounts.oneTimeTokens.owner(of: page.link, for: .verifyEmail) != nil
    else {
      return try page.expiredLinkPage(requestPath: "/register/again")
    }
    return try page.show(page.verificationPage([page.texts.passwordField(isFocused: true)]))
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
          page.link, password: page.sent("password"), as: .browser, client: page.request.client)
        return page.continueSignIn(step, to: .root, notice: "notice.verified")
      }
    } catch let error as AccountError where error.code == .invalidLink {
      return try page.expiredLinkPage(requestPath: "/register/again")
    }
  }
}

extension PageRequest {
  fileprivate func registrationFields(isFocused: Bool = false) -> [PageField] {
    [
      texts.nameField(isFocused: isFocused), texts.emailField(),
      texts.newPasswordField(isFirst: true),
    ]
  }

  fileprivate mutating func showRegistration(
    _ fields: [PageField], _ errors: FormErrors = FormErrors()
  ) throws -> EndpointResponse {
    try show(
      FormPage(
        title: texts["register.title"], lead: texts["register.lead"], action: "/register",
        submit: texts["register.button"], fields: fields, providers: providers(),
        after: [
          PageLine(
            text: texts["register.have"], href: "/sign-in", link: texts["sign-in.button"])
        ]), errors)
  }

  fileprivate mutating func registrationClosedPage() throws -> EndpointResponse? {
    if accounts.settings.registration != .open {
      return try message(
        texts["register.closed"], [texts["register.closed-lead"]], icon: "people",
        after: [PageLine(href: "/sign-in", link: texts["sign-in.back"])])
    }
    return try mailUnavailablePage()
  }

  /// Returns the page shown if the server cannot send email; nil if it can.
  mutating func mailUnavailablePage() throws -> EndpointResponse? {
    guard !accounts.settings.canSendMail else { return nil }
    return try message(
      texts["mail.off-title"], [texts["mail.off"]], icon: "off", kind: "wait",
      after: [PageLine(href: "/sign-in", link: texts["sign-in.back"])])
  }

  /// Returns the page for an expired link.
  ///
  /// `requestPath` is where the user can request a new one; nil if someone else must send it.
  mutating func expiredLinkPage(requestPath: String?) throws -> EndpointResponse {
    var reply = try message(
      texts["error.link"], [texts[requestPath == nil ? "error.link-other" : "error.link-lead"]],
      icon: "clock", kind: "wait", button: requestPath.map { ($0, texts["error.new-link"]) },
      after: [PageLine(href: "/sign-in", link: texts["sign-in.back"])])
    reply.status = Problem.Code.invalidLink.status
    return reply
  }

  fileprivate func resendPage(_ fields: [PageField]) -> FormPage {
    FormPage(
      title: texts["mail.again"], lead: texts["mail.again-lead"], symbol: "mail",
      action: "/register/again", submit: texts["mail.again"], fields: fields,
      after: [PageLine(href: "/sign-in", link: texts["sign-in.back"])])
  }

  fileprivate func verificationPage(_ fields: [PageField]) -> FormPage {
    FormPage(
      title: texts["verify.title"], lead: texts["verify.lead"], symbol: "mail",
      action: AccountPaths.verify, submit: texts["verify.button"], footnote: texts["verify.small"],
      fields: fields, hidden: ["link": link])
  }
}
