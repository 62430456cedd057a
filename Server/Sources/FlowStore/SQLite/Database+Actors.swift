import Accounts
import AccountsSQLite
import GRDB

/// Checks of the actor of a change, in the transaction of the change itself.
///
/// A request may wait between its authentication and its change, for the rest of its body or for
/// its turn. Actors without a credential, such as operators, pass.
extension Database {
  /// Throws unless the credential of an actor is still valid.
  ///
  /// - Throws: `not-signed-in`.
  func requireCredential(of actor: Actor, at now: Int, _ users: SQLiteAccounts) throws {
    guard let credential = actor.credential else { return }
    do {
      try users.writer(in: self).requireCredential(of: actor)
    } catch let error as AccountError {
      throw StoreError(.notSignedIn, error.message)
    }
    guard case .token = credential else { return }
    let isActive = try has(
      "SELECT 1 FROM api_token WHERE id = ? AND coalesce (expires, 9e15) > ?", [actor.id, now])
    guard isActive else { throw StoreError(.notSignedIn, "This token has expired.") }
  }

  /// Throws unless the actor's credential is still valid and its user still has a role: everywhere
  /// in the organization, or in the application or environment.
  ///
  /// The scope of a token is not checked, because it never changes.
  ///
  /// - Throws: `not-signed-in`, `not-allowed`.
  func require(
    _ role: Role, of entry: AuditEntry, application: String? = nil, environment: String? = nil,
    _ users: SQLiteAccounts
  ) throws {
    try requireCredential(of: entry.actor, at: entry.at, users)
    try require(
      role, of: entry.actor, in: entry.organization, application: application,
      environment: environment, users)
  }

  /// Throws unless the actor's credential is still valid and its user still has a role in an
  /// application, for changes without an entry of the audit log.
  ///
  /// - Throws: `not-signed-in`, `not-allowed`.
  func require(
    _ role: Role, of actor: Actor, at now: Int, inApplication id: String, _ users: SQLiteAccounts
  ) throws {
    try requireCredential(of: actor, at: now, users)
    let organization = try first("SELECT organization FROM application WHERE id = ?", [id]) {
      try $0.text(0)
    }
    try require(role, of: actor, in: organization ?? "", application: id, environment: nil, users)
  }

  private func require(
    _ role: Role, of actor: Actor, in organization: String, application: String?,
    environment: String?, _ users: SQLiteAccounts
  ) throws {
    guard actor.credential != nil, let user = actor.user else { return }
    let membership = try users.writer(in: self).membership(of: user, in: organization)
    guard let membership,
      membership.role(application: application, environment: environment) >= role
    else {
      throw StoreError(
        .notAllowed, "You no longer have the role \(role.rawValue), which this needs.")
    }
  }

  /// Throws unless the user of an actor with a credential exists, so that no address of a deleted
  /// user is written.
  ///
  /// - Throws: `not-signed-in`.
  func requireUser(of actor: Actor) throws {
    guard actor.credential != nil, let user = actor.user else { return }
    guard try has("SELECT 1 FROM user WHERE id = ?", [user]) else {
      throw StoreError(.notSignedIn, "This account was deleted.")
    }
  }

  /// Returns whether an API token exists and is not revoked.
  func isTokenActive(_ id: String) throws -> Bool {
    try has("SELECT 1 FROM api_token WHERE id = ? AND revoked IS NULL", [id])
  }
}
