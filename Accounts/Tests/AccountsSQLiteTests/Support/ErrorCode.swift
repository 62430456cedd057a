import Accounts

/// The code of the thrown error, or nil if none was thrown.
func errorCode(_ operation: () async throws -> Void) async throws -> AccountError.Code? {
  do {
    try await operation()
    return nil
  } catch let error as AccountError {
    return error.code
  }
}
