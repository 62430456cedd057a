import Accounts
import ArgumentParser
import FlowCore
import FlowServer
import FlowStore

/// Creates an organization.
struct CreateOrganizationCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create an organization while the server is stopped.",
    discussion: """
      Works directly on the store, because an API token belongs to one organization. While the \
      server runs, users can create organizations in the portal.

      --json: {"id", "name", "owner": an email address or null}.

      Example:
        flowmagic org create globex --owner owner@example.com
      """)

  @Argument(help: "The id: lowercase letters, digits and hyphens.")
  var id: String

  @Option(help: "The display name. (default: the id, capitalized)")
  var name: String?

  @Option(help: "The email address or id of the owner's account.")
  var owner: String?

  @OptionGroup var options: AccountOptions

  func validate() throws {
    guard Identifiers.isValid(id) else { throw ValidationError("The id \(Identifiers.rule)") }
  }

  func run() async throws {
    try await OfflineStore.withStore(options) { offline in
      let now = Timestamp.now()
      let name = try DisplayName.checked(name ?? id.capitalizedFirst)
      let person: Person?
      if let owner { person = try await offline.person(owner) } else { person = nil }
      let membership = person.map {
        Membership(organization: id, person: $0.id, role: .owner, since: now)
      }
      let organization = Organization(id: id, name: name, created: now)
      let audit = AuditEntry(
        at: now, actor: .operator("flowmagic org"), action: "organization.added", organization: id,
        detail: JSON.object(["name": .string(name)]).text(.canonical))
      if let membership {
        try await offline.store.add(organization, owner: membership, limit: nil, audit: audit)
      } else {
        try await offline.store.add(organization, audit: audit)
      }
      let suffix = person.map { ", owned by \($0.email)" } ?? ""
      return options.text(
        [
          "id": .string(id), "name": .string(name),
          "owner": person.map { .string($0.email) } ?? .null,
        ],
        ["Created the organization \(id)\(suffix)."])
    }
  }
}
