extension EmailText {
  func invitation(
    _ organization: String, _ inviter: String, _ role: Role, _ link: String, reportLink: String,
    until expires: Int
  ) -> EmailContent {
    EmailContent(
      subject: localized(
        "Join \(quoted(organization)) at \(service)",
        german: "Einladung zu \(quoted(organization)) bei \(service)"),
      parts: [
        paragraph(
          "\(quotedActor(inviter)) invites you to the organization \(quoted(organization)) at "
            + "\(service), \(membership(role)). Its owners chose its name, and "
            + "\(service) has not checked it.",
          german: "\(quotedActor(inviter)) lädt dich in die Organisation \(quoted(organization)) "
            + "bei \(service) ein, \(membership(role)). Ihre Inhaber haben den Namen "
            + "gewählt, und \(service) hat ihn nicht geprüft."),
        .action(label: localized("See the invitation", german: "Einladung ansehen"), link: link),
        .paragraph(
          linkValidity(until: expires)
            + localized(
              " If you have no account yet, you can create one there.",
              german: " Wenn du noch kein Konto hast, kannst du dort eines erstellen.")),
        paragraph(
          "You join only if you accept. If you do not know who this is, you can report it: the "
            + "organization then cannot invite you again.",
          german: "Du wirst nur Mitglied, wenn du annimmst. Wenn du nicht weißt, wer das ist, "
            + "kannst du es melden: Dann kann dich die Organisation nicht noch einmal "
            + "einladen."),
        .otherLink(
          label: localized(
            "I do not know this organization: report and block",
            german: "Ich kenne diese Organisation nicht: melden und sperren"), link: reportLink),
      ])
  }

  func roleChanged(_ organization: String, _ role: Role, _ by: String) -> EmailContent {
    EmailContent(
      subject: localized(
        "Your role in \(quoted(organization)) has changed",
        german: "Deine Rolle in \(quoted(organization)) wurde geändert"),
      parts: [
        paragraph(
          "\(quotedActor(by)) changed your role in the organization \(quoted(organization)) at "
            + "\(service). You now belong to it \(membership(role)).",
          german: "\(quotedActor(by)) hat deine Rolle in der Organisation "
            + "\(quoted(organization)) bei \(service) geändert. Du gehörst ihr jetzt "
            + "\(membership(role)) an."),
        unexpectedChange,
      ])
  }

  func tokenCreated(_ token: TokenNotice, _ by: String, _ client: Client?) -> EmailContent {
    EmailContent(
      subject: localized(
        "A new API token in \(quoted(token.organization))",
        german: "Ein neuer API-Token in \(quoted(token.organization))"),
      parts: [
        paragraph(
          "\(quotedActor(by)) created the API token \(quoted(token.name)) in the organization "
            + "\(quoted(token.organization)) at \(service).",
          german: "\(quotedActor(by)) hat den API-Token \(quoted(token.name)) in der "
            + "Organisation \(quoted(token.organization)) bei \(service) erstellt."),
        .facts([
          (name: localized("Scope", german: "Umfang"), value: EmailContent.oneLine(token.scope)),
          (
            name: localized("Access", german: "Zugriff"),
            value: token.resource.isEmpty
              ? localized(
                "all applications",
                german: "alle Anwendungen") : MailName.sanitized(token.resource)
          ),
          (name: localized("Expires", german: "Läuft ab"), value: time(token.expires)),
        ]),
        client.map(facts) ?? timeFact,
        paragraph(
          "If you did not expect this, revoke the token under “API tokens”, and then change your "
            + "password or ask the owners of the organization.",
          german: "Wenn du das nicht erwartet hast, widerruf den Token unter „API-Tokens“ und "
            + "ändere dann dein Passwort, oder frag die Inhaber der Organisation."),
      ])
  }

  func memberRemoved(_ organization: String) -> EmailContent {
    EmailContent(
      subject: localized(
        "You are no longer in \(quoted(organization))",
        german: "Du bist nicht mehr in \(quoted(organization))"),
      parts: [
        paragraph(
          "You were removed from the organization \(quoted(organization)) at \(service), and no "
            + "longer have access to it. Your account still exists.",
          german: "Du wurdest aus der Organisation \(quoted(organization)) bei \(service) "
            + "entfernt und hast keinen Zugriff mehr darauf. Dein Konto gibt es weiterhin."),
        unexpectedChange,
      ])
  }

  private var unexpectedChange: EmailContent.Part {
    paragraph(
      "If you did not expect this, contact an owner of the organization.",
      german: "Wenn du das nicht erwartet hast, wende dich an einen Inhaber der Organisation.")
  }

  private func membership(_ role: Role) -> String {
    switch role {
    case .guest:
      localized(
        "with access to some of its applications only",
        german: "mit Zugriff auf nur einige ihrer Anwendungen")
    case .viewer: localized("as a viewer", german: "mit der Rolle „Ansicht“")
    case .drafter: localized("as a drafter", german: "mit der Rolle „Entwurf“")
    case .editor: localized("as an editor", german: "mit der Rolle „Redaktion“")
    case .owner: localized("as an owner", german: "mit der Rolle „Inhaber“")
    }
  }
}
