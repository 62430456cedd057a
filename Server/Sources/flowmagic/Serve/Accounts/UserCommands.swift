import Accounts
import ArgumentParser
import FlowCore
import FlowServer

/// Commands for user accounts, performed by the running server, or on the store while none is
/// running.
struct UserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user",
    abstract: "Manage user accounts.",
    discussion: """
      For what users cannot do themselves: create the first account, reset a password without \
      email, or remove a lost second factor. The audit log of an organization records who becomes \
      a member, and which members are disabled or enabled. The security log of each user, which \
      only they see, records every change to their account.

      If a server is running on the store, it makes the change, immediately and with its own \
      settings; the command connects to it through the socket STORE.control, which only root and \
      the server's user may open. If no server is running, the command opens the store itself. \
      The output says which.
      """,
    subcommands: [
      CreateUserCommand.self, ListUsersCommand.self, DisableUserCommand.self,
      EnableUserCommand.self,
      ResetLinkCommand.self, RemoveFactorsCommand.self,
    ])
}

/// Creates an account.
struct CreateUserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create an account and a link to set its password.",
    discussion: """
      With --organization, also adds the user to the organization with the role --role.

      --json: {"id", "email", "name", "created", "verified", "organization" or null, "link", \
      "inServer": whether a running server did this}.

      Example:
        flowmagic user create grace@example.com --organization acme
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

  func validate() throws { try RoleOptions.requireRole(role, "--role") }

  func run() async throws {
    let arguments: JSON = [
      "email": .string(email), "name": .string(name),
      "organization": organization.map { .string($0) } ?? .null, "role": .string(role),
    ]
    let suffix = organization.map { " as \(role) of \($0)" } ?? ""
    try await options.run(.addUser, arguments) { added, response in
      [
        "Created the account \(try added.requiredString("email"))\(suffix).",
        "\(response.toUseLink) set the password (once, within 30 minutes):",
        "  \(try added.requiredString("link"))",
      ]
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
      "organizations": [{"id", "role"}]}], \
      "inServer": whether a running server did this}.

      Example:
        flowmagic user list
      """)

  @OptionGroup var options: AccountOptions

  func run() async throws {
    try await options.run(.listUsers, [:]) { document, _ in
      try Self.lines(Array(try document.requiredArray("users")))
    }
  }

  private static func lines(_ users: [JSONView]) throws -> [String] {
    guard !users.isEmpty else { return ["There are no accounts."] }
    let rows = try users.map { user -> [StyledText] in
      let isDisabled = try user.optionalString("disabled") != nil
      let isVerified = try user.optionalString("verified") != nil
      let state: String = isDisabled ? "disabled" : isVerified ? "active" : "unverified"
      let roles = try user.requiredArray("organizations").map { entry -> String in
        let role = try entry.requiredString("role")
        return role + " of " + (try entry.requiredString("id"))
      }
      let email = try user.requiredString("email")
      let name = try user.requiredString("name")
      return [email, name, state, roles.joined(separator: ", ")].map { StyledText($0) }
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

      --json: {"id", "email", "name", "created", "disabled", \
      "inServer": whether a running server did this}.

      Example:
        flowmagic user disable viewer@example.com --yes
      """)

  @Argument(help: "The user's email address or id.")
  var user: String

  @Flag(name: .shortAndLong, help: "Skip the confirmation prompt.")
  var yes = false

  @OptionGroup var options: AccountOptions

  func run() async throws {
    try OperatorOptions.confirm(
      "Disable the account \(user)?", isConfirmed: yes)
    try await options.run(.disableUser, ["user": .string(user)]) { changed, _ in
      ["Disabled the account \(try changed.requiredString("email"))."]
    }
  }
}

/// Enables an account.
struct EnableUserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable",
    abstract: "Enable a disabled account.",
    discussion: """
      --json: {"id", "email", "name", "created", \
      "inServer": whether a running server did this}.

      Example:
        flowmagic user enable viewer@example.com
      """)

  @Argument(help: "The user's email address or id.")
  var user: String

  @OptionGroup var options: AccountOptions

  func run() async throws {
    try await options.run(.enableUser, ["user": .string(user)]) { changed, _ in
      ["Enabled the account \(try changed.requiredString("email"))."]
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

      --json: {"id", "email", "link", "inServer": whether a running server did this}.

      Example:
        flowmagic user reset-link editor@example.com
      """)

  @Argument(help: "The user's email address or id.")
  var user: String

  @OptionGroup var options: AccountOptions

  func run() async throws {
    try await options.run(.createPasswordResetLink, ["user": .string(user)]) { created, response in
      let email = try created.requiredString("email")
      return [
        "\(response.toUseLink) set the password of \(email) (once, within 30 minutes):",
        "  \(try created.requiredString("link"))",
      ]
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

      --json: {"id", "email", "removed": whether there were any, \
      "inServer": whether a running server did this}.

      Example:
        flowmagic user remove-factors drafter@example.com --yes
      """)

  @Argument(help: "The user's email address or id.")
  var user: String

  @Flag(name: .shortAndLong, help: "Skip the confirmation prompt.")
  var yes = false

  @OptionGroup var options: AccountOptions

  func run() async throws {
    try OperatorOptions.confirm(
      "Remove the second factors of \(user)?", isConfirmed: yes)
    try await options.run(.removeFactors, ["user": .string(user)]) { removed, _ in
      let email = try removed.requiredString("email")
      return [
        try removed.requiredBool("removed")
          ? "Removed the second factors of \(email)."
          : "\(email) has no second factors. Nothing was changed."
      ]
    }
  }
}

extension OperatorResponse {
  /// The start of a sentence about using a link.
  fileprivate var toUseLink: String { isFromServer ? "Open this link to" : "Start the server and" }
}
