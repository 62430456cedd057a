import Accounts
import HTTPTypes

extension EndpointTable {
  /// Making an account.
  static let registrationPages = [
    showRegistration, registerByForm, showMailSent, showVerificationAgain, sendVerificationAgain,
    showVerification, verifyByForm,
  ]

  static let showRegistration = Endpoint.page(
    "showRegistration", .get, "/register", "The page to make an account"
  ) { visit in
    if let closed = try visit.registrationOff() { return closed }
    return try visit.showRegistration(visit.registrationFields(isFocused: true))
  }

  static let registerByForm = Endpoint.page(
    "registerByForm", .post, "/register", "Makes an account, if the address shows to be theirs",
    detail: "The answer is the same whether or not the address has an account.",
    fields: ["name", "email", "password"]
  ) { visit in
    if let closed = try visit.registrationOff() { return closed }
    return try await visit.submit(visit.registrationFields()) { visit, fields, problems in
      try visit.showRegistration(fields, problems)
    } act: { visit in
      try await visit.accounts.registration.register(
        email: visit.sent("email"), password: visit.sent("password"), name: visit.sent("name"),
        client: visit.call.client)
      return visit.go(to: "/check-mail")
    }
  }

  static let showMailSent = Endpoint.page(
    "showMailSent", .get, "/check-mail", "Says that a mail is on its way"
  ) { visit in
    if let off = try visit.mailOff() { return off }
    let words = visit.words
    return try visit.message(
      words["mail.title"], [words["mail.lead"], words["mail.spam"]], icon: "mail",
      after: [
        PageLine(text: words["mail.none"], href: "/register/again", link: words["mail.again"]),
        PageLine(href: "/sign-in", link: words["sign-in.back"]),
      ])
  }

  static let showVerificationAgain = Endpoint.page(
    "showVerificationAgain", .get, "/register/again", "The page to have the mail sent again"
  ) { visit in
    if let off = try visit.mailOff() { return off }
    return try visit.show(visit.againPage([visit.words.emailField(isFocused: true)]))
  }

  static let sendVerificationAgain = Endpoint.page(
    "sendVerificationAgain", .post, "/register/again",
    "Sends the mail that shows whose the address is, again",
    detail: "The answer is the same whether or not the address waits for it.", fields: ["email"]
  ) { visit in
    if let off = try visit.mailOff() { return off }
    return try await visit.submit([visit.words.emailField()]) { visit, fields, problems in
      try visit.show(visit.againPage(fields), problems)
    } act: { visit in
      try await visit.accounts.registration.resendVerification(
        email: visit.sent("email"), client: visit.call.client)
      return visit.go(to: "/check-mail")
    }
  }

  static let showVerification = Endpoint.page(
    "showVerification", .get, AccountPaths.verify, "The page behind the link in a mail",
    detail: "Changes nothing: programs that look through mail open links too.",
    parameters: [.link]
  ) { visit in
    guard try await visit.accounts.links.owner(of: visit.link, for: .verifyEmail) != nil else {
      return try visit.linkOver(ask: "/register/again")
    }
    return try visit.show(visit.verificationPage([visit.words.passwordField(isFocused: true)]))
  }

  static let verifyByForm = Endpoint.page(
    "verifyByForm", .post, AccountPaths.verify, "Shows that an address is theirs, and signs in",
    fields: ["link", "password"]
  ) { visit in
    do {
      return try await visit.submit([visit.words.passwordField()]) { visit, fields, problems in
        try visit.show(visit.verificationPage(fields), problems)
      } act: { visit in
        let step = try await visit.accounts.registration.verifyEmail(
          visit.link, password: visit.sent("password"), as: .browser, client: visit.call.client)
        return visit.arrive(step, to: .root, notice: "notice.verified")
      }
    } catch let error as AccountError where error.code == .invalidLink {
      return try visit.linkOver(ask: "/register/again")
    }
  }
}

extension Visit {
  fileprivate func registrationFields(isFocused: Bool = false) -> [PageField] {
    [
      words.nameField(isFocused: isFocused), words.emailField(),
      words.newPasswordField(isFirst: true),
    ]
  }

  fileprivate mutating func showRegistration(
    _ fields: [PageField], _ problems: FormProblems = FormProblems()
  ) throws -> Reply {
    try show(
      FormPage(
        title: words["register.title"], lead: words["register.lead"], action: "/register",
        submit: words["register.button"], fields: fields, providers: providers(),
        after: [
          PageLine(
            text: words["register.have"], href: "/sign-in", link: words["sign-in.button"])
        ]), problems)
  }

  fileprivate mutating func registrationOff() throws -> Reply? {
    if accounts.settings.registration != .open {
      return try message(
        words["register.closed"], [words["register.closed-lead"]], icon: "people",
        after: [PageLine(href: "/sign-in", link: words["sign-in.back"])])
    }
    return try mailOff()
  }

  /// What is said where a mail would be sent and none can be.
  mutating func mailOff() throws -> Reply? {
    guard !accounts.settings.canSendMail else { return nil }
    return try message(
      words["mail.off-title"], [words["mail.off"]], icon: "off", kind: "wait",
      after: [PageLine(href: "/sign-in", link: words["sign-in.back"])])
  }

  /// What is said when a link no longer works: `ask` is where one asks for a new one, nil if
  /// somebody else must send it.
  mutating func linkOver(ask: String?) throws -> Reply {
    var reply = try message(
      words["error.link"], [words[ask == nil ? "error.link-other" : "error.link-lead"]],
      icon: "clock", kind: "wait", button: ask.map { ($0, words["error.new-link"]) },
      after: [PageLine(href: "/sign-in", link: words["sign-in.back"])])
    reply.status = Problem.Code.invalidLink.status
    return reply
  }

  fileprivate func againPage(_ fields: [PageField]) -> FormPage {
    FormPage(
      title: words["mail.again"], lead: words["mail.again-lead"], symbol: "mail",
      action: "/register/again", submit: words["mail.again"], fields: fields,
      after: [PageLine(href: "/sign-in", link: words["sign-in.back"])])
  }

  fileprivate func verificationPage(_ fields: [PageField]) -> FormPage {
    FormPage(
      title: words["verify.title"], lead: words["verify.lead"], symbol: "mail",
      action: AccountPaths.verify, submit: words["verify.button"], small: words["verify.small"],
      fields: fields, hidden: ["link": link])
  }
}
