import Accounts
import ArgumentParser
import FlowCore
import FlowServer

/// Commands for user accounts that work directly on the store.
struct UserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user",
    abstract: "Manage user accounts while the server is stopped.",
    discussion: """
      For what users cannot do themselves: create the first account, reset a password without \
      email, or remove a lost second factor. Every change is recorded in the audit log.
      """,
    subcommands: [
      AddUserCommand.self, ListUsersCommand.self, DisableUserCommand.self, EnableUserCommand.self,
      ResetLinkCommand.self, RemoveFactorsCommand.self,
    ])
}

/// Creates an account.
struct AddUserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Create an account and a link to set its password.",
    discussion: """
      With --organization, also adds the user to the organization with the role --role.

      --json: {"id", "email", "name", "created", "verified", "organization" or null, "link"}.

      Example:
        flowmagic user add grace@example.com --organization acme
      """)

  @Argument(help: "The user's email address.")
  var email: String

  @Option(help: "The user's display name.")
  var name = ""

  @Option(help: "The organization to add the user to.")
  var organization: String?

  @Option(help: "The user's role there: guest, viewer, drafter, editor or owner.")
  var role = "viewer"

  @OptionGroup var options: AccountOptions

  func validate() throws {
    guard Role(rawValue: role) != nil else {
      throw ValidationError("--role must be guest, viewer, drafter, editor or owner.")
    }
  }

  func run() async throws {
    try await OfflineStore.withStore(options) { offline in
      if let organization { try await offline.checkOrganization(organization) }
      let person = try await offline.accounts.administration.addPerson(
        email: email, name: name, password: nil, isVerified: true, by: OfflineStore.actor)
      if let organization, let role = Role(rawValue: role) {
        _ = try await offline.accounts.administration.addMember(
          person.id, to: organization, as: role, by: OfflineStore.actor)
      }
      let link = try await offline.accounts.administration.resetLink(
        for: person.id, by: OfflineStore.actor)
      var document = person.json.object ?? JSONObject()
      document["organization"] = organization.map { .string($0) } ?? .null
      document["link"] = .string(link)
      let suffix = organization.map { " as \(role) of \($0)" } ?? ""
      return options.text(
        .object(document),
        [
          "Created the account \(person.email)\(suffix).",
          "Start the server and set the password (once, within 30 minutes):", "  \(link)",
        ])
    }
  }
}

/// Lists accounts.
struct ListUsersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List accounts and their organizations.",
    discussion: """
      --json: {"users": [{"id", "email", "name", "created", "verified"?, "disabled"?, \
      "organizations": [{"id", "role"}]}]}.

      Example:
        flowmagic user list
      """)

  @OptionGroup var options: AccountOptions

  func run() async throws {
    try await OfflineStore.withStore(options) { offline in
      let users = try await Self.users(offline.accounts)
      let documents = users.map { person, memberships -> JSON in
        var document = person.json.object ?? JSONObject()
        document["organizations"] = .array(
          memberships.map {
            ["id": .string($0.organization), "role": .string($0.role.rawValue)]
          })
        return .object(document)
      }
      return options.text(["users": .array(documents)], Self.lines(users))
    }
  }

  private typealias Row = (person: Person, memberships: [Membership])

  private static func users(_ accounts: AccountServices) async throws -> [Row] {
    var all: [Row] = []
    while true {
      let last = all.last?.person.id ?? ""
      let page = try await accounts.store.read { reader in
        try reader.people(after: last, limit: 500)
          .map { ($0, try reader.memberships(of: $0.id)) }
      }
      all += page.map { Row($0.0, $0.1) }
      if page.count < 500 { return all.sorted { $0.person.emailKey < $1.person.emailKey } }
    }
  }

  private static func lines(_ users: [Row]) -> [String] {
    guard !users.isEmpty else { return ["There are no accounts."] }
    let rows = users.map { person, memberships -> [StyledText] in
      let state =
        person.disabled != nil ? "disabled" : person.verified == nil ? "unverified" : "active"
      let roles = memberships.map { "\($0.role.rawValue) of \($0.organization)" }
      return [
        StyledText(person.email), StyledText(person.name), StyledText(state),
        StyledText(roles.joined(separator: ", ")),
      ]
    }
    let lines = Table.lines(["email", "name", "account", "roles"], rows, width: 200)
    return lines.map(\.plain)
  }
}

