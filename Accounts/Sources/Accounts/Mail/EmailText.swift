/// The texts of the emails in each language, with their common parts.
///
/// Each says what happened and, where it matters, what the recipient should do, also in case
/// someone else caused it. Text that a user entered is quoted, on one line and without links, so
/// that no one can impersonate the service. Except for an invitation, an email to an unverified
/// address contains nothing that the person who caused it could have chosen, other than its
/// language.
struct EmailText {
  let language: EmailLanguage
  let settings: AccountSettings
  /// The time of the event, in seconds since 1970.
  let now: Int

  /// The name of the service.
  var service: String { EmailContent.oneLine(settings.serviceName) }
  /// Its public URL.
  var url: String { settings.publicURL }
  /// The URL of its page for signing in.
  var signInURL: String { settings.signInURL }

  /// Returns the text in the language of the email.
  func localized(
    _ english: @autoclosure () -> String, german: @autoclosure () -> String
  ) -> String {
    switch language {
    case .english: english()
    case .german: german()
    }
  }

  /// Returns a paragraph with the text in the language of the email.
  func paragraph(
    _ english: @autoclosure () -> String, german: @autoclosure () -> String
  ) -> EmailContent.Part {
    .paragraph(localized(english(), german: german()))
  }

  /// The instructions for a recipient who did not cause the email.
  var ifNotYou: String {
    localized(
      "If this was not you, someone else may be able to sign in to your account. Reset your "
        + "password now: go to \(signInURL), choose “Forgot password?” and open the link in the "
        + "email. This also ends all sessions of your account.",
      german: "Wenn du das nicht warst, kann sich vielleicht jemand anders mit deinem Konto "
        + "anmelden. Setz jetzt dein Passwort zurück: Geh zu \(signInURL), wähl „Passwort "
        + "vergessen?“ und öffne den Link in der E-Mail. Das beendet auch alle Sitzungen "
        + "deines Kontos.")
  }

  /// The instructions for a recipient who may have caused the event.
  var ifYouOrNot: String {
    localized(
      "If this was you, there is nothing to do. ", german: "Wenn du das warst, ist nichts zu tun. ")
      + ifNotYou
  }

  /// Returns the time, for display.
  func time(_ seconds: Int) -> String { MailTime(seconds).text(in: language) }

  /// The sentence that says that a link works only once, and until when.
  func linkValidity(until expires: Int) -> String {
    localized(
      "The link works once, until \(time(expires)).",
      german: "Der Link gilt einmal, bis \(time(expires)).")
  }

  /// Returns the time and the origin of the event.
  func facts(_ client: Client) -> EmailContent.Part {
    .facts([
      (name: localized("When", german: "Wann"), value: time(now)),
      (name: localized("With", german: "Mit"), value: client.summary(in: language)),
      (
        name: localized("From", german: "Von"),
        value: localized(
          "the address \(EmailContent.oneLine(client.address, limit: 60))",
          german: "der Adresse \(EmailContent.oneLine(client.address, limit: 60))")
      ),
    ])
  }

  /// The time of an event, for recipients who are not shown its origin.
  var timeFact: EmailContent.Part {
    .facts([(name: localized("When", german: "Wann"), value: time(now))])
  }

  /// Text that a user entered, as part of a sentence.
  func quoted(_ value: String) -> String { inQuotationMarks(MailName.sanitized(value)) }

  /// Returns the name of an actor in quotation marks: an address unchanged, a text that a user
  /// chose without links.
  func quotedActor(_ name: String) -> String { inQuotationMarks(MailName.sanitizedActor(name)) }

  private func inQuotationMarks(_ text: String) -> String {
    localized("“\(text)”", german: "„\(text)“")
  }
}

// MARK: - Registration

extension EmailText {
  func verifyAddress(_ link: String, until expires: Int) -> EmailContent {
    EmailContent(
      subject: localized(
        "Confirm your address for \(service)",
        german: "Bestätige deine Adresse für \(service)"),
      parts: [
        paragraph(
          "Welcome! Someone, probably you, created an account at \(service) with this address. "
            + "Confirm that the address is yours.",
          german: "Willkommen! Jemand, wahrscheinlich du, hat mit dieser Adresse ein Konto bei "
            + "\(service) erstellt. Bestätige, dass sie dir gehört."),
        .action(
          label: localized("Confirm my address", german: "Meine Adresse bestätigen"), link: link),
        .paragraph(linkValidity(until: expires)),
        paragraph(
          "If this was not you, ignore this email: no one can use the account without this "
            + "confirmation.",
          german: "Wenn du das nicht warst, ignoriere diese E-Mail: Ohne die Bestätigung kann "
            + "niemand das Konto verwenden."),
      ])
  }

  func alreadyRegistered() -> EmailContent {
    EmailContent(
      subject: localized(
        "You already have an account at \(service)",
        german: "Du hast schon ein Konto bei \(service)"),
      parts: [
        paragraph(
          "Someone, probably you, tried to register this address at \(service). It already "
            + "belongs to your account, so nothing was changed.",
          german: "Jemand, wahrscheinlich du, wollte diese Adresse bei \(service) registrieren. "
            + "Sie gehört schon zu deinem Konto, deshalb wurde nichts geändert."),
        .action(label: localized("Sign in", german: "Anmelden"), link: signInURL),
        paragraph(
          "If you forgot your password, choose “Forgot password?” there.",
          german: "Wenn du dein Passwort vergessen hast, wähl dort „Passwort vergessen?“."),
        paragraph(
          "If this was not you, ignore this email: your account and your password are unchanged.",
          german: "Wenn du das nicht warst, ignoriere diese E-Mail: Dein Konto und dein Passwort "
            + "sind unverändert."),
      ])
  }

