import Accounts
import HTTPTypes

/// The pages for resetting a forgotten password.
enum PasswordPageRoutes {
  static let all = [showForgottenPassword, requestReset, showReset, resetByForm]

  static let showForgottenPassword = Endpoint.page(
    "showForgottenPassword", .get, "/reset", "The page to request a password reset"
  ) { page in
    if let response = try page.mailUnavailablePage() { return response }
    return try page.show(page.forgottenPasswordPage([page.texts.emailField(hasAutofocus: true)]))
  }

  static let requestReset = Endpoint.page(
    "requestReset", .post, "/reset", "Sends a password reset email",
    detail: "The response does not disclose whether the address has an account.",
    fields: ["email"]
  ) { page in
    if let response = try page.mailUnavailablePage() { return response }
    return try await page.submit([page.texts.emailField()]) { page, fields, errors in
      try page.show(page.forgottenPasswordPage(fields), errors)
    } act: { page in
      try await page.accounts.passwords.requestReset(
        email: page.formValue("email"), client: page.request.client)
      return page.redirect(to: "/check-mail")
    }
  }

  static let showReset = Endpoint.page(
    "showReset", .get, AccountPaths.reset, "The page to choose a new password",
    detail: "Changes nothing, because mail scanners open links too.",
    parameters: [.link]
  ) { page in
    guard
      let user = try await page.accounts.oneTimeTokens.owner(
        of: page.linkToken, for: .resetPassword)
    else {
      return try page.expiredLinkPage(requestPath: "/reset")
    }
    let tokens = try await page.request.tokensToRevoke(of: user)
    return try page.show(
      page.resetPage(user, tokens, [page.texts.newPasswordField(hasAutofocus: true)]))
  }

  static let resetByForm = Endpoint.page(
    "resetByForm", .post, AccountPaths.reset, "Resets the password with the link of an email",
    detail: "The link works once. Ends all sessions of the user and revokes their API tokens.",
    fields: ["link", "password"]
  ) { page in
    guard
      let user = try await page.accounts.oneTimeTokens.owner(
        of: page.linkToken, for: .resetPassword)
    else {
      return try page.expiredLinkPage(requestPath: "/reset")
    }
    let tokens = try await page.request.tokensToRevoke(of: user)
    do {
      return try await page.submit([page.texts.newPasswordField()]) { page, fields, errors in
        try page.show(page.resetPage(user, tokens, fields), errors)
      } act: { page in
        try await page.request.resetPassword(page.linkToken, to: page.formValue("password"))
        if page.signedIn != nil { page.setCookie(Cookies.expiredSessionCookie) }
        return page.redirect(to: "/sign-in", notice: "notice.password-reset")
      }
    } catch let error as AccountError where error.code == .invalidLink {
      return try page.expiredLinkPage(requestPath: "/reset")
    }
  }
}

extension PageRequest {
  fileprivate func forgottenPasswordPage(_ fields: [PageField]) -> FormPage {
    FormPage(
      title: texts["reset.title"], lead: texts["reset.lead"], action: "/reset",
      submitLabel: texts["reset.button"], fields: fields,
      footerLinks: [
        PageLink(text: texts["reset.remembered"], href: "/sign-in", label: texts["sign-in.button"])
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
      action: AccountPaths.reset, submitLabel: texts["reset-form.button"], fields: fields,
      hiddenFields: ["link": linkToken], username: user.email)
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
      truncationNote: more > 0 ? texts.text("reset-form.more", ["count": "\(more)"]) : nil)
  }
}
