import Accounts
import HTTPTypes

extension EndpointTable {
  /// A forgotten password.
  static let passwordPages = [showForgotten, askForReset, showReset, resetByForm]

  static let showForgotten = Endpoint.page(
    "showForgotten", .get, "/reset", "The page for a forgotten password"
  ) { visit in
    if let off = try visit.mailOff() { return off }
    return try visit.show(visit.forgottenPage([visit.words.emailField(isFocused: true)]))
  }

  static let askForReset = Endpoint.page(
    "askForReset", .post, "/reset", "Sends a mail with a link for a new password",
    detail: "The answer is the same whether or not the address has an account.",
    fields: ["email"]
  ) { visit in
    if let off = try visit.mailOff() { return off }
    return try await visit.submit([visit.words.emailField()]) { visit, fields, problems in
      try visit.show(visit.forgottenPage(fields), problems)
    } act: { visit in
      try await visit.accounts.passwords.requestReset(
        email: visit.sent("email"), client: visit.call.client)
      return visit.go(to: "/check-mail")
    }
  }

  static let showReset = Endpoint.page(
    "showReset", .get, AccountPaths.reset, "The page to choose a new password",
    detail: "Changes nothing: programs that look through mail open links too.",
    parameters: [.link]
  ) { visit in
    guard let person = try await visit.accounts.links.owner(of: visit.link, for: .resetPassword)
    else {
      return try visit.linkOver(ask: "/reset")
    }
    return try visit.show(
      visit.resetPage(person, [visit.words.newPasswordField(isFocused: true)]))
  }

  static let resetByForm = Endpoint.page(
    "resetByForm", .post, AccountPaths.reset, "Sets a new password by a link",
    detail: "Works once, and ends all of the person's sessions.", fields: ["link", "password"]
  ) { visit in
    guard let person = try await visit.accounts.links.owner(of: visit.link, for: .resetPassword)
    else {
      return try visit.linkOver(ask: "/reset")
    }
    do {
      return try await visit.submit([visit.words.newPasswordField()]) { visit, fields, problems in
        try visit.show(visit.resetPage(person, fields), problems)
      } act: { visit in
        try await visit.accounts.passwords.reset(
          visit.link, password: visit.sent("password"), client: visit.call.client)
        if visit.signedIn != nil { visit.set(Cookies.noSession) }
        return visit.go(to: "/sign-in", notice: "notice.password-reset")
      }
    } catch let error as AccountError where error.code == .invalidLink {
      return try visit.linkOver(ask: "/reset")
    }
  }
}

extension Visit {
  fileprivate func forgottenPage(_ fields: [PageField]) -> FormPage {
    FormPage(
      title: words["reset.title"], lead: words["reset.lead"], action: "/reset",
      submit: words["reset.button"], fields: fields,
      after: [
        PageLine(text: words["reset.remembered"], href: "/sign-in", link: words["sign-in.button"])
      ])
  }

  fileprivate func resetPage(_ person: Person, _ fields: [PageField]) -> FormPage {
    FormPage(
      title: words["reset-form.title"],
      lead: words.text("reset-form.lead", ["email": person.email]), symbol: "lock",
      action: AccountPaths.reset, submit: words["reset-form.button"], fields: fields,
      hidden: ["link": link], username: person.email)
  }
}
