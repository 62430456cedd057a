extension GermanEmailText {
  func invitation(
    _ organization: String, _ inviter: String, _ role: Role, _ link: String, reportLink: String,
    until expires: Int
  ) -> EmailContent {
    EmailContent(
      subject: "Einladung zu \(quoted(organization)) bei \(service)",
      parts: [
        .paragraph(
          "\(quotedActor(inviter)) lädt dich in die Organisation \(quoted(organization)) bei "
            + "\(service) ein, \(Self.membership(role)). Ihre Inhaber haben den Namen gewählt, und "
            + "\(service) hat ihn nicht geprüft."),
        .action(label: "Einladung ansehen", link: link),
        .paragraph(
          linkValidity(until: expires) + " Wenn du noch kein Konto hast, kannst du dort eines "
            + "erstellen."),
        .paragraph(
          "Du wirst nur Mitglied, wenn du annimmst. Wenn du nicht weißt, wer das ist, kannst du es "
            + "melden: Dann kann dich die Organisation nicht noch einmal einladen."),
        .otherLink(
          label: "Ich kenne diese Organisation nicht: melden und sperren", link: reportLink),
      ])
  }

  func roleChanged(_ organization: String, _ role: Role, _ by: String) -> EmailContent {
    EmailContent(
      subject: "Deine Rolle in \(quoted(organization)) wurde geändert",
      parts: [
        .paragraph(
          "\(quotedActor(by)) hat deine Rolle in der Organisation \(quoted(organization)) bei "
            + "\(service) geändert. Du gehörst ihr jetzt \(Self.membership(role)) an."),
        .paragraph("Wenn du das nicht erwartet hast, wende dich an einen ihrer Inhaber."),
      ])
  }

  func tokenCreated(_ token: TokenNotice, _ by: String, _ client: Client?) -> EmailContent {
    EmailContent(
      subject: "Ein neuer API-Token in \(quoted(token.organization))",
      parts: [
        .paragraph(
          "\(quotedActor(by)) hat den API-Token \(quoted(token.name)) in der Organisation "
            + "\(quoted(token.organization)) bei \(service) erstellt."),
        .facts([
          (name: "Umfang", value: EmailContent.oneLine(token.scope)),
          (
            name: "Zugriff",
            value: token.resource.isEmpty
              ? "alle Anwendungen" : MailName.sanitized(token.resource)
          ),
          (name: "Läuft ab", value: MailTime(token.expires).germanText),
        ]),
        client.map(facts) ?? timeFact,
        .paragraph(
          "Wenn du das nicht erwartet hast, widerruf den Token unter „API-Tokens“ und ändere dann "
            + "dein Passwort, oder frag die Inhaber der Organisation."),
      ])
  }

  func memberRemoved(_ organization: String) -> EmailContent {
    EmailContent(
      subject: "Du bist nicht mehr in \(quoted(organization))",
      parts: [
        .paragraph(
          "Du wurdest aus der Organisation \(quoted(organization)) bei \(service) entfernt und "
            + "hast keinen Zugriff mehr darauf. Dein Konto gibt es weiterhin."),
        .paragraph("Wenn du das nicht erwartet hast, wende dich an einen ihrer Inhaber."),
      ])
  }

  private static func membership(_ role: Role) -> String {
    switch role {
    case .guest: "mit Zugriff auf nur einige ihrer Anwendungen"
    case .viewer: "mit der Rolle „Ansicht“"
    case .drafter: "mit der Rolle „Entwurf“"
    case .editor: "mit der Rolle „Redaktion“"
    case .owner: "mit der Rolle „Inhaber“"
    }
  }
}
