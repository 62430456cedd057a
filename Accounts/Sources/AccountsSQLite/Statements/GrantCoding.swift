import Accounts
import Foundation

/// Grants in a column: a JSON array, in order.
enum GrantCoding {
  private struct Grant: Codable {
    let application: String
    let environment: String?
    let role: String
  }

  static func encode(_ grants: [RoleGrant]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let values = grants.map {
      Grant(application: $0.application, environment: $0.environment, role: $0.role.rawValue)
    }
    return String(decoding: try encoder.encode(values), as: UTF8.self)
  }

  /// NB: an unknown role is treated as damage, never skipped, because showing fewer grants is not
  /// always safer.
  static func decode(_ text: String) throws -> [RoleGrant] {
    guard let grants = try? JSONDecoder().decode([Grant].self, from: Data(text.utf8)) else {
      throw Columns.invalidValue
    }
    return try grants.map { grant in
      guard let role = Role(rawValue: grant.role) else { throw Columns.invalidValue }
      return RoleGrant(
        application: grant.application, environment: grant.environment, role: role)
    }
  }
}
