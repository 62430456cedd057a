extension GermanEmailText {
  func factorAdded(_ factor: EmailTemplate.Factor, _ client: Client) -> EmailContent {
    let (subject, change): (String, String) =
      switch factor {
      case .authenticator:
        (
          "Dein Konto bei \(service) hat jetzt eine Authenticator-App",
          "Ab jetzt fragt \(service) bei der Anmeldung nach einem Code deiner Authenticator-App. "
            + "Bewahr deine Wiederherstellungscodes an einem sicheren Ort auf, falls du das Handy "
            + "verlierst."
        )
      case .passkey(let name):
        (
          "Dein Konto bei \(service) hat einen neuen Passkey",
          "Der Passkey \(quoted(name)) gilt jetzt für die Anmeldung mit deinem Konto bei "
            + "\(service)."
        )
      case .recoveryCodes:
        (
          "Neue Wiederherstellungscodes für dein Konto bei \(service)",
          "Für dein Konto bei \(service) wurden neue Wiederherstellungscodes erstellt. Die alten "
            + "gelten nicht mehr."
        )
      }
    return securityNotice(subject, change, client)
  }

  func factorRemoved(_ factor: EmailTemplate.Factor, _ client: Client) -> EmailContent {
    let (subject, change): (String, String) =
      switch factor {
      case .authenticator:
        (
          "Die Authenticator-App deines Kontos bei \(service) wurde entfernt",
          "\(service) fragt bei der Anmeldung nicht mehr nach einem Code deiner "
            + "Authenticator-App."
        )
      case .passkey(let name):
        (
          "Ein Passkey deines Kontos bei \(service) wurde entfernt",
          "Der Passkey \(quoted(name)) gilt nicht mehr für die Anmeldung bei \(service)."
        )
      case .recoveryCodes:
        (
          "Die Wiederherstellungscodes deines Kontos bei \(service) wurden entfernt",
          "Die Wiederherstellungscodes deines Kontos bei \(service) gelten nicht mehr."
        )
      }
    return securityNotice(subject, change, client)
  }

  func recoveryCodeUsed(_ left: Int, _ client: Client) -> EmailContent {
    let rest =
      switch left {
      case 0: "Es war der letzte. Erstell neue unter „Sicherheit“ bei \(url)."
      case 1: "Einer ist übrig. Erstell bald neue, unter „Sicherheit“ bei \(url)."
      default: "\(left) sind übrig. Neue erstellst du unter „Sicherheit“ bei \(url)."
      }
    return securityNotice(
      "Ein Wiederherstellungscode wurde bei \(service) verwendet",
      "Einer deiner Wiederherstellungscodes wurde für die Anmeldung mit deinem Konto bei "
        + "\(service) verwendet, oder um dort zu bestätigen, dass du es bist. \(rest)",
      client)
  }

  private func securityNotice(
    _ subject: String, _ change: String, _ client: Client
  ) -> EmailContent {
    EmailContent(
      subject: subject,
      parts: [
        .paragraph(change), facts(client),
        .paragraph("Wenn du das warst, ist nichts zu tun. " + ifNotYou),
      ])
  }
}
