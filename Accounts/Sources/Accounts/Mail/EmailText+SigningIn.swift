// MARK: Passwords

extension EmailText {
  /// The maximum number of tokens listed in the email about a reset.
  private static var maximumTokens: Int { 20 }

  func passwordResetLink(_ link: String, until expires: Int) -> EmailContent {
    EmailContent(
      subject: localized(
        "Set a new password for \(service)",
        german: "Leg ein neues Passwort für \(service) fest"),
      parts: [
        paragraph(
          "Someone, probably you, requested a password reset for your account at \(service).",
          german: "Jemand, wahrscheinlich du, will das Passwort deines Kontos bei \(service) "
            + "zurücksetzen."),
        .action(
          label: localized("Set a new password", german: "Neues Passwort festlegen"), link: link),
        .paragraph(
          linkValidity(until: expires)
            + localized(
              " Setting a new password signs you out everywhere.",
              german: " Ein neues Passwort meldet dich überall ab.")),
        paragraph(
          "If this was not you, ignore this email: your password stays the same.",
          german: "Wenn du das nicht warst, ignoriere diese E-Mail: Dein Passwort bleibt, wie es "
            + "ist."),
      ])
  }

  func noAccount() -> EmailContent {
    EmailContent(
      subject: localized(
        "You have no account at \(service) with this address",
        german: "Du hast mit dieser Adresse kein Konto bei \(service)"),
      parts: [
        paragraph(
          "Someone, probably you, requested a link for an account at \(service) with this "
            + "address, but there is none.",
          german: "Jemand, wahrscheinlich du, hat einen Link für ein Konto bei \(service) mit "
            + "dieser Adresse angefordert, aber es gibt keines."),
        paragraph(
          "If this was you, you may have registered with another address\(orWithProvider). Try "
            + "that at \(signInURL).",
          german: "Wenn du das warst, hast du dich vielleicht mit einer anderen Adresse"
            + "\(orWithProvider) registriert. Versuch es damit unter \(signInURL)."),
        paragraph(
          "If this was not you, ignore this email.",
          german: "Wenn du das nicht warst, ignoriere diese E-Mail."),
      ])
  }

  /// The identity providers of the service, as the end of a sentence.
  private var orWithProvider: String {
    let names = settings.identityProviderNames.map { EmailContent.oneLine($0) }
    guard let last = names.last else { return "" }
    let others = names.dropLast().joined(separator: ", ")
    let list = others.isEmpty ? last : others + localized(" or ", german: " oder ") + last
    return localized(" or with \(list)", german: " oder mit \(list)")
  }

  func passwordReset(revoked tokens: [RevokedToken], _ client: Client) -> EmailContent {
    var parts: [EmailContent.Part] = [
      paragraph(
        "A new password was set for your account at \(service), with a reset link. All sessions "
          + "of your account were ended.",
        german: "Für dein Konto bei \(service) wurde mit einem Link ein neues Passwort "
          + "festgelegt. Alle Sitzungen deines Kontos wurden beendet."),
      facts(client),
    ]
    if settings.features.contains(.apiTokens) { parts += tokenParts(revoked: tokens) }
    parts.append(
      .paragraph(
        localized(
          "If this was you, there is nothing else to do. ",
          german: "Wenn du das warst, ist sonst nichts zu tun. ") + ifNotYou))
    return EmailContent(
      subject: localized(
        "Your password for \(service) was reset",
        german: "Dein Passwort für \(service) wurde zurückgesetzt"), parts: parts)
  }

  private func tokenParts(revoked tokens: [RevokedToken]) -> [EmailContent.Part] {
    let serviceAccounts = paragraph(
      "Tokens of service accounts belong to their organization and still work: its owners see "
        + "and revoke them under “API tokens”.",
      german: "Tokens von Dienstkonten gehören ihrer Organisation und gelten weiter: Ihre "
        + "Inhaber sehen und widerrufen sie unter „API-Tokens“.")
    guard !tokens.isEmpty else {
      return [
        paragraph(
          "Your account had no API tokens.", german: "Dein Konto hatte keine API-Tokens."),
        serviceAccounts,
      ]
    }
    let facts = tokens.prefix(Self.maximumTokens).map { token in
      let used =
        token.lastUsed.map {
          localized("last used \(time($0))", german: "zuletzt verwendet \(time($0))")
        } ?? localized("never used", german: "nie verwendet")
      return (name: "\(quoted(token.name)) in \(quoted(token.organization))", value: used)
    }
    let more = tokens.count - facts.count
    let rest = [(name: localized("And more", german: "Und weitere"), value: "\(more)")]
    return [
      paragraph(
        "Your following API tokens were revoked, because they work without a password. "
          + "Programs that use them need new ones, from “API tokens” at \(url).",
        german: "Diese API-Tokens von dir wurden widerrufen, weil sie ohne Passwort gelten. "
          + "Programme, die sie verwenden, brauchen neue, von „API-Tokens“ unter \(url)."),
      .facts(facts + (more > 0 ? rest : [])), serviceAccounts,
    ]
  }

