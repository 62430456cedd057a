public import FlowMagic

/// A release cache in memory, whose contents a test can inspect and corrupt.
public final class InMemoryReleaseCache: ReleaseCache {
  private struct State {
    var contents: CacheContents
    var failure: FlowMagicError?
  }

  private let state: Locked<State>

  /// Creates a cache with entries, newest first.
  public init(_ entries: [CacheEntry] = []) {
    state = Locked(State(contents: CacheContents(entries: entries)))
  }

  /// The contents.
  public var contents: CacheContents {
    get { state.withLock { $0.contents } }
    set { state.withLock { $0.contents = newValue } }
  }

  /// The error that `write` throws; if nil, it succeeds.
  public var failure: FlowMagicError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// Reads the contents.
  public func read() -> CacheContents { contents }

  /// Stores an entry and keeps the one before it.
  public func write(_ entry: CacheEntry) throws(FlowMagicError) {
    try state.withLock { state throws(FlowMagicError) in
      if let failure = state.failure { throw failure }
      state.contents = CacheContents(entries: [entry] + state.contents.entries.prefix(1))
    }
  }
}
