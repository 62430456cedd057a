import Accounts
import HTTPTypes

/// A forgotten password.
enum PasswordPageRoutes {
  static let all = [showForgotten, askForReset, showReset, resetByForm]

  static let showForgotten = Endpoint.page(
    "showForgotten", .get, "/reset", "The page for a forgotten password"
  ) { page in
    if let off = try page.mailOff() { return off }
    return try page.show(page.forgottenPage([page.texts.emailField(isFocused: true)]))
  }

  static let askForReset = Endpoint.page(
    "askForReset", .post, "/reset", "Sends a mail with a link for a new password",
    detail: "The answer is the same whether or not the address has an account.",
    fields: ["email"]
  ) { page in
    if let off = try page.mailOff() { return off }
    return try await page.submit([page.texts.emailField()]) { page, fields, problems in
      try page.show(page.forgottenPage(fields), problems)
    } act: { page in
      try await page.accounts.passwords.requestReset(
        email: page.sent("email"), client: page.request.client)
      return page.go(to: "/check-mail")
    }
  }

  static let showReset = Endpoint.page(
    "showReset", .get, AccountPaths.reset, "The page to choose a new password",
    detail: "Changes nothing: programs that look through mail open links too.",
    parameters: [.link]
  ) { page in
    guard let person = try await page.accounts.links.owner(of: page.link, for: .resetPassword)
    else {
      return try page.linkOver(ask: "/reset")
    }
    return try page.show(
      page.resetPage(person, [page.texts.newPasswordField(isFocused: true)]))
  }

  static let resetByForm = Endpoint.page(
    "resetByForm", .post, AccountPaths.reset, "Sets a new password by a link",
    detail: "Works once, ends all of the person's sessions and revokes their API tokens.",
    fields: ["link", "password"]
  ) { page in
    guard let person = try await page.accounts.links.owner(of: page.link, for: .resetPassword)
    else {
      return try page.linkOver(ask: "/reset")
    }
    do {
      return try await page.submit([page.texts.newPasswordField()]) { page, fields, problems in
        try page.show(page.resetPage(person, fields), problems)
      } act: { page in
        try await page.accounts.passwords.reset(
          page.link, password: page.sent("password"), client: page.request.client)
        if page.signedIn != nil { page.set(Cookies.noSession) }
        return page.go(to: "/sign-in", notice: "notice.password-reset")
      }
    } catch let error as AccountError where error.code == .invalidLink {
      return try page.linkOver(ask: "/reset")
    }
  }
}

extension PageRequest {
  fileprivate func forgottenPage(_ fields: [PageField]) -> FormPage {
    FormPage(
      title: texts["reset.title"], lead: texts["reset.lead"], action: "/reset",
      submit: texts["reset.button"], fields: fields,
      after: [
        PageLine(text: texts["reset.remembered"], href: "/sign-in", link: texts["sign-in.button"])
      ])
  }

  fileprivate func resetPage(_ person: Person, _ fields: [PageField]) -> FormPage {
    FormPage(
      title: texts["reset-form.title"],
      lead: texts.text("reset-form.lead", ["email": person.email]), symbol: "lock",
      action: AccountPaths.reset, submit: texts["reset-form.button"], fields: fields,
      hidden: ["link": link], username: person.email)
  }
}
