import Accounts
import HTTPTypes

/// The pages for resetting a forgotten password.
enum PasswordPageRoutes {
  static let all = [showForgotten, requestReset, showReset, resetByForm]

  static let showForgotten = Endpoint.page(
    "showForgotten", .get, "/reset", "The page to request a password reset"
  ) { page in
    if let reply = try page.mailUnavailablePage() { return reply }
    return try page.show(page.forgottenPage([page.texts.emailField(isFocused: true)]))
  }

  static let requestReset = Endpoint.page(
    "requestReset", .post, "/reset", "Sends a password reset email",
    detail: "The response does not disclose whether the address has an account.",
    fields: ["email"]
  ) { page in
    if let reply = try page.mailUnavailablePage() { return reply }
    return try await page.submit([page.texts.emailField()]) { page, fields, errors in
      try page.show(page.forgottenPage(fields), errors)
    } act: { page in
      try await page.accounts.passwords.requestReset(
        email: page.sent("email"), client: page.request.client)
      return page.go(to: "/check-mail")
    }
  }

  static let showReset = Endpoint.page(
    "showReset", .get, AccountPaths.reset, "The page to choose a new password",
    detail: "Changes nothing, because mail scanners open links too.",
    parameters: [.link]
  ) { page in
    guard let user = try await page.accounts.oneTimeTokens.owner(of: page.link, for: .resetPassword)
    else {
      return try page.expiredLinkPage(requestPath: "/reset")
    }
    let tokens = try await page.request.tokensToRevoke(of: user)
    return try page.show(
      page.resetPage(user, tokens, [page.texts.newPasswordField(isFocused: true)]))
  }

  static let resetByForm = Endpoint.page(
    "resetByForm", .post, AccountPaths.reset, "Resets the password with the link of an email",
    detail: "The link works once. Ends all sessions of the user and revokes their API tokens.",
    fields: ["link", "password"]
  ) { page in
    guard let user = try await page.accounts.oneTimeTokens.owner(of: page.link, for: .resetPassword)
    else {
      return try page.expiredLinkPage(requestPath: "/reset")
    }
    let tokens = try await page.request.tokensToRevoke(of: user)
    do {
      return try await page.submit([page.texts.newPasswordField()]) { page, fields, errors in
        try page.show(page.resetPage(user, tokens, fields), errors)
      } act: { page in
        try await page.request.resetPassword(page.link, to: page.sent("password"))
        if page.signedIn != nil { page.set(Cookies.noSession) }
        return page.go(to: "/sign-in", notice: "notice.password-reset")
      }
    } catch let error as AccountError where error.code == .invalidLink {
      return try page.expiredLinkPage(requestPath: "/reset")
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

  fileprivate func resetPage(
    _ user: User, _ tokens: [RevokedToken], _ fields: [PageField]
  ) -> FormPage {
    let lead = tokens.isEmpty ? "reset-form.lead-plain" : "reset-form.lead"
    return FormPage(
      title: texts["reset-form.title"],
      lead: texts.text(lead, ["email": user.email]), symbol: "lock",
      list: list(of: tokens),
      action: AccountPaths.reset, submit: texts["reset-form.button"], fields: fields,
      hidden: ["link": link], username: user.email)
  }

  /// The maximum number of tokens that the page lists.
  private static let maximumTokens = 20

  private func list(of tokens: [RevokedToken]) -> FormPage.List? {
    guard !tokens.isEmpty else { return nil }
    let rows = tokens.prefix(Self.maximumTokens).map { token -> (String, String) in
      guard let used = token.lastUsed, let time = texts.dateTime(used)["text"] as? String else {
        let never = texts.text("reset-form.never", ["organization": token.organization])
        return (token.name, never)
      }
      return (
        token.name,
        texts.text("reset-form.used", ["organization": token.organization, "time": time])
      )
    }
    let more = tokens.count - rows.count
    return FormPage.List(
      heading: texts["reset-form.tokens"], rows: Array(rows),
      end: more > 0 ? texts.text("reset-form.more", ["count": "\(more)"]) : nil)
  }
}
