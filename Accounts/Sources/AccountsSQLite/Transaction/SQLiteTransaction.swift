import Accounts
import GRDB

/// A read or write transaction in progress.
///
/// NB: every `put` is an upsert. SQLite's `INSERT OR REPLACE` would first delete the conflicting
/// row, and with it all rows that reference it.
struct SQLiteTransaction: AccountWriter {
  let database: Database
  let access: (any SQLiteAccess)?
  let onEvent: SQLiteAccounts.EventObserver?
  let isTokenActive: SQLiteAccounts.TokenCheck?

  func isActive(token: String) throws -> Bool { try isTokenActive?(database, token) ?? false }
}
