import FlowStore

/// The code with which something was refused, or nil if it was not.
func refusal(_ work: () async throws(StoreError) -> Void) async -> StoreError.Code? {
  await storeError(work)?.code
}

/// The error with which something was refused, or nil if it was not.
func storeError(_ work: () async throws(StoreError) -> Void) async -> StoreError? {
  do {
    try await work()
    return nil
  } catch {
    return error
  }
}
