import Accounts
import GRDB

/// One read or one change, while it lasts.
///
/// NB: every `put` is an upsert. SQLite's `INSERT OR REPLACE` would first delete the row that is in
/// the way, and with it everything that hangs on it.
struct SQLiteTransaction: AccountWriter {
  let database: Database
  let access: (any SQLiteAccess)?
  let onEvent: SQLiteAccounts.EventObserver?
}
