public import FlowMagic

/// A cache in memory: what it holds is there to look at and to spoil.
public final class InMemoryReleaseCache: ReleaseCache {
  private struct State {
    var contents: CacheContents
    var failure: FlowMagicError?
  }

  private let state: Locked<State>

  /// Makes a cache that holds these entries, the newest first.
  public init(_ entries: [CacheEntry] = []) {
    state = Locked(State(contents: CacheContents(entries: entries)))
  }

  /// What the cache holds.
  public var contents: CacheContents {
    get { state.withLock { $0.contents } }
    set { state.withLock { $0.contents = newValue } }
  }

  /// What `write` throws from now on; nil to write.
  public var failure: FlowMagicError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// What the cache holds.
  public func read() -> CacheContents { contents }

  /// Keeps an entry and the one before it.
  public func write(_ entry: CacheEntry) throws(FlowMagicError) {
    try state.withLock { state throws(FlowMagicError) in
      if let failure = state.failure { throw failure }
      state.contents = CacheContents(entries: [entry] + state.contents.entries.prefix(1))
    }
  }
}
