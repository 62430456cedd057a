import ArgumentParser
import FlowCore

/// The option of verbs that are about an organization.
struct OrganizationOption: ParsableArguments {
  @Option(help: "The organization's id; else the one that the token belongs to.")
  var organization: String?
}

extension RemoteSession {
  /// The organization that a verb is about.
  func organization(_ option: OrganizationOption) async throws -> String {
    if let id = option.organization { return id }
    let list = try await client.json(.get, "v1", "organizations")["organizations"]?.array ?? []
    let ids = list.compactMap { $0["id"]?.string }
    if let only = ids.first, ids.count == 1 { return only }
    throw RemoteProblem(
      "which-organization", "There are several organizations: \(ids.joined(separator: ", ")).",
      fix: "Say which one with --organization.")
  }

  /// The member whose address or id this is.
  func member(_ spoken: String, of organization: String) async throws -> JSON {
    let list = try await client.json(.get, "v1", "organizations", organization, "members")
    let found = list["members"]?.array?.first { member in
      member["id"]?.string == spoken
        || member["email"]?.string?.lowercased() == spoken.lowercased()
    }
    guard let found else {
      throw RemoteProblem(
        "not-found", "\(organization) has no member \"\(spoken)\".",
        fix: "`flowmagic org members` shows the members.")
    }
    return found
  }
}

/// A role as people write it on the command line, with wider ones in some places.
struct RoleOptions: ParsableArguments {
  @Option(
    name: .customLong("grant"),
    help: """
      A wider role in one application or environment, as shop=editor or shop/staging=editor; may \
      be given more than once.
      """)
  var grants: [String] = []

  /// What was said, as the server takes it.
  ///
  /// - Throws: `ValidationError` with the one that is none.
  func json() throws -> [JSON] {
    try grants.map { text in
      let parts = text.split(separator: "=", omittingEmptySubsequences: false)
      let place = parts[0].split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, (1...2).contains(place.count), !place.contains(""),
        ["viewer", "drafter", "editor"].contains(parts[1])
      else {
        throw ValidationError(
          "--grant must be as shop=editor or shop/staging=editor, with viewer, drafter or editor; "
            + "\"\(text)\" is not.")
      }
      var grant: JSONObject = [
        "application": .string(String(place[0])), "role": .string(String(parts[1])),
      ]
      if place.count == 2 { grant["environment"] = .string(String(place[1])) }
      return .object(grant)
    }
  }

  /// "viewer; editor in shop staging".
  static func words(_ json: JSON) -> String {
    let grants = (json["grants"]?.array ?? []).map { grant in
      let place = [grant["application"]?.string, grant["environment"]?.string]
      return "\(grant["role"]?.string ?? "") in \(place.compactMap { $0 }.joined(separator: " "))"
    }
    return ([json["role"]?.string ?? ""] + grants).joined(separator: "; ")
  }
}
