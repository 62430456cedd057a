import Accounts
import ArgumentParser
import FlowCore
import FlowServer

/// What an operator does with people's accounts, on the store itself.
struct UserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user",
    abstract: "Looks after people's accounts, on the store of a server that is stopped.",
    discussion: """
      For what no signed-in person can do: the first account, a lost password without mail, a lost \
      phone without recovery codes. What is done stands in the audit log.
      """,
    subcommands: [
      AddUserCommand.self, ListUsersCommand.self, DisableUserCommand.self, EnableUserCommand.self,
      ResetLinkCommand.self, RemoveFactorsCommand.self,
    ])
}

/// Makes an account.
struct AddUserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Makes an account, and a link with which its owner sets a password.",
    discussion: """
      With --organization the person is in it at once, as a viewer or as --role says.

      --json: {"id", "email", "name", "created", "verified", "organization" or null, "link"}.

      Example:
        flowmagic user add grace@example.com --organization acme
      """)

  @Argument(help: "The address.")
  var email: String

  @Option(help: "What others see.")
  var name = ""

  @Option(help: "The organization that they are to be in.")
  var organization: String?

  @Option(help: "What they may do there: guest, viewer, drafter, editor or owner.")
  var role = "viewer"

  @OptionGroup var options: OperatorOptions

  func validate() throws {
    guard Role(rawValue: role) != nil else {
      throw ValidationError("--role must be guest, viewer, drafter, editor or owner.")
    }
  }

  func run() async throws {
    try await OperatorStore.with(options.settings) { place in
      if let organization { try await place.checkOrganization(organization) }
      let person = try await place.accounts.administration.addPerson(
        email: email, name: name, password: nil, isVerified: true, by: OperatorStore.actor)
      if let organization, let role = Role(rawValue: role) {
        _ = try await place.accounts.administration.addMember(
          person.id, to: organization, as: role, by: OperatorStore.actor)
      }
      let link = try await place.accounts.administration.resetLink(
        for: person.id, by: OperatorStore.actor)
      var document = person.shown.object ?? JSONObject()
      document["organization"] = organization.map { .string($0) } ?? .null
      document["link"] = .string(link)
      let place = organization.map { ", as \(role) of \($0)" } ?? ""
      return options.text(
        .object(document),
        [
          "\(person.email) has an account\(place).",
          "For half an hour, while the server runs, this sets its password, once:", "  \(link)",
        ])
    }
  }
}

/// Lists people.
struct ListUsersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the people who have an account, and where they belong.",
    discussion: """
      --json: {"people": [{"id", "email", "name", "created", "verified"?, "disabled"?, \
      "organizations": [{"id", "role"}]}]}.

      Example:
        flowmagic user list
      """)

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    try await OperatorStore.with(options.settings) { place in
      let people = try await Self.everybody(place.accounts)
      let documents = people.map { person, memberships -> JSON in
        var document = person.shown.object ?? JSONObject()
        document["organizations"] = .array(
          memberships.map {
            ["id": .string($0.organization), "role": .string($0.role.rawValue)]
          })
        return .object(document)
      }
      return options.text(["people": .array(documents)], Self.lines(people))
    }
  }

  private typealias Row = (person: Person, memberships: [Membership])

  private static func everybody(_ accounts: AccountServices) async throws -> [Row] {
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

  private static func lines(_ people: [Row]) -> [String] {
    guard !people.isEmpty else { return ["Nobody has an account yet."] }
    let rows = people.map { person, memberships -> [StyledText] in
      let state =
        person.disabled != nil ? "shut" : person.verified == nil ? "not verified" : "in use"
      let places = memberships.map { "\($0.role.rawValue) of \($0.organization)" }
      return [
        StyledText(person.email), StyledText(person.name), StyledText(state),
        StyledText(places.joined(separator: ", ")),
      ]
    }
    let lines = Table.lines(["address", "name", "account", "belongs to"], rows, width: 200)
    return lines.map(\.plain)
  }
}

/// Shuts an account.
struct DisableUserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable",
    abstract: "Shuts an account: its sessions and its API tokens open nothing any more.",
    discussion: """
      Asks; --yes answers where nobody can be asked. `user enable` opens it again.

      --json: {"id", "email", "name", "created", "disabled"}.

      Example:
        flowmagic user disable viewer@example.com --yes
      """)

  @Argument(help: "The address or the id.")
  var person: String

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    try OperatorStore.confirm(
      "Shut the account \(person)?", isSure: yes, refusal: "Nothing was changed.")
    try await OperatorStore.with(options.settings) { place in
      let id = try await place.person(person).id
      try await place.accounts.administration.disable(id, by: OperatorStore.actor)
      let shut = try await place.person(id)
      return options.text(shut.shown, ["\(shut.email) cannot sign in any more."])
    }
  }
}

/// Opens an account again.
struct EnableUserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable",
    abstract: "Opens an account again that was shut.",
    discussion: """
      --json: {"id", "email", "name", "created"}.

      Example:
        flowmagic user enable viewer@example.com
      """)

  @Argument(help: "The address or the id.")
  var person: String

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    try await OperatorStore.with(options.settings) { place in
      let id = try await place.person(person).id
      try await place.accounts.administration.enable(id, by: OperatorStore.actor)
      let open = try await place.person(id)
      return options.text(open.shown, ["\(open.email) can sign in again."])
    }
  }
}

/// Makes a link for a new password.
struct ResetLinkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset-link",
    abstract: "Makes a link with which somebody sets a new password.",
    discussion: """
      It works once, for half an hour, and only its owner should get it: hand it over in a way \
      that shows who they are.

      --json: {"id", "email", "link"}.

      Example:
        flowmagic user reset-link editor@example.com
      """)

  @Argument(help: "The address or the id.")
  var person: String

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    try await OperatorStore.with(options.settings) { place in
      let found = try await place.person(person)
      let link = try await place.accounts.administration.resetLink(
        for: found.id, by: OperatorStore.actor)
      return options.text(
        ["id": .string(found.id), "email": .string(found.email), "link": .string(link)],
        [
          "For half an hour, while the server runs, this sets \(found.email)'s password, once:",
          "  \(link)",
        ])
    }
  }
}

/// Takes second factors away.
struct RemoveFactorsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove-factors",
    abstract: "Takes away somebody's second factors, for a lost phone without recovery codes.",
    discussion: """
      From then on the password alone signs in: be sure that it is they who ask. They are told by \
      mail. Asks; --yes answers where nobody can be asked.

      --json: {"id", "email", "removed": true}.

      Example:
        flowmagic user remove-factors drafter@example.com --yes
      """)

  @Argument(help: "The address or the id.")
  var person: String

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    try OperatorStore.confirm(
      "Take away the second factors of \(person)?", isSure: yes, refusal: "Nothing was changed.")
    try await OperatorStore.with(options.settings) { place in
      let found = try await place.person(person)
      try await place.accounts.administration.removeFactors(of: found.id, by: OperatorStore.actor)
      return options.text(
        ["id": .string(found.id), "email": .string(found.email), "removed": true],
        ["\(found.email) signs in without a second factor from now on."])
    }
  }
}
