import ArgumentParser
import FlowCore
import FlowServer

/// Creates an organization.
struct CreateOrganizationCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create an organization.",
    discussion: """
      Needs no API token, because a token belongs to one organization. If a server is running \
      on the store, it makes the change; see `flowmagic help user`. Users can also create \
      organizations in the portal.

      --json: {"id", "name", "owner": an email address or null, \
      "inServer": whether a running server did this}.

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
    let arguments: JSON = [
      "id": .string(id), "name": .string(name ?? id.capitalizedFirst),
      "owner": owner.map { .string($0) } ?? .null,
    ]
    try await options.run(.addOrganization, arguments) { added, _ in
      let owner = try added.optionalString("owner").map { ", owned by \($0)" } ?? ""
      return ["Created the organization \(id)\(owner)."]
    }
  }
}
