import GRDB

/// Maps SQLite's errors to a `StoreError` that says which file and what to do.
struct SQLiteFailures: Sendable {
  /// The file, or what stands for it in a sentence.
  let path: String
  private let met = Locked<StoreError?>(nil)

  init(path: String) { self.path = path }

  /// The first damage that was met; what is damaged stays so until a backup is restored.
  var damage: StoreError? { met.withLock { $0 } }

  /// The value, or why there is none.
  func result<Value>(_ work: () throws -> Value) -> Result<Value, StoreError> {
    do { return .success(try work()) } catch { return .failure(storeError(error)) }
  }

  /// The error in the store's own words.
  func storeError(_ error: any Error) -> StoreError {
    switch error {
    case let error as StoreError: error
    case let error as DatabaseError: storeError(error)
    default: StoreError(.unavailable, "\(path) cannot be used: \(error)")
    }
  }

  // NB: only SQLite's own sentence is passed on, never the statement's arguments: they hold hashes
  // of tokens and what users did.
  private func storeError(_ error: DatabaseError) -> StoreError {
    switch error.resultCode {
    case .SQLITE_FULL:
      StoreError(
        .diskFull,
        "The disk of \(path) is full. Free some space; the server continues without a restart.")
    case .SQLITE_READONLY, .SQLITE_PERM:
      StoreError(
        .readOnly,
        "\(path) may not be written to: give the server's user the right to write the file and "
          + "its folder, or mount the disk for writing.")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      StoreError(
        .locked,
        "Another process has locked \(path), such as a backup or a database shell: let it finish, "
          + "then try again.")
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT:
      remembered(damaged("SQLite says: \(words(of: error))"))
    case .SQLITE_INTERRUPT:
      StoreError(
        .unavailable,
        "A query of \(path) took too long and was ended, because while it reads the log cannot "
          + "shrink.")
    case .SQLITE_IOERR:
      StoreError(
        .unavailable,
        "The disk refused to read or write \(path) (\(error.extendedResultCode.rawValue)): a "
          + "quota, a limit on the size of files or a failing disk. Look at the system's log.")
    case .SQLITE_CONSTRAINT: constraint(error)
    case .SQLITE_MISUSE: closed
    default:
      StoreError(
        .unavailable,
        "\(path) cannot be used: SQLite says \"\(words(of: error))\" "
          + "(\(error.extendedResultCode.rawValue)). Look at its disk, its folder and the rights.")
    }
  }

  private func remembered(_ error: StoreError) -> StoreError {
    met.withLock { $0 = $0 ?? error }
    return error
  }

  /// The file is not, or not any more, what a store is.
  func damaged(_ reason: String) -> StoreError {
    StoreError(
      .damaged,
      "\(path) is damaged: \(reason). Stop the server and restore a backup, and keep the damaged "
        + "file: `sqlite3 FILE .recover` may still read most of it.")
  }

  /// The error of every call after `close`.
  var closed: StoreError { StoreError(.unavailable, "\(path) is closed: the server is stopping.") }

  private func constraint(_ error: DatabaseError) -> StoreError {
    switch error.extendedResultCode {
    case .SQLITE_CONSTRAINT_FOREIGNKEY:
      StoreError(
        .notThere,
        "The organization, application or environment that this belongs to does not exist.")
    case .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_UNIQUE:
      StoreError(.alreadyExists, "The id is already in use.")
    default: StoreError(.conflict, "The store refuses this: \(words(of: error)).")
    }
  }

  private func words(of error: DatabaseError) -> String {
    error.message ?? "\(error.resultCode)"
  }
}