  func passwordChanged(_ client: Client) -> EmailContent {
    EmailContent(
      subject: localized(
        "Your password for \(service) was changed",
        german: "Dein Passwort für \(service) wurde geändert"),
      parts: [
        paragraph(
          "The password of your account at \(service) was changed. All other sessions of your "
            + "account were ended.",
          german: "Das Passwort deines Kontos bei \(service) wurde geändert. Alle anderen "
            + "Sitzungen deines Kontos wurden beendet."),
        facts(client),
        .paragraph(ifYouOrNot),
      ])
  }
}

// MARK: - Sessions and linked accounts

extension EmailText {
  func newSignIn(_ client: Client) -> EmailContent {
    EmailContent(
      subject: localized("New sign-in at \(service)", german: "Neue Anmeldung bei \(service)"),
      parts: [
        paragraph(
          "Someone signed in to your account at \(service) from a device or network that you "
            + "have not used before.",
          german: "Jemand hat sich mit deinem Konto bei \(service) angemeldet, von einem Gerät "
            + "oder Netzwerk, das du noch nicht verwendet hast."),
        facts(client),
        .paragraph(ifYouOrNot),
      ])
  }

  func signInsDelayed(_ client: Client) -> EmailContent {
    EmailContent(
      subject: localized(
        "Many failed sign-ins at \(service)",
        german: "Viele fehlgeschlagene Anmeldungen bei \(service)"),
      parts: [
        paragraph(
          "Someone tried several times to sign in to your account at \(service) and failed. "
            + "Further attempts are now delayed more and more, except where you have signed "
            + "in before: you can sign in there as usual.",
          german: "Jemand hat mehrmals erfolglos versucht, sich mit deinem Konto bei \(service) "
            + "anzumelden. Weitere Versuche werden jetzt immer mehr verzögert, außer dort, "
            + "wo du dich schon angemeldet hast: Dort kannst du dich wie immer anmelden."),
        facts(client),
        paragraph(
          "If this was you and you forgot your password, go to \(signInURL) and choose “Forgot "
            + "password?”.",
          german:
            "Wenn du das warst und dein Passwort vergessen hast, geh zu \(signInURL) und wähl "
            + "„Passwort vergessen?“."),
        settings.features.contains(.secondFactors)
          ? paragraph(
            "If this was not you: no one got in. A long password that you use nowhere else and a "
              + "second factor keep your account safe; set them up at \(url).",
            german: "Wenn du das nicht warst: Niemand hat sich angemeldet. Ein langes Passwort, "
              + "das du sonst nirgends verwendest, und ein zweiter Faktor schützen dein Konto; "
              + "beides richtest du unter \(url) ein.")
          : paragraph(
            "If this was not you: no one got in. A long password that you use nowhere else keeps "
              + "your account safe.",
            german: "Wenn du das nicht warst: Niemand hat sich angemeldet. Ein langes Passwort, "
              + "das du sonst nirgends verwendest, schützt dein Konto."),
      ])
  }

