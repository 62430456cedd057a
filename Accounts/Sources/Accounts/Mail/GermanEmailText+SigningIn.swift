// MARK: Passwords

extension GermanEmailText {
  func passwordResetLink(_ link: String, until expires: Int) -> EmailContent {
    EmailContent(
      subject: "Leg ein neues Passwort für \(service) fest",
      parts: [
        .paragraph(
          "Jemand, wahrscheinlich du, will das Passwort deines Kontos bei \(service) "
            + "zurücksetzen."),
        .action(label: "Neues Passwort festlegen", link: link),
        .paragraph(
          linkValidity(until: expires) + " Ein neues Passwort meldet dich überall ab."),
        .paragraph(
          "Wenn du das nicht warst, ignoriere diese E-Mail: Dein Passwort bleibt, wie es ist."),
      ])
  }

  func noAccount() -> EmailContent {
    EmailContent(
      subject: "Du hast mit dieser Adresse kein Konto bei \(service)",
      parts: [
        .paragraph(
          "Jemand, wahrscheinlich du, hat einen Link für ein Konto bei \(service) mit dieser "
            + "Adresse angefordert, aber es gibt keines."),
        .paragraph(
          "Wenn du das warst, hast du vielleicht eine andere Adresse verwendet, oder ein Konto bei "
            + "einem anderen Dienst wie Google. Versuch es damit unter \(url)."),
        .paragraph("Wenn du das nicht warst, ignoriere diese E-Mail."),
      ])
  }

  func passwordReset(revoked tokens: [RevokedToken], _ client: Client) -> EmailContent {
    var parts: [EmailContent.Part] = [
      .paragraph(
        "Für dein Konto bei \(service) wurde mit einem Link ein neues Passwort festgelegt. Alle "
          + "Sitzungen deines Kontos wurden beendet."),
      facts(client),
    ]
    if tokens.isEmpty {
      parts.append(.paragraph("Dein Konto hatte keine API-Tokens."))
    } else {
      let more = tokens.count - Self.maximumTokens
      parts.append(
        .paragraph(
          "Diese API-Tokens von dir wurden widerrufen, weil sie ohne Passwort gelten. Programme, "
            + "die sie verwenden, brauchen neue, von „API-Tokens“ unter \(url)."))
      parts.append(
        .facts(
          tokens.prefix(Self.maximumTokens).map { token in
            let used = token.lastUsed.map { "zuletzt verwendet \(MailTime($0).germanText)" }
            return (
              name: "\(quoted(token.name)) in \(quoted(token.organization))",
              value: used ?? "nie verwendet"
            )
          } + (more > 0 ? [(name: "Und weitere", value: "\(more)")] : [])))
    }
    parts.append(
      .paragraph(
        "Tokens von Dienstkonten gehören ihrer Organisation und gelten weiter: Ihre Inhaber sehen "
          + "und widerrufen sie unter „API-Tokens“."))
    parts.append(.paragraph("Wenn du das warst, ist sonst nichts zu tun. " + ifNotYou))
    return EmailContent(
      subject: "Dein Passwort für \(service) wurde zurückgesetzt", parts: parts)
  }

  func passwordChanged(_ client: Client) -> EmailContent {
    EmailContent(
      subject: "Dein Passwort für \(service) wurde geändert",
      parts: [
        .paragraph(
          "Das Passwort deines Kontos bei \(service) wurde geändert. Alle anderen Sitzungen deines "
            + "Kontos wurden beendet."),
        facts(client),
        .paragraph("Wenn du das warst, ist nichts zu tun. " + ifNotYou),
      ])
  }
}

// MARK: - Sessions and linked accounts

extension GermanEmailText {
  func newSignIn(_ client: Client) -> EmailContent {
    EmailContent(
      subject: "Neue Anmeldung bei \(service)",
      parts: [
        .paragraph(
          "Jemand hat sich mit deinem Konto bei \(service) angemeldet, von einem Gerät oder "
            + "Netzwerk, das du noch nicht verwendet hast."),
        facts(client),
        .paragraph("Wenn du das warst, ist nichts zu tun. " + ifNotYou),
      ])
  }

