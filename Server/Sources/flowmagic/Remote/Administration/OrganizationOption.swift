import Accounts
import ArgumentParser
import FlowCore

/// The option of commands for an organization.
struct OrganizationOption: ParsableArguments {
  @Option(help: "The organization's id. (default: the token's organization)")
  var organization: String?
}

extension CommandContext {
  /// The organization to use.
  func resolveOrganization(_ option: OrganizationOption) async throws -> String {
    if let id = option.organization { return id }
    let response = try await client.requestJSON(.get, "v1", "organizations")
    let list = response["organizations"]?.array ?? []
    let ids = list.compactMap { $0["id"]?.string }
    guard let first = ids.first else {
      throw RemoteProblem(
        "not-found", "You belong to no organization.", fix: "Ask an owner to invite you.")
    }
    if ids.count == 1 { return first }
    throw RemoteProblem(
      "organization-required", "There are several organizations: \(ids.joined(separator: ", ")).",
      fix: "Select one with --organization.")
  }

  /// The member with an email address or id.
  func fetchMember(_ identifier: String, of organization: String) async throws -> JSON {
    let list = try await client.requestJSON(.get, "v1", "organizations", organization, "members")
    let match = list["members"]?.array?.first { member in
      member["id"]?.string == identifier
        || member["email"]?.string?.lowercased() == identifier.lowercased()
    }
    guard let match else {
      throw RemoteProblem(
        "not-found", "\(organization) has no member \"\(identifier)\".",
        fix: "Run `flowmagic org members` to see the members.")
    }
    return match
  }
}

/// The grants of higher roles in applications and environments.
struct RoleOptions: ParsableArguments {
  @Option(
    name: .customLong("grant"),
    help: """
      A higher role in one application or environment, such as shop=editor or \
      shop/staging=editor; can be repeated.
      """)
  var grants: [String] = []

  /// The grants in the server's format.
  ///
  /// - Throws: `ValidationError` if one is invalid.
  func json() throws -> [JSON] {
    try grants.map { text in
      let parts = text.split(separator: "=", omittingEmptySubsequences: false)
      let scope = parts[0].split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, (1...2).contains(scope.count), !scope.contains(""),
        ["viewer", "drafter", "editor"].contains(parts[1])
      else {
        throw ValidationError(
          "Invalid --grant \"\(text)\". Use the form shop=editor or shop/staging=editor, with the "
            + "role viewer, drafter or editor.")
      }
      var grant: JSONObject = [
        "application": .string(String(scope[0])), "role": .string(String(parts[1])),
      ]
      if scope.count == 2 { grant["environment"] = .string(String(scope[1])) }
      return .object(grant)
    }
  }

  /// Refuses a text that is not a role of a member; `name` is the option's or argument's.
  ///
  /// - Throws: `ValidationError`.
  static func requireRole(_ text: String, _ name: String) throws {
    guard Role(rawValue: text) != nil else {
      throw ValidationError("\(name) must be guest, viewer, drafter, editor or owner.")
    }
  }

  /// Returns the role and the grants of a member or an invitation, such as "viewer; editor in shop
  /// staging".
  static func text(_ json: JSON) -> String {
    let grants = (json["grants"]?.array ?? []).map { grant in
      let scope = [grant["application"]?.string, grant["environment"]?.string]
      return "\(grant["role"]?.string ?? "") in \(scope.compactMap { $0 }.joined(separator: " "))"
    }
    return ([json["role"]?.string ?? ""] + grants).joined(separator: "; ")
  }
}
