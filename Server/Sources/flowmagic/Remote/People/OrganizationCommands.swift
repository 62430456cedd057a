import ArgumentParser
import FlowCore

/// What can be done with organizations and their members.
struct OrganizationCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "org", abstract: "Says who belongs to an organization, and as what.",
    subcommands: [
      ListOrganizationsCommand.self, CreateOrganizationCommand.self,
      RenameOrganizationCommand.self, ListMembersCommand.self, SetRoleCommand.self,
      RemoveMemberCommand.self,
    ])
}

/// Lists the organizations that the token belongs to.
struct ListOrganizationsCommand: RemoteVerb {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the organizations that the token is good for.",
    discussion: """
      --json: {"organizations": [{"id", "name", "role"?, "grants"?, "since"}]}.

      Example:
        flowmagic org list
      """)

  @OptionGroup var remote: RemoteOptions

  func perform(_ session: RemoteSession) async throws -> Int32 {
    let answer = try await session.client.json(.get, "v1", "organizations")
    let list = answer["organizations"]?.array ?? []
    let rows = list.map { organization -> [StyledText] in
      [
        StyledText(organization["id"]?.string ?? "", .strong),
        StyledText(organization["name"]?.string ?? ""),
      ]
    }
    session.write(
      ["organizations": .array(list)],
      Table.lines(["id", "name"], rows, width: session.console.out.tableWidth))
    return ExitStatus.ok
  }
}

/// Changes an organization's name.
struct RenameOrganizationCommand: RemoteVerb {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Changes what people call the organization; its id stays.",
    discussion: """
      --json: {"id", "name"}.

      Example:
        flowmagic org rename "Acme & Daughters"
      """)

  @Argument(help: "The new name.")
  var name: String

  @OptionGroup var organization: OrganizationOption
  @OptionGroup var remote: RemoteOptions

  func perform(_ session: RemoteSession) async throws -> Int32 {
    let id = try await session.organization(organization)
    let renamed = try await session.client.json(
      .patch, "v1", "organizations", id, body: ["name": .string(name)])
    session.write(renamed, [session.done("\(id) is called “\(name)” now.")])
    return ExitStatus.ok
  }
}

/// Lists an organization's members.
struct ListMembersCommand: RemoteVerb {
  static let configuration = CommandConfiguration(
    commandName: "members",
    abstract: "Lists who belongs to the organization, and as what.",
    discussion: """
      --json: {"organization", "members": [{"id", "email", "name", "role", "grants", "since", \
      "created", "disabled"?}]}.

      Example:
        flowmagic org members
      """)

  @OptionGroup var organization: OrganizationOption
  @OptionGroup var remote: RemoteOptions

  func perform(_ session: RemoteSession) async throws -> Int32 {
    let id = try await session.organization(organization)
    let answer = try await session.client.json(.get, "v1", "organizations", id, "members")
    let members = answer["members"]?.array ?? []
    session.write(
      ["organization": .string(id), "members": .array(members)],
      lines(members, id, width: session.console.out.tableWidth))
    return ExitStatus.ok
  }

  private func lines(_ members: [JSON], _ id: String, width: Int) -> [StyledText] {
    guard !members.isEmpty else {
      return [StyledText("Nobody is in \(id) yet: flowmagic invite create ADDRESS asks somebody.")]
    }
    let rows = members.map { member -> [StyledText] in
      let isShut = member["disabled"]?.string != nil
      return [
        StyledText(member["email"]?.string ?? "", .strong),
        StyledText(member["name"]?.string ?? ""),
        isShut ? StyledText("shut", .warning) : StyledText("in use", .good),
        StyledText(RoleOptions.words(member)),
      ]
    }
    return Table.lines(["address", "name", "account", "role"], rows, width: width)
  }
}

/// Changes what somebody may do.
struct SetRoleCommand: RemoteVerb {
  static let configuration = CommandConfiguration(
    commandName: "set-role",
    abstract: "Changes what a member may do.",
    discussion: """
      The role counts everywhere, and each --grant is a wider one in one place; grants that were \
      there and are not given are taken away. Making an owner asks; --yes answers where nobody can \
      be asked.

      --json: {"id", "email", "name", "role", "grants", "since", "created"}.

      Example:
        flowmagic org set-role viewer@example.com viewer --grant shop/staging=editor
      """)

  @Argument(help: "The member's address or id.")
  var person: String

  @Argument(help: "guest, viewer, drafter, editor or owner.")
  var role: String

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  @OptionGroup var roles: RoleOptions
  @OptionGroup var organization: OrganizationOption
  @OptionGroup var remote: RemoteOptions

  func validate() throws { _ = try roles.json() }

  func perform(_ session: RemoteSession) async throws -> Int32 {
    let id = try await session.organization(organization)
    let member = try await session.member(person, of: id)
    if role == "owner", member["role"]?.string != "owner" {
      try session.confirm(
        "Make \(person) an owner of \(id), who may do everything?", isSure: yes,
        refusal: "The role was not changed.")
    }
    let changed = try await session.client.json(
      .patch, "v1", "organizations", id, "members", member["id"]?.string ?? "",
      body: ["role": .string(role), "grants": .array(try roles.json())])
    session.write(changed, [session.done("\(person) is \(RoleOptions.words(changed)).")])
    return ExitStatus.ok
  }
}

/// Removes somebody from an organization.
struct RemoveMemberCommand: RemoteVerb {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Removes somebody from the organization; their account stays.",
    discussion: """
      Their API tokens of the organization open nothing any more. Asks; --yes answers where nobody \
      can be asked.

      --json: {"organization", "id", "email", "removed": true}.

      Example:
        flowmagic org remove drafter@example.com --yes
      """)

  @Argument(help: "The member's address or id.")
  var person: String

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  @OptionGroup var organization: OrganizationOption
  @OptionGroup var remote: RemoteOptions

  func perform(_ session: RemoteSession) async throws -> Int32 {
    let id = try await session.organization(organization)
    let member = try await session.member(person, of: id)
    try session.confirm(
      "Remove \(person) from \(id)?", isSure: yes, refusal: "Nobody was removed.")
    _ = try await session.client.send(
      .delete, "v1", "organizations", id, "members", member["id"]?.string ?? "")
    session.write(
      [
        "organization": .string(id), "id": member["id"] ?? .null, "email": member["email"] ?? .null,
        "removed": true,
      ],
      [session.done("\(person) is in \(id) no more.")])
    return ExitStatus.ok
  }
}
