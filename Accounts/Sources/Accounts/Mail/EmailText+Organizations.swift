extension EmailText {
  func invitation(
    _ organization: String, _ inviter: String, _ role: Role, _ link: String, reportLink: String,
    until expires: Int
  ) -> EmailContent {
    EmailContent(
      subject: "Join \(quoted(organization)) at \(service)",
      parts: [
        .paragraph(
          "\(quotedActor(inviter)) invites you to the organization \(quoted(organization)) at "
            + "\(service), \(Self.membership(role)). Its owners chose its name, and \(service) has "
            + "not checked it."),
        .action(label: "See the invitation", link: link),
        .paragraph(
          linkValidity(until: expires) + " If you have no account yet, you can create one there."),
        .paragraph(
          "You join only if you accept. If you do not know who this is, you can report it: "
            + "the organization then cannot invite you again."),
        .otherLink(label: "I do not know this organization: report and block", link: reportLink),
      ])
  }

  func roleChanged(_ organization: String, _ role: Role, _ by: String) -> EmailContent {
    EmailContent(
      subject: "Your role in \(quoted(organization)) has changed",
      parts: [
        .paragraph(
          "\(quotedActor(by)) changed your role in the organization \(quoted(organization)) "
            + "at \(service). You now belong to it \(Self.membership(role))."),
        .paragraph("If you did not expect this, contact an owner of the organization."),
      ])
  }

  func tokenCreated(_ token: TokenNotice, _ by: String, _ client: Client?) -> EmailContent {
    EmailContent(
      subject: "A new API token in \(quoted(token.organization))",
      parts: [
        .paragraph(
          "\(quotedActor(by)) created the API token \(quoted(token.name)) in the organization "
            + "\(quoted(token.organization)) at \(service)."),
        .facts([
          (name: "Scope", value: EmailContent.oneLine(token.scope)),
          (
            name: "Access",
            value: token.resource.isEmpty ? "all applications" : MailName.sanitized(token.resource)
          ),
          (name: "Expires", value: MailTime(token.expires).text),
        ]),
        client.map(facts) ?? timeFact,
        .paragraph(
          "If you did not expect this, revoke the token under “API tokens”, and then change your "
            + "password or ask the owners of the organization."),
      ])
  }

  func memberRemoved(_ organization: String) -> EmailContent {
    EmailContent(
      subject: "You are no longer in \(quoted(organization))",
      parts: [
        .paragraph(
          "You were removed from the organization \(quoted(organization)) at \(service), and no "
            + "longer have access to it. Your account still exists."),
        .paragraph("If you did not expect this, contact an owner of the organization."),
      ])
  }

  private static func membership(_ role: Role) -> String {
    switch role {
    case .guest: "with access to some of its applications only"
    case .viewer: "as a viewer"
    case .drafter: "as a drafter"
    case .editor: "as an editor"
    case .owner: "as an owner"
    }
  }
}