  func sessionsEnded(_ reason: EmailTemplate.SignOutReason) -> EmailContent {
    let subject = localized(
      "You were signed out of \(service)",
      german: "Du wurdest bei \(service) abgemeldet")
    switch reason {
    case .tokenReuse(let client):
      return EmailContent(
        subject: subject,
        parts: [
          paragraph(
            "An app that is signed in to \(service) with your account used a token twice. This "
              + "happens when someone has copied it from a device, so its session was ended.",
            german: "Eine App, die mit deinem Konto bei \(service) angemeldet ist, hat einen "
              + "Token zweimal verwendet. Das passiert, wenn ihn jemand von einem Gerät "
              + "kopiert hat, deshalb wurde ihre Sitzung beendet."),
          facts(client),
          paragraph(
            "Sign in again in the app. If you get this email more than once, or do not know the "
              + "app, reset your password at \(signInURL). This ends all sessions of your account.",
            german: "Melde dich in der App wieder an. Wenn du diese E-Mail öfter bekommst oder "
              + "die App nicht kennst, setz unter \(signInURL) dein Passwort zurück. Das beendet "
              + "alle Sitzungen deines Kontos."),
        ])
    case .failedReauthentications(let client):
      return EmailContent(
        subject: subject,
        parts: [
          paragraph(
            "In a session of your account at \(service), someone was asked to confirm your "
              + "identity and entered a wrong password or code "
              + "\(ReauthenticationAttempts.maximumFailures) times. That session was ended. "
              + "Your other sessions continue, and you can sign in as usual.",
            german: "In einer Sitzung deines Kontos bei \(service) sollte jemand bestätigen, "
              + "dass du es bist, und hat \(ReauthenticationAttempts.maximumFailures)-mal "
              + "ein falsches Passwort oder einen falschen Code eingegeben. Diese Sitzung "
              + "wurde beendet. Deine anderen Sitzungen laufen weiter, und du kannst dich "
              + "wie immer anmelden."),
          facts(client),
          paragraph(
            "If this was you, sign in again; if you forgot your password, go to \(signInURL) and "
              + "choose “Forgot password?”. \(ifNotYou)",
            german: "Wenn du das warst, melde dich wieder an; wenn du dein Passwort vergessen "
              + "hast, geh zu \(signInURL) und wähl „Passwort vergessen?“. \(ifNotYou)"),
        ])
    case .byOperator:
      return EmailContent(
        subject: subject,
        parts: [
          paragraph(
            "The operator of \(service) has ended your sessions. You are signed out everywhere.",
            german: "Der Betreiber von \(service) hat deine Sitzungen beendet. Du bist überall "
              + "abgemeldet."),
          .action(label: localized("Sign in", german: "Anmelden"), link: signInURL),
        ])
    }
  }

  func identityLinked(_ provider: String, _ client: Client) -> EmailContent {
    let provider = EmailContent.oneLine(provider)
    return EmailContent(
      subject: localized(
        "You can now sign in to \(service) with \(provider)",
        german: "Du kannst dich jetzt mit \(provider) bei \(service) anmelden"),
      parts: [
        paragraph(
          "An account at \(provider) was linked to your account at \(service). Anyone who can "
            + "sign in there can sign in here as you.",
          german: "Ein Konto bei \(provider) wurde mit deinem Konto bei \(service) verknüpft. "
            + "Wer sich dort anmelden kann, kann sich hier als du anmelden."),
        facts(client),
        paragraph(
          "If this was you, there is nothing to do.",
          german: "Wenn du das warst, ist nichts zu tun."),
        settings.features.contains(.securityPage)
          ? .paragraph(
            ifNotYou
              + localized(
                " Then remove the link under “Security” in your account.",
                german: " Entfern dann die Verknüpfung unter „Sicherheit“ in deinem Konto."))
          : .paragraph(
            localized(
              "\(provider) confirmed that the account there has your email address. If it is not "
                + "yours, first make sure that no one else can read your email. ",
              german: "\(provider) hat bestätigt, dass das Konto dort deine E-Mail-Adresse hat. "
                + "Wenn es nicht dir gehört, stell zuerst sicher, dass niemand sonst deine "
                + "E-Mails lesen kann. ") + ifNotYou),
      ])
  }

  func identityUnlinked(_ provider: String, _ client: Client) -> EmailContent {
    let provider = EmailContent.oneLine(provider)
    return EmailContent(
      subject: localized(
        "You no longer sign in to \(service) with \(provider)",
        german: "Du meldest dich nicht mehr mit \(provider) bei \(service) an"),
      parts: [
        paragraph(
          "The link between your account at \(service) and an account at \(provider) was removed.",
          german: "Die Verknüpfung deines Kontos bei \(service) mit einem Konto bei \(provider) "
            + "wurde entfernt."),
        facts(client),
        .paragraph(ifYouOrNot),
      ])
  }
}
