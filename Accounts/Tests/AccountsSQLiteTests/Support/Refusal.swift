import Accounts

/// The code of the thrown error, or nil if none was thrown.
func refusal(_ work: () async throws -> Void) async throws -> AccountError.Code? {
  do {
    try await work()
    return nil
  } catch let error as AccountError {
    return error.code
  }
}
