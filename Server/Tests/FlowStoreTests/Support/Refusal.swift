import FlowStore

/// Returns the code of the error thrown by the work; nil if it succeeds.
func refusal(_ work: () async throws(StoreError) -> Void) async -> StoreError.Code? {
  await storeError(work)?.code
}

/// Returns the error thrown by the work; nil if it succeeds.
func storeError(_ work: () async throws(StoreError) -> Void) async -> StoreError? {
  do {
    try await work()
    return nil
  } catch {
    return error
  }
}
