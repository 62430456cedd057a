// MARK: Passwords

extension EmailText {
  func passwordResetLink(_ link: String, until expires: Int) -> EmailContent {
    EmailContent(
      subject: "Set a new password for \(service)",
      parts: [
        .paragraph(
          "Someone, probably you, requested a password reset for your account at \(service)."),
        .action(label: "Set a new password", link: link),
        .paragraph(
          linkValidity(until: expires) + " Setting a new password signs you out everywhere."),
        .paragraph("If this was not you, ignore this email: your password stays the same."),
      ])
  }

  func noAccount() -> EmailContent {
    EmailContent(
      subject: "You have no account at \(service) with this address",
      parts: [
        .paragraph(
          "Someone, probably you, requested a link for an account at \(service) with this address, "
            + "but there is none."),
        .paragraph(
          "If this was you, you may have used another address, or an account at another service "
            + "such as Google. Try that at \(url)."),
        .paragraph("If this was not you, ignore this email."),
      ])
  }

  func passwordReset(revoked tokens: [RevokedToken], _ client: Client) -> EmailContent {
    var parts: [EmailContent.Part] = [
      .paragraph(
        "A new password was set for your account at \(service), with a reset link. All sessions of "
          + "your account were ended."),
      facts(client),
    ]
    if tokens.isEmpty {
      parts.append(.paragraph("Your account had no API tokens."))
    } else {
      let more = tokens.count - Self.maximumTokens
      parts.append(
        .paragraph(
          "These API tokens of yours were revoked, because they work without a password. Programs "
            + "that use them need new ones, from “API tokens” at \(url)."))
      parts.append(
        .facts(
          tokens.prefix(Self.maximumTokens).map { token in
            let used = token.lastUsed.map { "last used \(MailTime($0).text)" } ?? "never used"
            return (
              name: "\(quoted(token.name)) in \(quoted(token.organization))", value: used
            )
          } + (more > 0 ? [(name: "And more", value: "\(more)")] : [])))
    }
    parts.append(
      .paragraph(
        "Tokens of service accounts belong to their organization and still work: its owners see "
          + "and revoke them under “API tokens”."))
    parts.append(.paragraph("If this was you, there is nothing else to do. " + ifNotYou))
    return EmailContent(subject: "Your password for \(service) was reset", parts: parts)
  }

  func passwordChanged(_ client: Client) -> EmailContent {
    EmailContent(
      subject: "Your password for \(service) was changed",
      parts: [
        .paragraph(
          "The password of your account at \(service) was changed. All other sessions of your "
            + "account were ended."),
        facts(client),
        .paragraph("If this was you, there is nothing to do. " + ifNotYou),
      ])
  }
}

// MARK: - Sessions and linked accounts

extension EmailText {
  func newSignIn(_ client: Client) -> EmailContent {
    EmailContent(
      subject: "New sign-in at \(service)",
      parts: [
        .paragraph(
          "Someone signed in to your account at \(service) from a device or network that you "
            + "have not used before."),
        facts(client),
        .paragraph("If this was you, there is nothing to do. " + ifNotYou),
      ])
  }

  func signInsDelayed(_ client: Client) -> EmailContent {
    EmailContent(
      subject: "Many failed sign-ins at \(service)",
      parts: [
        .paragraph(
          "Someone tried several times to sign in to your account at \(service) and failed. "
            + "Further attempts are now delayed more and more, except where you have signed in "
            + "before: you can sign in there as usual."),
        facts(client),
        .paragraph(
          "If this was you and you forgot your password, go to \(url) and choose “Forgot "
            + "password?”."),
        .paragraph(
          "If this was not you: no one got in. A long password that you use nowhere else and a "
            + "second factor keep your account safe; set them up at \(url)."),
      ])
  }

  func sessionsEnded(_ reason: EmailTemplate.SignOutReason) -> EmailContent {
    let subject = "You were signed out of \(service)"
    switch reason {
    case .tokenReuse(let client):
      return EmailContent(
        subject: subject,
        parts: [
          .paragraph(
            "An app that is signed in to \(service) with your account used a token twice. "
              + "This happens when someone has copied it from a device, so its session was ended."),
          facts(client),
          .paragraph(
            "Sign in again in the app. If you get this email more than once, or do not know the "
              + "app, reset your password at \(url) and review your sessions there."),
        ])
    case .failedReauthentications(let client):
      return EmailContent(
        subject: subject,
        parts: [
          .paragraph(
            "In a session of your account at \(service), someone was asked to confirm your "
              + "identity and entered a wrong password or code "
              + "\(ReauthenticationAttempts.maximumFailures) times. That session was ended. Your "
              + "other sessions continue, and you can sign in as usual."),
          facts(client),
          .paragraph(
            "If this was you, sign in again; if you forgot your password, go to \(url) and choose "
              + "“Forgot password?”. \(ifNotYou)"),
        ])
    case .byOperator:
      return EmailContent(
        subject: subject,
        parts: [
          .paragraph(
            "The operator of \(service) has ended your sessions. You are signed out everywhere."),
          .action(label: "Sign in", link: url),
        ])
    }
  }

  func identityLinked(_ provider: String, _ client: Client) -> EmailContent {
    EmailContent(
      subject: "You can now sign in to \(service) with \(EmailContent.oneLine(provider))",
      parts: [
        .paragraph(
          "An account at \(EmailContent.oneLine(provider)) was linked to your account at "
            + "\(service). Anyone who can sign in there can sign in here as you."),
        facts(client),
        .paragraph("If this was you, there is nothing to do."),
        .paragraph(
          ifNotYou + " Then remove the link under “Security” in your account."),
      ])
  }

  func identityUnlinked(_ provider: String, _ client: Client) -> EmailContent {
    EmailContent(
      subject: "You no longer sign in to \(service) with \(EmailContent.oneLine(provider))",
      parts: [
        .paragraph(
          "The link between your account at \(service) and an account at "
            + "\(EmailContent.oneLine(provider)) was removed."),
        facts(client),
        .paragraph("If this was you, there is nothing to do. " + ifNotYou),
      ])
  }
}
