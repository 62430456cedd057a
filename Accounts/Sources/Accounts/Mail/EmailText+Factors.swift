extension EmailText {
  func factorAdded(_ factor: EmailTemplate.Factor, _ client: Client) -> EmailContent {
    let (subject, change): (String, String) =
      switch factor {
      case .authenticator:
        (
          localized(
            "An authenticator app was added to your account at \(service)",
            german: "Dein Konto bei \(service) hat jetzt eine Authenticator-App"),
          localized(
            "From now on \(service) asks for a code from your authenticator app when you sign in. "
              + "Keep your recovery codes in a safe place in case you lose the phone.",
            german: "Ab jetzt fragt \(service) bei der Anmeldung nach einem Code deiner "
              + "Authenticator-App. Bewahr deine Wiederherstellungscodes an einem sicheren Ort "
              + "auf, falls du das Handy verlierst.")
        )
      case .passkey(let name):
        (
          localized(
            "A passkey was added to your account at \(service)",
            german: "Dein Konto bei \(service) hat einen neuen Passkey"),
          localized(
            "The passkey \(quoted(name)) can now be used to sign in to your account at \(service).",
            german: "Der Passkey \(quoted(name)) gilt jetzt für die Anmeldung mit deinem Konto bei "
              + "\(service).")
        )
      case .recoveryCodes:
        (
          localized(
            "New recovery codes for your account at \(service)",
            german: "Neue Wiederherstellungscodes für dein Konto bei \(service)"),
          localized(
            "New recovery codes were created for your account at \(service). The old ones no "
              + "longer work.",
            german: "Für dein Konto bei \(service) wurden neue Wiederherstellungscodes erstellt. "
              + "Die alten gelten nicht mehr.")
        )
      }
    return securityNotice(subject, change, client)
  }

  func factorRemoved(_ factor: EmailTemplate.Factor, _ client: Client) -> EmailContent {
    let (subject, change): (String, String) =
      switch factor {
      case .authenticator:
        (
          localized(
            "The authenticator app was removed from your account at \(service)",
            german: "Die Authenticator-App deines Kontos bei \(service) wurde entfernt"),
          localized(
            "\(service) no longer asks for a code from your authenticator app when you sign in.",
            german: "\(service) fragt bei der Anmeldung nicht mehr nach einem Code deiner "
              + "Authenticator-App.")
        )
      case .passkey(let name):
        (
          localized(
            "A passkey was removed from your account at \(service)",
            german: "Ein Passkey deines Kontos bei \(service) wurde entfernt"),
          localized(
            "The passkey \(quoted(name)) can no longer be used to sign in at \(service).",
            german: "Der Passkey \(quoted(name)) gilt nicht mehr für die Anmeldung bei \(service).")
        )
      case .recoveryCodes:
        (
          localized(
            "The recovery codes of your account at \(service) were removed",
            german: "Die Wiederherstellungscodes deines Kontos bei \(service) wurden entfernt"),
          localized(
            "The recovery codes of your account at \(service) no longer work.",
            german: "Die Wiederherstellungscodes deines Kontos bei \(service) gelten nicht mehr.")
        )
      }
    return securityNotice(subject, change, client)
  }

  func recoveryCodeUsed(_ left: Int, _ client: Client) -> EmailContent {
    let rest =
      switch left {
      case 0:
        localized(
          "It was the last one. Create new ones under “Security” at \(url).",
          german: "Es war der letzte. Erstell neue unter „Sicherheit“ bei \(url).")
      case 1:
        localized(
          "One is left. Create new ones soon, under “Security” at \(url).",
          german: "Einer ist übrig. Erstell bald neue, unter „Sicherheit“ bei \(url).")
      default:
        localized(
          "\(left) are left. You can create new ones under “Security” at \(url).",
          german: "\(left) sind übrig. Neue erstellst du unter „Sicherheit“ bei \(url).")
      }
    return securityNotice(
      localized(
        "A recovery code was used at \(service)",
        german: "Ein Wiederherstellungscode wurde bei \(service) verwendet"),
      localized(
        "One of your recovery codes was used to sign in to your account at \(service), or to "
          + "confirm your identity there. \(rest)",
        german: "Einer deiner Wiederherstellungscodes wurde für die Anmeldung mit deinem Konto bei "
          + "\(service) verwendet, oder um dort zu bestätigen, dass du es bist. \(rest)"),
      client)
  }

  private func securityNotice(
    _ subject: String, _ change: String, _ client: Client
  ) -> EmailContent {
    EmailContent(
      subject: subject,
      parts: [
        .paragraph(change), facts(client),
        .paragraph(ifYouOrNot),
      ])
  }
}
