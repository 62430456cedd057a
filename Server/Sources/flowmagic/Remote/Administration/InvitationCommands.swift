import ArgumentParser
import FlowCore

/// Commands for invitations.
struct InviteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Manage invitations to an organization.",
    subcommands: [
      CreateInvitationCommand.self, ListInvitationsCommand.self, RevokeInvitationCommand.self,
    ])
}

/// Invites a user.
struct CreateInvitationCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Invite a user to the organization.",
    discussion: """
      Sends an email with a link. If the server has no mail server, prints the link instead; give \
      it only to that user.

      --json: {"id", "organization", "email", "role", "grants", "inviter", "created", "expires", \
      "outcome", "link"?}.

      Example:
        flowmagic invite create grace@example.com --role editor
      """)

  @Argument(help: "The user's email address.")
  var email: String

  @Option(help: "The role: guest, viewer, drafter, editor or owner.")
  var role = "viewer"

  @Flag(name: .shortAndLong, help: "Skip the confirmation prompt.")
  var yes = false

  @OptionGroup var roles: RoleOptions
  @OptionGroup var organization: OrganizationOption
  @OptionGroup var remote: RemoteOptions

  func validate() throws {
    try RoleOptions.requireRole(role, "--role")
    _ = try roles.json()
  }

  func perform(_ context: CommandContext) async throws -> Int32 {
    let id = try await context.resolveOrganization(organization)
    if role == "owner" {
      try context.confirm(
        "Invite \(email) as an owner of \(id), with all permissions?", isConfirmed: yes,
        otherwise: "No invitation was sent.")
    }
    let invitation = try await context.client.requestJSON(
      .post, "v1", "organizations", id, "invitations",
      body: [
        "email": .string(email), "role": .string(role), "grants": .array(try roles.json()),
      ])
    let expiry = TimestampFormatter.local(invitation["expires"]?.string)
    var lines = [
      context.success(
        "Invited \(email) to \(id) as \(RoleOptions.text(invitation)). Expires \(expiry).")
    ]
    if let link = invitation["link"]?.string {
      lines.append(StyledText("  The server cannot send email. Send this link yourself:", .faint))
      lines.append(StyledText("  \(link)"))
    }
    context.write(invitation, lines)
    return ExitStatus.ok
  }
}

/// Lists invitations.
struct ListInvitationsCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List invitations, newest first.",
    discussion: """
      The status of one that has ended is accepted, revoked (also if its recipient has reported \
      it) or replaced (the same address was invited again), with the time.

      --json: {"organization", "invitations": [{"id", "organization", "email", "role", \
      "grants", "inviter", "created", "expires", "ended"?, "outcome"}]}; "outcome" is null for one \
      that is pending or has expired.

      Example:
        flowmagic invite list
      """)

  @OptionGroup var organization: OrganizationOption
  @OptionGroup var remote: RemoteOptions

  func perform(_ context: CommandContext) async throws -> Int32 {
    let id = try await context.resolveOrganization(organization)
    let response = try await context.client.requestJSON(
      .get, "v1", "organizations", id, "invitations")
    let invitations = response["invitations"]?.array ?? []
    context.write(
      ["organization": .string(id), "invitations": .array(invitations)],
      lines(invitations, width: context.console.out.tableWidth))
    return ExitStatus.ok
  }

  private func lines(_ invitations: [JSON], width: Int) -> [StyledText] {
    guard !invitations.isEmpty else { return ["There are no invitations."] }
    let rows = invitations.map { invitation -> [StyledText] in
      let outcome = invitation["outcome"]?.string.map {
        "\($0) \(TimestampFormatter.local(invitation["ended"]?.string))"
      }
      return [
        StyledText(invitation["id"]?.string ?? ""),
        StyledText(invitation["email"]?.string ?? "", .strong),
        outcome.map { StyledText($0, .faint) }
          ?? StyledText(TimestampFormatter.expiry(invitation["expires"]?.string ?? "")),
        StyledText(RoleOptions.text(invitation)),
      ]
    }
    return Table.lines(["id", "email", "status", "role"], rows, width: width)
  }
}

/// Revokes an invitation.
struct RevokeInvitationCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Revoke an invitation.",
    discussion: """
      Its link no longer works. Asks for confirmation; --yes skips the prompt.

      --json: {"organization", "id", "revoked": true}.

      Example:
        flowmagic invite revoke "$INVITATION" --yes
      """)

  @Argument(help: "The invitation's id, from `invite list`.")
  var id: String

  @Flag(name: .shortAndLong, help: "Skip the confirmation prompt.")
  var yes = false

  @OptionGroup var organization: OrganizationOption
  @OptionGroup var remote: RemoteOptions

  func perform(_ context: CommandContext) async throws -> Int32 {
    let organizationID = try await context.resolveOrganization(organization)
    try context.confirm(
      "Revoke the invitation \(id)?", isConfirmed: yes, otherwise: "The invitation was not revoked."
    )
    _ = try await context.client.send(
      .delete, "v1", "organizations", organizationID, "invitations", id)
    context.write(
      ["organization": .string(organizationID), "id": .string(id), "revoked": true],
      [context.success("Revoked the invitation \(id).")])
    return ExitStatus.ok
  }
}
