// MARK: Passwords

extension EmailText {
  func resetPassword(_ link: String, until expires: Int) -> EmailContent {
    EmailContent(
      subject: "Set a new password for \(service)",
      parts: [
        .paragraph(
          "Somebody, probably you, asked for a new password for your account at \(service)."),
        .action(label: "Set a new password", link: link),
        .paragraph(
          once(until: expires) + " Setting a new password signs you out everywhere else."),
        .paragraph("If it was not you, do nothing: your password stays as it is."),
      ])
  }

  func noAccount() -> EmailContent {
    EmailContent(
      subject: "You have no account at \(service) with this address",
      parts: [
        .paragraph(
          "Somebody, probably you, asked for a new password at \(service) for this address. There "
            + "is no account with it."),
        .paragraph(
          "If it was you: perhaps you used another address, or an account elsewhere such as "
            + "Google's. Please try that one at \(url)."),
        .paragraph("If it was not you, do nothing."),
      ])
  }

  func passwordChanged(_ client: Client) -> EmailContent {
    EmailContent(
      subject: "Your password for \(service) was changed",
      parts: [
        .paragraph(
          "The password of your account at \(service) was changed. Whoever else was signed in as "
            + "you was signed out."),
        facts(client),
        .paragraph("If it was you, there is nothing to do. " + ifItWasNotYou),
      ])
  }
}

// MARK: - Sessions and accounts elsewhere

extension EmailText {
  func newSignIn(_ client: Client) -> EmailContent {
    EmailContent(
      subject: "New sign-in at \(service)",
      parts: [
        .paragraph(
          "Somebody signed in to your account at \(service) from where you have not signed in "
            + "before."),
        facts(client),
        .paragraph("If it was you, there is nothing to do. " + ifItWasNotYou),
      ])
  }

  func signInsDelayed(_ client: Client) -> EmailContent {
    EmailContent(
      subject: "Many failed sign-ins at \(service)",
      parts: [
        .paragraph(
          "Somebody tried several times to sign in to your account at \(service) and failed. We "
            + "now make them wait longer and longer between attempts."),
        facts(client),
        .paragraph(
          "If it was you and you do not remember your password, go to \(url) and choose “Forgot "
            + "your password?”."),
        .paragraph(
          "If it was not you: nobody got in. A long password that you use nowhere else, and a "
            + "second factor, keep it so; you set them up at \(url)."),
      ])
  }

  func sessionsEnded(_ reason: Letter.EndReason) -> EmailContent {
    let subject = "You were signed out of \(service)"
    switch reason {
    case .copiedToken(let client):
      return EmailContent(
        subject: subject,
        parts: [
          .paragraph(
            "An app that was signed in to \(service) as you showed a key that had been used "
              + "before. This happens when somebody has copied it from a device, so we ended that "
              + "session."),
          facts(client),
          .paragraph(
            "Please sign in again in the app. If you see this mail more than once, or do not "
              + "know the app, choose a new password at \(url) and look through your sessions "
              + "there."),
        ])
    case .byOperator:
      return EmailContent(
        subject: subject,
        parts: [
          .paragraph(
            "Whoever runs \(service) has ended your sessions, so you are signed out everywhere."),
          .action(label: "Sign in", link: url),
        ])
    }
  }

  func identityLinked(_ provider: String, _ client: Client) -> EmailContent {
    EmailContent(
      subject: "You can now sign in to \(service) with \(EmailContent.oneLine(provider))",
      parts: [
        .paragraph(
          "An account at \(EmailContent.oneLine(provider)) was linked with your account at "
            + "\(service). Whoever can sign in there can sign in here as you."),
        facts(client),
        .paragraph("If it was you, there is nothing to do."),
        .paragraph(
          ifItWasNotYou + " Then take the link away under “Security” in your account."),
      ])
  }

  func identityUnlinked(_ provider: String, _ client: Client) -> EmailContent {
    EmailContent(
      subject: "You no longer sign in to \(service) with \(EmailContent.oneLine(provider))",
      parts: [
        .paragraph(
          "The link between your account at \(service) and an account at "
            + "\(EmailContent.oneLine(provider)) was taken away."),
        facts(client),
        .paragraph("If it was you, there is nothing to do. " + ifItWasNotYou),
      ])
  }
}
