import Accounts

/// The code with which something was refused, or nil if it was not.
func refusal(_ work: () async throws -> Void) async throws -> AccountError.Code? {
  do {
    try await work()
    return nil
  } catch let error as AccountError {
    return error.code
  }
}
