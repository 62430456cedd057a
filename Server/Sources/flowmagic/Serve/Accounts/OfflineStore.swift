import Accounts
import FlowCore
import FlowServer
import FlowStore
import Logging

/// The store and its accounts, opened by a command while no server is running.
struct OfflineStore {
  private let store: any Store
  private let settings: ServerSettings
  private let logger = LogFormat.human.logger("flowmagic", level: .warning)

  /// Opens the store, or creates it for an operation that adds the first data.
  ///
  /// - Throws: `StoreError`; `locked` if a server or another command uses the store, `damaged` if
  ///   it is missing although its keys have signed releases, `unavailable` if it is missing and may
  ///   not be created.
  init(_ settings: ServerSettings, createsStore: Bool) async throws(StoreError) {
    let path = try? Stores.path(of: settings.store)
    let keys = KeyFolder(settings.keys)
    try StartChecks.requireStore(at: path, beside: keys)
    if !createsStore, let path {
      try RestoreLeftovers(store: path, keys: keys).requireStore(
        at: path, remedy: "Check --store, or create one with `flowmagic init`.")
    }
    store = try await Stores.open(settings.store)
    self.settings = settings
  }

  /// Calls `body` with a context that works on the store, and then closes the store.
  ///
  /// - Throws: `KeyFolder.Failure` while a server of another store uses the keys; any error of
  ///   `body`.
  func withContext<Value>(_ body: (OperatorContext) async throws -> Value) async throws -> Value {
    let value: Value
    do {
      value = try await withKeys(body)
    } catch {
      try? await store.close()
      throw error
    }
    try await store.close()
    return value
  }

  private func withKeys<Value>(
    _ body: (OperatorContext) async throws -> Value
  ) async throws -> Value {
    let keys = KeyFolder(settings.keys)
    try await keys.requireFolder(for: store)
    let lock = try keys.lockForServing()
    defer { lock.release() }
    return try await body(try await context())
  }

  private func context() async throws -> OperatorContext {
    let keys = KeyFolder(settings.keys)
    let accounts = AccountServices(
      store: store.accounts, keys: try await keys.accountKeys(for: store.accounts),
      settings: settings.site.accounts, logger: logger, clock: Timestamp.now)
    return OperatorContext(store: store, accounts: accounts) { [store, logger] in
      let signing = try await keys.keys(for: store)
      let start = StartChecks(logger: logger)
      try await start.raiseNumbers(of: store, to: keys)
      return Services(
        store: store, keys: signing,
        minimumIssueTime: try await start.minimumIssueTime(
          of: store, in: keys, clock: Timestamp.now()),
        numberRecorder: keys.numberRecorder, accounts: accounts, logger: logger,
        clock: Timestamp.now)
    }
  }
}
