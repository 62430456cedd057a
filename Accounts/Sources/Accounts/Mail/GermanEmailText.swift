/// The German texts of the emails, with their common parts.
struct GermanEmailText: EmailTexts {
  /// The name of the service.
  let service: String
  /// Its public URL.
  let url: String
  /// The time of the event, in seconds since 1970.
  let now: Int

  /// The instructions for a recipient who did not cause the email.
  var ifNotYou: String {
    "Wenn du das nicht warst, kann sich vielleicht jemand anders mit deinem Konto anmelden. Setz "
      + "jetzt dein Passwort zurück: Geh zu \(url), wähl „Passwort vergessen?“ und öffne den Link "
      + "in der E-Mail. Das beendet auch alle Sitzungen deines Kontos."
  }

  /// The sentence that says that a link works only once, and until when.
  func linkValidity(until expires: Int) -> String {
    "Der Link gilt einmal, bis \(MailTime(expires).germanText)."
  }

  /// Returns the time and the origin of the event.
  func facts(_ client: Client) -> EmailContent.Part {
    .facts([
      (name: "Wann", value: MailTime(now).germanText),
      (name: "Mit", value: client.summary(in: .german)),
      (name: "Von", value: "der Adresse \(EmailContent.oneLine(client.address, limit: 60))"),
    ])
  }

  /// The time of an event, for recipients who are not shown its origin.
  var timeFact: EmailContent.Part { .facts([(name: "Wann", value: MailTime(now).germanText)]) }

  /// Text that a user entered, as part of a sentence.
  func quoted(_ value: String) -> String { "„\(MailName.sanitized(value))“" }

  /// Returns the name of an actor in quotation marks: an address unchanged, a text that a user
  /// chose without links.
  func quotedActor(_ name: String) -> String { "„\(MailName.sanitizedActor(name))“" }
}

// MARK: - Registration

extension GermanEmailText {
  func verifyAddress(_ link: String, until expires: Int) -> EmailContent {
    EmailContent(
      subject: "Bestätige deine Adresse für \(service)",
      parts: [
        .paragraph(
          "Willkommen! Jemand, wahrscheinlich du, hat mit dieser Adresse ein Konto bei \(service) "
            + "erstellt. Bestätige, dass sie dir gehört."),
        .action(label: "Meine Adresse bestätigen", link: link),
        .paragraph(linkValidity(until: expires)),
        .paragraph(
          "Wenn du das nicht warst, ignoriere diese E-Mail: Ohne die Bestätigung kann niemand das "
            + "Konto verwenden."),
      ])
  }

  func alreadyRegistered() -> EmailContent {
    EmailContent(
      subject: "Du hast schon ein Konto bei \(service)",
      parts: [
        .paragraph(
          "Jemand, wahrscheinlich du, wollte diese Adresse bei \(service) registrieren. Sie gehört "
            + "schon zu deinem Konto, deshalb wurde nichts geändert."),
        .action(label: "Anmelden", link: url),
        .paragraph("Wenn du dein Passwort vergessen hast, wähl dort „Passwort vergessen?“."),
        .paragraph(
          "Wenn du das nicht warst, ignoriere diese E-Mail: Dein Konto und dein Passwort sind "
            + "unverändert."),
      ])
  }

  func registrationsPending() -> EmailContent {
    EmailContent(
      subject: "Schließ die Registrierung bei \(service) ab",
      parts: [
        .paragraph(
          "Jemand, wahrscheinlich du, wollte mit dieser Adresse ein Konto bei \(service) "
            + "erstellen. Mehrere frühere Versuche warten auf eine Bestätigung, deshalb kam dieser "
            + "nicht dazu, und sein Passwort gilt nicht."),
        .paragraph(
          "Um das Konto zu erstellen, öffne den Link in einer der früheren E-Mails, mit dem "
            + "Passwort dieses Versuchs. Wenn du es nicht hast, wähl „Passwort vergessen?“ und leg "
            + "ein neues fest; auch das bestätigt die Adresse."),
        .action(label: "Zu \(service)", link: url),
        .paragraph(
          "Wenn du das nicht warst, ignoriere diese E-Mail: Ohne eine Bestätigung von dieser "
            + "Adresse kann niemand das Konto verwenden."),
      ])
  }

  func verifyNewAddress(_ link: String, until expires: Int) -> EmailContent {
    EmailContent(
      subject: "Bestätige deine neue Adresse für \(service)",
      parts: [
        .paragraph(
          "Jemand, wahrscheinlich du, will diese Adresse für ein Konto bei \(service) verwenden. "
            + "Bestätige, dass sie dir gehört. Bis dahin behält das Konto seine alte Adresse."),
        .action(label: "Meine neue Adresse bestätigen", link: link),
        .paragraph(linkValidity(until: expires)),
        .paragraph(
          "Wenn du das nicht warst, ignoriere diese E-Mail: Ohne die Bestätigung ändert sich "
            + "nichts."),
      ])
  }

  func addressChanged(to address: String, _ client: Client) -> EmailContent {
    EmailContent(
      subject: "Dein Konto bei \(service) hat eine neue Adresse",
      parts: [
        .paragraph(
          "Ab jetzt meldest du dich bei \(service) mit "
            + "\(EmailContent.oneLine(address, limit: 254)) an, und E-Mails gehen dorthin. Das ist "
            + "die letzte E-Mail an diese Adresse."),
        facts(client),
        .paragraph(
          "Wenn du das warst, ist nichts zu tun. Wenn nicht, wende dich jetzt an den Betreiber von "
            + "\(service): Er kann das Konto sperren und für dich wiederherstellen."),
      ])
  }

  func accountDisabled() -> EmailContent {
    EmailContent(
      subject: "Dein Konto bei \(service) wurde gesperrt",
      parts: [
        .paragraph(
          "Der Betreiber von \(service) hat dein Konto gesperrt, und du wurdest überall "
            + "abgemeldet. Nichts wurde gelöscht."),
        .paragraph("Wenn du das für einen Irrtum hältst, wende dich an ihn."),
      ])
  }

  func accountEnabled() -> EmailContent {
    EmailContent(
      subject: "Dein Konto bei \(service) wurde entsperrt",
      parts: [
        .paragraph("Du kannst dich wieder bei \(service) anmelden."),
        .action(label: "Anmelden", link: url),
      ])
  }

  func accountDeleted() -> EmailContent {
    EmailContent(
      subject: "Dein Konto bei \(service) wurde gelöscht",
      parts: [
        .paragraph(
          "Dein Konto bei \(service) wurde am \(MailTime(now).germanText) gelöscht, mit deinem "
            + "Passwort und allem, was nur dir gehörte. Das ist die letzte E-Mail dazu."),
        .paragraph(
          "Wenn du es nicht gelöscht hast, wende dich an den Betreiber von \(service). Er kann es "
            + "nicht wiederherstellen, aber sehen, was passiert ist."),
      ])
  }
}
