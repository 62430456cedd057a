import ArgumentParser
import FlowCore

/// What can be done with invitations.
struct InviteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Asks people to join an organization.",
    subcommands: [
      CreateInvitationCommand.self, ListInvitationsCommand.self, EndInvitationCommand.self,
    ])
}

/// Asks somebody to join.
struct CreateInvitationCommand: RemoteVerb {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Asks somebody to join the organization.",
    discussion: """
      By mail. Where the server sends none, the link is printed, to pass on to nobody else.

      --json: {"id", "organization", "email", "role", "grants", "inviter", "created", "expires", \
      "link"?}.

      Example:
        flowmagic invite create grace@example.com --role editor
      """)

  @Argument(help: "The address.")
  var email: String

  @Option(help: "guest, viewer, drafter, editor or owner.")
  var role = "viewer"

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  @OptionGroup var roles: RoleOptions
  @OptionGroup var organization: OrganizationOption
  @OptionGroup var remote: RemoteOptions

  func validate() throws { _ = try roles.json() }

  func perform(_ session: RemoteSession) async throws -> Int32 {
    let id = try await session.organization(organization)
    if role == "owner" {
      try session.confirm(
        "Ask \(email) to be an owner of \(id), who may do everything?", isSure: yes,
        refusal: "Nobody was asked.")
    }
    let made = try await session.client.json(
      .post, "v1", "organizations", id, "invitations",
      body: [
        "email": .string(email), "role": .string(role), "grants": .array(try roles.json()),
      ])
    let end = MomentWords.local(made["expires"]?.string)
    var lines = [
      session.done("\(email) is asked to join \(id) as \(RoleOptions.words(made)), until \(end).")
    ]
    if let link = made["link"]?.string {
      lines.append(StyledText("  The server sends no mails; pass this on yourself:", .faint))
      lines.append(StyledText("  \(link)"))
    }
    session.write(made, lines)
    return ExitStatus.ok
  }
}

/// Lists invitations.
struct ListInvitationsCommand: RemoteVerb {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists who was asked to join, newest first.",
    discussion: """
      --json: {"organization", "invitations": [{"id", "email", "role", "grants", "inviter", \
      "created", "expires", "ended"?}]}.

      Example:
        flowmagic invite list
      """)

  @OptionGroup var organization: OrganizationOption
  @OptionGroup var remote: RemoteOptions

  func perform(_ session: RemoteSession) async throws -> Int32 {
    let id = try await session.organization(organization)
    let answer = try await session.client.json(.get, "v1", "organizations", id, "invitations")
    let all = answer["invitations"]?.array ?? []
    session.write(
      ["organization": .string(id), "invitations": .array(all)],
      lines(all, width: session.console.out.tableWidth))
    return ExitStatus.ok
  }

  private func lines(_ all: [JSON], width: Int) -> [StyledText] {
    guard !all.isEmpty else { return ["Nobody was asked yet."] }
    let rows = all.map { invitation -> [StyledText] in
      let ended = invitation["ended"]?.string.map { "ended \(MomentWords.local($0))" }
      return [
        StyledText(invitation["id"]?.string ?? ""),
        StyledText(invitation["email"]?.string ?? "", .strong),
        ended.map { StyledText($0, .faint) }
          ?? StyledText("until \(MomentWords.local(invitation["expires"]?.string))"),
        StyledText(RoleOptions.words(invitation)),
      ]
    }
    return Table.lines(["id", "address", "state", "role"], rows, width: width)
  }
}

/// Takes an invitation back.
struct EndInvitationCommand: RemoteVerb {
  static let configuration = CommandConfiguration(
    commandName: "end",
    abstract: "Takes an invitation back: its link opens nothing any more.",
    discussion: """
      Asks; --yes answers where nobody can be asked. `invite list` shows the ids.

      --json: {"organization", "id", "ended": true}.

      Example:
        flowmagic invite end "$INVITATION" --yes
      """)

  @Argument(help: "The invitation's id.")
  var id: String

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  @OptionGroup var organization: OrganizationOption
  @OptionGroup var remote: RemoteOptions

  func perform(_ session: RemoteSession) async throws -> Int32 {
    let place = try await session.organization(organization)
    try session.confirm(
      "Take the invitation \(id) back?", isSure: yes, refusal: "The invitation still counts.")
    _ = try await session.client.send(
      .delete, "v1", "organizations", place, "invitations", id)
    session.write(
      ["organization": .string(place), "id": .string(id), "ended": true],
      [session.done("The invitation \(id) opens nothing any more.")])
    return ExitStatus.ok
  }
}
