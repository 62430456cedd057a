/// The words of the letters, and what all of them need.
///
/// Plain and friendly: what happened, what to do, what if it was not you. A value that somebody
/// typed stands in quotation marks and on one line, so that nobody can speak in our name. A letter
/// to an address that nobody has confirmed yet holds nothing that its sender could have chosen.
struct EmailText {
  /// What the service is called.
  let service: String
  /// Where it is.
  let url: String
  /// When it happened.
  let now: Int

  /// What to do when it was somebody else who did it.
  var ifItWasNotYou: String {
    "If it was not you, somebody else may be able to sign in as you. Choose a new password at "
      + "once: go to \(url), choose “Forgot your password?” and follow the mail that comes. That "
      + "also signs everybody out who is signed in as you."
  }

  /// That a link counts once, and until when.
  func once(until expires: Int) -> String {
    "The link works once, until \(MailTime(expires).words)."
  }

  /// When and from where it was done.
  func facts(_ client: Client) -> EmailContent.Part {
    .facts([
      (name: "When", value: MailTime(now).words),
      (name: "With", value: client.words),
      (name: "From", value: "the address \(EmailContent.oneLine(client.address, limit: 60))"),
    ])
  }

  /// Something that somebody typed, as part of a sentence.
  func quoted(_ value: String) -> String { "“\(EmailContent.oneLine(value))”" }
}

// MARK: - Making an account

extension EmailText {
  func verifyAddress(_ link: String, until expires: Int) -> EmailContent {
    EmailContent(
      subject: "Confirm your address for \(service)",
      parts: [
        .paragraph(
          "Welcome! Somebody, probably you, made an account at \(service) with this address. "
            + "Please confirm that the address is yours."),
        .action(label: "Confirm my address", link: link),
        .paragraph(once(until: expires)),
        .paragraph(
          "If it was not you, do nothing: without this confirmation nobody can use the account."),
      ])
  }

  func alreadyRegistered() -> EmailContent {
    EmailContent(
      subject: "You already have an account at \(service)",
      parts: [
        .paragraph(
          "Somebody, probably you, tried to make an account at \(service) with this address. You "
            + "have one already, so nothing was changed."),
        .action(label: "Sign in", link: url),
        .paragraph("If you do not remember your password, choose “Forgot your password?” there."),
        .paragraph(
          "If it was not you, do nothing: your account and your password are as they were."),
      ])
  }

  func verifyNewAddress(_ link: String, until expires: Int) -> EmailContent {
    EmailContent(
      subject: "Confirm your new address for \(service)",
      parts: [
        .paragraph(
          "Somebody, probably you, wants to use this address for an account at \(service). Please "
            + "confirm that the address is yours. Until then the account keeps its old one."),
        .action(label: "Confirm my new address", link: link),
        .paragraph(once(until: expires)),
        .paragraph("If it was not you, do nothing: without this confirmation nothing changes."),
      ])
  }

  func addressChanged(to address: String, _ client: Client) -> EmailContent {
    EmailContent(
      subject: "Your account at \(service) has a new address",
      parts: [
        .paragraph(
          "From now on you sign in at \(service) with "
            + "\(EmailContent.oneLine(address, limit: 254)), and mails go there. This is the last "
            + "mail to this address."),
        facts(client),
        .paragraph(
          "If it was you, there is nothing to do. If it was not you, write to whoever runs "
            + "\(service) at once: they can shut the account and give it back to you."),
      ])
  }

  func accountDisabled() -> EmailContent {
    EmailContent(
      subject: "Your account at \(service) was shut",
      parts: [
        .paragraph(
          "Whoever runs \(service) has shut your account, and you were signed out everywhere. "
            + "Nothing was deleted."),
        .paragraph("If you think that this is a mistake, please write to them."),
      ])
  }

  func accountEnabled() -> EmailContent {
    EmailContent(
      subject: "Your account at \(service) is open again",
      parts: [
        .paragraph("You can sign in at \(service) again, as before."),
        .action(label: "Sign in", link: url),
      ])
  }

  func accountDeleted() -> EmailContent {
    EmailContent(
      subject: "Your account at \(service) was deleted",
      parts: [
        .paragraph(
          "Your account at \(service) is gone, with your password and everything that was only "
            + "yours, since \(MailTime(now).words). This is the last mail about it."),
        .paragraph(
          "If it was not you who deleted it, please write to whoever runs \(service). They cannot "
            + "bring it back, but they can see what happened."),
      ])
  }
}
