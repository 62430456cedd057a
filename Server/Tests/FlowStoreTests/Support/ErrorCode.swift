import FlowStore

/// Returns the code of the error that an operation throws; nil if it succeeds.
func errorCode(_ operation: () async throws(StoreError) -> Void) async -> StoreError.Code? {
  await storeError(operation)?.code
}

/// Returns the error that an operation throws; nil if it succeeds.
func storeError(_ operation: () async throws(StoreError) -> Void) async -> StoreError? {
  do {
    try await operation()
    return nil
  } catch {
    return error
  }
}