  func registrationsPending() -> EmailContent {
    EmailContent(
      subject: localized(
        "Finish creating your account at \(service)",
        german: "Schließ die Registrierung bei \(service) ab"),
      parts: [
        paragraph(
          "Someone, probably you, tried to create an account at \(service) with this address. "
            + "Several earlier attempts wait for a confirmation, so this one was not added, "
            + "and its password is not valid.",
          german: "Jemand, wahrscheinlich du, wollte mit dieser Adresse ein Konto bei \(service) "
            + "erstellen. Mehrere frühere Versuche warten auf eine Bestätigung, deshalb kam "
            + "dieser nicht dazu, und sein Passwort gilt nicht."),
        paragraph(
          "To create the account, open the link in one of the earlier emails, with the password "
            + "of that attempt. If you do not have it, choose “Forgot password?” and set a "
            + "new one, which confirms the address, too.",
          german: "Um das Konto zu erstellen, öffne den Link in einer der früheren E-Mails, mit "
            + "dem Passwort dieses Versuchs. Wenn du es nicht hast, wähl „Passwort "
            + "vergessen?“ und leg ein neues fest; auch das bestätigt die Adresse."),
        .action(label: localized("Go to \(service)", german: "Zu \(service)"), link: signInURL),
        paragraph(
          "If this was not you, ignore this email: no one can use the account without a "
            + "confirmation from this address.",
          german: "Wenn du das nicht warst, ignoriere diese E-Mail: Ohne eine Bestätigung von "
            + "dieser Adresse kann niemand das Konto verwenden."),
      ])
  }

  func verifyNewAddress(_ link: String, until expires: Int) -> EmailContent {
    EmailContent(
      subject: localized(
        "Confirm your new address for \(service)",
        german: "Bestätige deine neue Adresse für \(service)"),
      parts: [
        paragraph(
          "Someone, probably you, wants to use this address for an account at \(service). "
            + "Confirm that the address is yours. Until then the account keeps its old "
            + "address.",
          german: "Jemand, wahrscheinlich du, will diese Adresse für ein Konto bei \(service) "
            + "verwenden. Bestätige, dass sie dir gehört. Bis dahin behält das Konto seine "
            + "alte Adresse."),
        .action(
          label: localized(
            "Confirm my new address",
            german: "Meine neue Adresse bestätigen"), link: link),
        .paragraph(linkValidity(until: expires)),
        paragraph(
          "If this was not you, ignore this email: without this confirmation nothing changes.",
          german: "Wenn du das nicht warst, ignoriere diese E-Mail: Ohne die Bestätigung ändert "
            + "sich nichts."),
      ])
  }

  func addressChanged(to address: String, _ client: Client) -> EmailContent {
    EmailContent(
      subject: localized(
        "Your account at \(service) has a new address",
        german: "Dein Konto bei \(service) hat eine neue Adresse"),
      parts: [
        paragraph(
          "From now on you sign in at \(service) with "
            + "\(EmailContent.oneLine(address, limit: 254)), and emails go there. This is "
            + "the last email to this address.",
          german: "Ab jetzt meldest du dich bei \(service) mit "
            + "\(EmailContent.oneLine(address, limit: 254)) an, und E-Mails gehen dorthin. "
            + "Das ist die letzte E-Mail an diese Adresse."),
        facts(client),
        paragraph(
          "If this was you, there is nothing to do. If it was not, contact the operator of "
            + "\(service) now: they can disable the account and restore it for you.",
          german: "Wenn du das warst, ist nichts zu tun. Wenn nicht, wende dich jetzt an den "
            + "Betreiber von \(service): Er kann das Konto sperren und für dich "
            + "wiederherstellen."),
      ])
  }

  func accountDisabled() -> EmailContent {
    EmailContent(
      subject: localized(
        "Your account at \(service) was disabled",
        german: "Dein Konto bei \(service) wurde gesperrt"),
      parts: [
        paragraph(
          "The operator of \(service) has disabled your account, and you were signed out "
            + "everywhere. Nothing was deleted.",
          german: "Der Betreiber von \(service) hat dein Konto gesperrt, und du wurdest überall "
            + "abgemeldet. Nichts wurde gelöscht."),
        paragraph(
          "If you think that this is a mistake, contact them.",
          german: "Wenn du das für einen Irrtum hältst, wende dich an ihn."),
      ])
  }

  func accountEnabled() -> EmailContent {
    EmailContent(
      subject: localized(
        "Your account at \(service) was enabled again",
        german: "Dein Konto bei \(service) wurde entsperrt"),
      parts: [
        paragraph(
          "You can sign in to \(service) again.",
          german: "Du kannst dich wieder bei \(service) anmelden."),
        .action(label: localized("Sign in", german: "Anmelden"), link: signInURL),
      ])
  }

  func accountDeleted() -> EmailContent {
    EmailContent(
      subject: localized(
        "Your account at \(service) was deleted",
        german: "Dein Konto bei \(service) wurde gelöscht"),
      parts: [
        paragraph(
          "Your account at \(service) was deleted on \(time(now)), with your password and "
            + "everything that was only yours. This is the last email about it.",
          german: "Dein Konto bei \(service) wurde am \(time(now)) gelöscht, mit deinem Passwort "
            + "und allem, was nur dir gehörte. Das ist die letzte E-Mail dazu."),
        paragraph(
          "If you did not delete it, contact the operator of \(service). They cannot restore it, "
            + "but they can see what happened.",
          german: "Wenn du es nicht gelöscht hast, wende dich an den Betreiber von \(service). "
            + "Er kann es nicht wiederherstellen, aber sehen, was passiert ist."),
      ])
  }
}
