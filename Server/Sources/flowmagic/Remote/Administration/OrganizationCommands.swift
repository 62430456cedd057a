import ArgumentParser
import FlowCore

/// Commands for organizations and their members.
struct OrganizationCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "org", abstract: "Manage organizations and their members.",
    subcommands: [
      ListOrganizationsCommand.self, CreateOrganizationCommand.self,
      RenameOrganizationCommand.self, ListMembersCommand.self, SetRoleCommand.self,
      RemoveMemberCommand.self, ListReportsCommand.self, AllowInvitationsCommand.self,
    ])
}

/// Lists organizations.
struct ListOrganizationsCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the organizations that the token can access.",
    discussion: """
      --json: {"organizations": [{"id", "name", "role"?, "grants"?, "since"}]}.

      Example:
        flowmagic org list
      """)

  @OptionGroup var remote: RemoteOptions

  func perform(_ context: CommandContext) async throws -> Int32 {
    let response = try await context.client.requestJSON(.get, "v1", "organizations")
    let list = response["organizations"]?.array ?? []
    let rows = list.map { organization -> [StyledText] in
      [
        StyledText(organization["id"]?.string ?? "", .strong),
        StyledText(organization["name"]?.string ?? ""),
      ]
    }
    context.write(
      ["organizations": .array(list)],
      Table.lines(["id", "name"], rows, width: context.console.out.tableWidth))
    return ExitStatus.ok
  }
}

/// Renames an organization.
struct RenameOrganizationCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Change the organization's display name.",
    discussion: """
      --json: {"id", "name"}.

      Example:
        flowmagic org rename "Acme & Daughters"
      """)

  @Argument(help: "The new name.")
  var name: String

  @OptionGroup var organization: OrganizationOption
  @OptionGroup var remote: RemoteOptions

  func perform(_ context: CommandContext) async throws -> Int32 {
    let id = try await context.resolveOrganization(organization)
    let renamed = try await context.client.requestJSON(
      .patch, "v1", "organizations", id, body: ["name": .string(name)])
    context.write(renamed, [context.success("Renamed \(id) to “\(name)”.")])
    return ExitStatus.ok
  }
}

/// Lists an organization's members.
struct ListMembersCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "members",
    abstract: "List the members of the organization and their roles.",
    discussion: """
      --json: {"organization", "members": [{"id", "email", "name", "role", "grants", "since", \
      "created", "disabled"?}]}.

      Example:
        flowmagic org members
      """)

  @OptionGroup var organization: OrganizationOption
  @OptionGroup var remote: RemoteOptions

  func perform(_ context: CommandContext) async throws -> Int32 {
    let id = try await context.resolveOrganization(organization)
    let response = try await context.client.requestJSON(.get, "v1", "organizations", id, "members")
    let members = response["members"]?.array ?? []
    context.write(
      ["organization": .string(id), "members": .array(members)],
      lines(members, id, width: context.console.out.tableWidth))
    return ExitStatus.ok
  }

  private func lines(_ members: [JSON], _ id: String, width: Int) -> [StyledText] {
    guard !members.isEmpty else {
      return [StyledText("\(id) has no members. Invite one with `flowmagic invite create EMAIL`.")]
    }
    let rows = members.map { member -> [StyledText] in
      let isDisabled = member["disabled"]?.string != nil
      return [
        StyledText(member["email"]?.string ?? "", .strong),
        StyledText(member["name"]?.string ?? ""),
        isDisabled ? StyledText("disabled", .warning) : StyledText("active", .success),
        StyledText(RoleOptions.text(member)),
      ]
    }
    return Table.lines(["email", "name", "account", "role"], rows, width: width)
  }
}

/// Changes a member's role.
struct SetRoleCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "set-role",
    abstract: "Change a member's role.",
    discussion: """
      The role applies to the whole organization; each --grant adds a higher role in one \
      application or environment. Replaces all existing grants. Asks for confirmation to make a \
      member an owner; --yes skips the prompt.

      --json: {"id", "email", "name", "role", "grants", "since", "created"}.

      Example:
        flowmagic org set-role viewer@example.com viewer --grant shop/staging=editor
      """)

  @Argument(help: "The member's email address or id.")
  var member: String

  @Argument(help: "The role: guest, viewer, drafter, editor or owner.")
  var role: String

  @Flag(name: .shortAndLong, help: "Skip the confirmation prompt.")
  var yes = false

  @OptionGroup var roles: RoleOptions
  @OptionGroup var organization: OrganizationOption
  @OptionGroup var remote: RemoteOptions

  func validate() throws {
    try RoleOptions.requireRole(role, "The role")
    _ = try roles.json()
  }

  func perform(_ context: CommandContext) async throws -> Int32 {
    let id = try await context.resolveOrganization(organization)
    let current = try await context.fetchMember(member, of: id)
    if role == "owner", current["role"]?.string != "owner" {
      try context.confirm(
        "Make \(member) an owner of \(id), with all permissions?", isConfirmed: yes,
        otherwise: "The role was not changed.")
    }
    let changed = try await context.client.requestJSON(
      .patch, "v1", "organizations", id, "members", current["id"]?.string ?? "",
      body: ["role": .string(role), "grants": .array(try roles.json())])
    context.write(
      changed, [context.success("Changed the role of \(member) to \(RoleOptions.text(changed)).")])
    return ExitStatus.ok
  }
}

/// Removes a member from an organization.
struct RemoveMemberCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a member from the organization.",
    discussion: """
      Revokes the member's API tokens of the organization; the account itself is kept. Asks for \
      confirmation; --yes skips the prompt.

      --json: {"organization", "id", "email", "removed": true}.

      Example:
        flowmagic org remove drafter@example.com --yes
      """)

  @Argument(help: "The member's email address or id.")
  var member: String

  @Flag(name: .shortAndLong, help: "Skip the confirmation prompt.")
  var yes = false

  @OptionGroup var organization: OrganizationOption
  @OptionGroup var remote: RemoteOptions

  func perform(_ context: CommandContext) async throws -> Int32 {
    let id = try await context.resolveOrganization(organization)
    let current = try await context.fetchMember(member, of: id)
    try context.confirm(
      "Remove \(member) from \(id)?", isConfirmed: yes, otherwise: "The member was not removed.")
    _ = try await context.client.send(
      .delete, "v1", "organizations", id, "members", current["id"]?.string ?? "")
    context.write(
      [
        "organization": .string(id), "id": current["id"] ?? .null,
        "email": current["email"] ?? .null, "removed": true,
      ],
      [context.success("Removed \(member) from \(id).")])
    return ExitStatus.ok
  }
}
