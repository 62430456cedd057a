package import Accounts
import AccountsSQLite
import Foundation
import GRDB

extension SQLiteStore {
  package var accounts: any AccountStore { users }

  /// The users in this store, whose events are also recorded in the audit log.
  var users: SQLiteAccounts {
    SQLiteAccounts(AccountsAccess(store: self)) { database, event, organizations in
      for organization in organizations {
        try database.record(AuditEntry(event, in: organization))
      }
    } isTokenActive: { database, token in
      try database.isTokenActive(token)
    }
  }
}

/// Gives the accounts access to the store's file, through its single writer and its readers.
///
/// SQLite's errors are thrown as `StoreError`, as everywhere in the store; all others unchanged.
private struct AccountsAccess: SQLiteAccess {
  let store: SQLiteStore

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    do {
      return try await store.readWithoutErrorMapping(body)
    } catch let error as DatabaseError { throw store.failures.storeError(error) }
  }

  func change<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    do {
      return try await store.writer.perform(in: .change, weight: 4096, body)
    } catch let error as DatabaseError { throw store.failures.storeError(error) }
  }

  func didDeletePersonalData() { store.log?.requestTruncation() }
}

extension AuditEntry {
  /// Creates an audit entry for a security event of a user that concerns an organization: never
  /// with the client's location, and without details for changes to the user's own account.
  fileprivate init(_ event: SecurityEvent, in organization: String) throws {
    let concernsOrganization = event.organization != nil
    let parsed = try? JSONSerialization.jsonObject(with: Data(event.detail.utf8))
    var detail = concernsOrganization ? parsed as? [String: Any] ?? ["detail": event.detail] : [:]
    if detail["user"] == nil { detail["user"] = event.user }
    let text = try JSONSerialization.data(
      withJSONObject: detail, options: [.sortedKeys, .withoutEscapingSlashes])
    self.init(
      at: event.at, actor: event.actor, action: event.action, organization: organization,
      detail: String(decoding: text, as: UTF8.self), user: event.user, isPersonal: true)
  }
}
