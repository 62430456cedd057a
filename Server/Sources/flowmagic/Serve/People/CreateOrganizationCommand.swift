import Accounts
import ArgumentParser
import FlowCore
import FlowServer
import FlowStore

/// Makes an organization.
struct CreateOrganizationCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Makes an organization, on the store of a server that is stopped.",
    discussion: """
      A token belongs to one organization and makes no other; on a running server people do it \
      themselves.

      --json: {"id", "name", "owner": an address or null}.

      Example:
        flowmagic org create globex --owner owner@example.com
      """)

  @Argument(help: "The id: lower-case letters, digits and hyphens.")
  var id: String

  @Option(help: "What people call it (the id with a capital).")
  var name: String?

  @Option(help: "The address of the person who owns it.")
  var owner: String?

  @OptionGroup var options: OperatorOptions

  func validate() throws {
    guard Identifiers.isValid(id) else { throw ValidationError("The id \(Identifiers.rule)") }
  }

  func run() async throws {
    try await OperatorStore.with(options.settings) { place in
      let now = Timestamp.now()
      let name = name ?? id.capitalizedFirst
      let person: Person?
      if let owner { person = try await place.person(owner) } else { person = nil }
      let membership = person.map {
        Membership(organization: id, person: $0.id, role: .owner, since: now)
      }
      let organization = Organization(id: id, name: name, created: now)
      let audit = AuditEntry(
        at: now, actor: "flowmagic org", action: "organization.added", organization: id,
        detail: JSON.object(["name": .string(name)]).text(.canonical))
      if let membership {
        try await place.store.add(organization, owner: membership, audit: audit)
      } else {
        try await place.store.add(organization, audit: audit)
      }
      let words = person.map { ", owned by \($0.email)" } ?? ""
      return options.text(
        [
          "id": .string(id), "name": .string(name),
          "owner": person.map { .string($0.email) } ?? .null,
        ],
        ["The organization \(id) is there\(words)."])
    }
  }
}
