import GRDB

/// Maps SQLite's errors to a `StoreError`, whose message names the file, unless a constraint is
/// violated, and a fix if there is one.
struct SQLiteFailures: Sendable {
  /// The file's path, or a description of an in-memory store.
  let path: String
  private let firstDamage = Locked<StoreError?>(nil)

  init(path: String) { self.path = path }

  /// The first damage found since the store was opened; nil if none was.
  var damage: StoreError? { firstDamage.withLock { $0 } }

  /// Runs the work and maps its error.
  func result<Value>(_ work: () throws -> Value) -> Result<Value, StoreError> {
    do { return .success(try work()) } catch { return .failure(storeError(error)) }
  }

  /// Maps any error to a `StoreError`.
  func storeError(_ error: any Error) -> StoreError {
    switch error {
    case let error as StoreError: error
    case let error as DatabaseError: storeError(error)
    case let error as DamagedRecord: recordDamage(damagedError(error.reason))
    default: StoreError(.unavailable, "\(path) cannot be used: \(error)")
    }
  }

  // NB: only SQLite's own message is included, never the statement's arguments, which contain
  // hashes of tokens and users' data.
  private func storeError(_ error: DatabaseError) -> StoreError {
    switch error.resultCode {
    case .SQLITE_FULL:
      StoreError(
        .diskFull,
        "The disk of \(path) is full. Free some space; a running server needs no restart.")
    case .SQLITE_READONLY, .SQLITE_PERM:
      StoreError(
        .readOnly,
        "\(path) is read-only: give the server's user permission to write the file and its folder, "
          + "or mount the disk for writing.")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      StoreError(
        .locked,
        "Another process has locked \(path), such as a backup or a database shell: let it finish, "
          + "then try again.")
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT:
      recordDamage(damagedError("SQLite reports: \(message(of: error))"))
    case .SQLITE_INTERRUPT:
      StoreError(
        .unavailable,
        "A query of \(path) took too long and was interrupted, because the write-ahead log cannot "
          + "be truncated while it is running.")
    case .SQLITE_IOERR:
      StoreError(
        .unavailable,
        "The disk refused to read or write \(path) (\(error.extendedResultCode.rawValue)): a "
          + "quota, a limit on the size of files or a failing disk. See the system's log.")
    case .SQLITE_CONSTRAINT: constraintError(error)
    case .SQLITE_MISUSE: closedError
    default:
      StoreError(
        .unavailable,
        "\(path) cannot be used: SQLite reports \"\(message(of: error))\" "
          + "(\(error.extendedResultCode.rawValue)). Check its disk, folder and permissions.")
    }
  }

  private func recordDamage(_ error: StoreError) -> StoreError {
    firstDamage.withLock { $0 = $0 ?? error }
    return error
  }

  /// The error for a file that is damaged or not a store.
  func damagedError(_ reason: String) -> StoreError {
    StoreError(
      .damaged,
      "\(path) is damaged: \(reason). Stop the server and restore a backup, and keep the damaged "
        + "file: `sqlite3 FILE .recover` may still read most of it.")
  }

  /// The error of all calls after `close`.
  var closedError: StoreError {
    StoreError(.unavailable, "\(path) is closed: the server is stopping.")
  }

  /// The error of reading that is stopped before it is complete.
  var interruptedError: StoreError {
    StoreError(.unavailable, "Reading \(path) was stopped before it was complete.")
  }

  private func constraintError(_ error: DatabaseError) -> StoreError {
    switch error.extendedResultCode {
    case .SQLITE_CONSTRAINT_FOREIGNKEY:
      StoreError(
        .notFound,
        "The organization, application or environment that this belongs to does not exist.")
    case .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_UNIQUE:
      StoreError(.alreadyExists, "The id is already in use.")
    default: StoreError(.conflict, "The store refuses this: \(message(of: error)).")
    }
  }

  private func message(of error: DatabaseError) -> String {
    error.message ?? "\(error.resultCode)"
  }
}