/// Disables an account.
struct DisableUserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable",
    abstract: "Disable an account.",
    discussion: """
      Ends the user's sessions and revokes their API tokens; `user enable` enables the account \
      again. Asks for confirmation; --yes skips the prompt.

      --json: {"id", "email", "name", "created", "disabled"}.

      Example:
        flowmagic user disable viewer@example.com --yes
      """)

  @Argument(help: "The user's email address or id.")
  var user: String

  @Flag(name: .shortAndLong, help: "Skip the confirmation prompt.")
  var yes = false

  @OptionGroup var options: AccountOptions

  func run() async throws {
    try OfflineStore.confirm(
      "Disable the account \(user)?", isConfirmed: yes)
    try await OfflineStore.withStore(options) { offline in
      let id = try await offline.person(user).id
      try await offline.accounts.administration.disable(id, by: OfflineStore.actor)
      let disabled = try await offline.person(id)
      return options.text(disabled.json, ["Disabled the account \(disabled.email)."])
    }
  }
}

/// Enables an account.
struct EnableUserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable",
    abstract: "Enable a disabled account.",
    discussion: """
      --json: {"id", "email", "name", "created"}.

      Example:
        flowmagic user enable viewer@example.com
      """)

  @Argument(help: "The user's email address or id.")
  var user: String

  @OptionGroup var options: AccountOptions

  func run() async throws {
    try await OfflineStore.withStore(options) { offline in
      let id = try await offline.person(user).id
      try await offline.accounts.administration.enable(id, by: OfflineStore.actor)
      let enabled = try await offline.person(id)
      return options.text(enabled.json, ["Enabled the account \(enabled.email)."])
    }
  }
}

/// Creates a password reset link.
struct ResetLinkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset-link",
    abstract: "Create a password reset link.",
    discussion: """
      The link works once, within 30 minutes. Verify the user's identity before you send it.

      --json: {"id", "email", "link"}.

      Example:
        flowmagic user reset-link editor@example.com
      """)

  @Argument(help: "The user's email address or id.")
  var user: String

  @OptionGroup var options: AccountOptions

  func run() async throws {
    try await OfflineStore.withStore(options) { offline in
      let found = try await offline.person(user)
      let link = try await offline.accounts.administration.resetLink(
        for: found.id, by: OfflineStore.actor)
      return options.text(
        ["id": .string(found.id), "email": .string(found.email), "link": .string(link)],
        [
          "Start the server and set the password of \(found.email) (once, within 30 minutes):",
          "  \(link)",
        ])
    }
  }
}

/// Removes second factors.
struct RemoveFactorsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove-factors",
    abstract: "Remove a user's second factors.",
    discussion: """
      For a lost phone without recovery codes. The user can then sign in with only the password, \
      so verify their identity first. Notifies the user by email. Asks for confirmation; --yes \
      skips the prompt.

      --json: {"id", "email", "removed": true}.

      Example:
        flowmagic user remove-factors drafter@example.com --yes
      """)

  @Argument(help: "The user's email address or id.")
  var user: String

  @Flag(name: .shortAndLong, help: "Skip the confirmation prompt.")
  var yes = false

  @OptionGroup var options: AccountOptions

  func run() async throws {
    try OfflineStore.confirm(
      "Remove the second factors of \(user)?", isConfirmed: yes)
    try await OfflineStore.withStore(options) { offline in
      let found = try await offline.person(user)
      try await offline.accounts.administration.removeFactors(of: found.id, by: OfflineStore.actor)
      return options.text(
        ["id": .string(found.id), "email": .string(found.email), "removed": true],
        ["Removed the second factors of \(found.email)."])
    }
  }
}
