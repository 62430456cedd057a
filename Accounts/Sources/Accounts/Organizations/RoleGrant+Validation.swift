extension RoleGrant {
  /// The maximum number of a member's grants.
  static let maximumGrants = 100

  /// Returns the grants without duplicates.
  ///
  /// - Throws: `.invalidInput` if they are too many, or one is invalid.
  static func validated(_ grants: [RoleGrant]) throws(AccountError) -> [RoleGrant] {
    guard grants.count <= maximumGrants else {
      throw AccountError(
        .invalidInput, "A member can have at most \(maximumGrants) grants. Remove some.")
    }
    var seen: Set<RoleGrant> = []
    var result: [RoleGrant] = []
    for grant in grants where seen.insert(grant).inserted {
      guard grant.role > .guest, grant.role <= .editor else {
        throw AccountError(
          .invalidInput, "The role of a grant must be viewer, drafter or editor.")
      }
      guard isID(grant.application), grant.environment.map(isID) ?? true else {
        throw AccountError(
          .invalidInput,
          "A grant must name an application, or an application and one of its environments.")
      }
      result.append(grant)
    }
    return result
  }

  private static func isID(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 200
      && text.unicodeScalars.allSatisfy { $0.value > 32 && $0.value != 127 }
  }
}