  func signInsDelayed(_ client: Client) -> EmailContent {
    EmailContent(
      subject: "Viele fehlgeschlagene Anmeldungen bei \(service)",
      parts: [
        .paragraph(
          "Jemand hat mehrmals erfolglos versucht, sich mit deinem Konto bei \(service) "
            + "anzumelden. Weitere Versuche werden jetzt immer mehr verzögert, außer dort, wo du "
            + "dich schon angemeldet hast: Dort kannst du dich wie immer anmelden."),
        facts(client),
        .paragraph(
          "Wenn du das warst und dein Passwort vergessen hast, geh zu \(url) und wähl „Passwort "
            + "vergessen?“."),
        .paragraph(
          "Wenn du das nicht warst: Niemand hat sich angemeldet. Ein langes Passwort, das du sonst "
            + "nirgends verwendest, und ein zweiter Faktor schützen dein Konto; beides richtest du "
            + "unter \(url) ein."),
      ])
  }

  func sessionsEnded(_ reason: EmailTemplate.SignOutReason) -> EmailContent {
    let subject = "Du wurdest bei \(service) abgemeldet"
    switch reason {
    case .tokenReuse(let client):
      return EmailContent(
        subject: subject,
        parts: [
          .paragraph(
            "Eine App, die mit deinem Konto bei \(service) angemeldet ist, hat einen Token zweimal "
              + "verwendet. Das passiert, wenn ihn jemand von einem Gerät kopiert hat, deshalb "
              + "wurde ihre Sitzung beendet."),
          facts(client),
          .paragraph(
            "Melde dich in der App wieder an. Wenn du diese E-Mail öfter bekommst oder die App "
              + "nicht kennst, setz unter \(url) dein Passwort zurück und prüf dort deine "
              + "Sitzungen."),
        ])
    case .failedReauthentications(let client):
      return EmailContent(
        subject: subject,
        parts: [
          .paragraph(
            "In einer Sitzung deines Kontos bei \(service) sollte jemand bestätigen, dass du es "
              + "bist, und hat \(ReauthenticationAttempts.maximumFailures)-mal ein falsches "
              + "Passwort oder einen falschen Code eingegeben. Diese Sitzung wurde beendet. Deine "
              + "anderen Sitzungen laufen weiter, und du kannst dich wie immer anmelden."),
          facts(client),
          .paragraph(
            "Wenn du das warst, melde dich wieder an; wenn du dein Passwort vergessen hast, geh zu "
              + "\(url) und wähl „Passwort vergessen?“. \(ifNotYou)"),
        ])
    case .byOperator:
      return EmailContent(
        subject: subject,
        parts: [
          .paragraph(
            "Der Betreiber von \(service) hat deine Sitzungen beendet. Du bist überall "
              + "abgemeldet."),
          .action(label: "Anmelden", link: url),
        ])
    }
  }

  func identityLinked(_ provider: String, _ client: Client) -> EmailContent {
    let provider = EmailContent.oneLine(provider)
    return EmailContent(
      subject: "Du kannst dich jetzt mit \(provider) bei \(service) anmelden",
      parts: [
        .paragraph(
          "Ein Konto bei \(provider) wurde mit deinem Konto bei \(service) verknüpft. Wer sich "
            + "dort anmelden kann, kann sich hier als du anmelden."),
        facts(client),
        .paragraph("Wenn du das warst, ist nichts zu tun."),
        .paragraph(
          ifNotYou + " Entfern dann die Verknüpfung unter „Sicherheit“ in deinem Konto."),
      ])
  }

  func identityUnlinked(_ provider: String, _ client: Client) -> EmailContent {
    let provider = EmailContent.oneLine(provider)
    return EmailContent(
      subject: "Du meldest dich nicht mehr mit \(provider) bei \(service) an",
      parts: [
        .paragraph(
          "Die Verknüpfung deines Kontos bei \(service) mit einem Konto bei \(provider) wurde "
            + "entfernt."),
        facts(client),
        .paragraph("Wenn du das warst, ist nichts zu tun. " + ifNotYou),
      ])
  }
}
