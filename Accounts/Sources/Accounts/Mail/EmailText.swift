/// The English texts of the emails, with their common parts.
struct EmailText: EmailTexts {
  /// The name of the service.
  let service: String
  /// Its public URL.
  let url: String
  /// The time of the event, in seconds since 1970.
  let now: Int

  /// The instructions for a recipient who did not cause the email.
  var ifNotYou: String {
    "If this was not you, someone else may be able to sign in to your account. Reset your "
      + "password now: go to \(url), choose “Forgot password?” and open the link in the email. "
      + "This also ends all sessions of your account."
  }

  /// The sentence that says that a link works only once, and until when.
  func linkValidity(until expires: Int) -> String {
    "The link works once, until \(MailTime(expires).text)."
  }

  /// Returns the time and the origin of the event.
  func facts(_ client: Client) -> EmailContent.Part {
    .facts([
      (name: "When", value: MailTime(now).text),
      (name: "With", value: client.summary(in: .english)),
      (name: "From", value: "the address \(EmailContent.oneLine(client.address, limit: 60))"),
    ])
  }

  /// The time of an event, for recipients who are not shown its origin.
  var timeFact: EmailContent.Part { .facts([(name: "When", value: MailTime(now).text)]) }

  /// Text that a user entered, as part of a sentence.
  func quoted(_ value: String) -> String { "“\(MailName.sanitized(value))”" }

  /// Returns the name of an actor in quotation marks: an address unchanged, a text that a user
  /// chose without links.
  func quotedActor(_ name: String) -> String { "“\(MailName.sanitizedActor(name))”" }
}

// MARK: - Registration

extension EmailText {
  func verifyAddress(_ link: String, until expires: Int) -> EmailContent {
    EmailContent(
      subject: "Confirm your address for \(service)",
      parts: [
        .paragraph(
          "Welcome! Someone, probably you, created an account at \(service) with this address. "
            + "Confirm that the address is yours."),
        .action(label: "Confirm my address", link: link),
        .paragraph(linkValidity(until: expires)),
        .paragraph(
          "If this was not you, ignore this email: no one can use the account without this "
            + "confirmation."),
      ])
  }

  func alreadyRegistered() -> EmailContent {
    EmailContent(
      subject: "You already have an account at \(service)",
      parts: [
        .paragraph(
          "Someone, probably you, tried to register this address at \(service). It already belongs "
            + "to your account, so nothing was changed."),
        .action(label: "Sign in", link: url),
        .paragraph("If you forgot your password, choose “Forgot password?” there."),
        .paragraph(
          "If this was not you, ignore this email: your account and your password are unchanged."),
      ])
  }

  func registrationsPending() -> EmailContent {
    EmailContent(
      subject: "Finish creating your account at \(service)",
      parts: [
        .paragraph(
          "Someone, probably you, tried to create an account at \(service) with this address. "
            + "Several earlier attempts wait for a confirmation, so this one was not added, and "
            + "its password is not valid."),
        .paragraph(
          "To create the account, open the link in one of the earlier emails, with the password "
            + "of that attempt. If you do not have it, choose “Forgot password?” and set a new "
            + "one, which confirms the address, too."),
        .action(label: "Go to \(service)", link: url),
        .paragraph(
          "If this was not you, ignore this email: no one can use the account without a "
            + "confirmation from this address."),
      ])
  }

  func verifyNewAddress(_ link: String, until expires: Int) -> EmailContent {
    EmailContent(
      subject: "Confirm your new address for \(service)",
      parts: [
        .paragraph(
          "Someone, probably you, wants to use this address for an account at \(service). Confirm "
            + "that the address is yours. Until then the account keeps its old address."),
        .action(label: "Confirm my new address", link: link),
        .paragraph(linkValidity(until: expires)),
        .paragraph(
          "If this was not you, ignore this email: without this confirmation nothing changes."),
      ])
  }

  func addressChanged(to address: String, _ client: Client) -> EmailContent {
    EmailContent(
      subject: "Your account at \(service) has a new address",
      parts: [
        .paragraph(
          "From now on you sign in at \(service) with "
            + "\(EmailContent.oneLine(address, limit: 254)), and emails go there. This is "
            + "the last email to this address."),
        facts(client),
        .paragraph(
          "If this was you, there is nothing to do. If it was not, contact the operator of "
            + "\(service) now: they can disable the account and restore it for you."),
      ])
  }

  func accountDisabled() -> EmailContent {
    EmailContent(
      subject: "Your account at \(service) was disabled",
      parts: [
        .paragraph(
          "The operator of \(service) has disabled your account, and you were signed out "
            + "everywhere. Nothing was deleted."),
        .paragraph("If you think that this is a mistake, contact them."),
      ])
  }

  func accountEnabled() -> EmailContent {
    EmailContent(
      subject: "Your account at \(service) was enabled again",
      parts: [
        .paragraph("You can sign in to \(service) again."),
        .action(label: "Sign in", link: url),
      ])
  }

  func accountDeleted() -> EmailContent {
    EmailContent(
      subject: "Your account at \(service) was deleted",
      parts: [
        .paragraph(
          "Your account at \(service) was deleted on \(MailTime(now).text), with your password "
            + "and everything that was only yours. This is the last email about it."),
        .paragraph(
          "If you did not delete it, contact the operator of \(service). They cannot restore it, "
            + "but they can see what happened."),
      ])
  }
}
