/// Stores the last good release for the next launch: files in an app, memory in a test.
///
/// A cache only stores bytes: the client verifies a cached release exactly like one from a server.
public protocol ReleaseCache: Sendable {
  /// Reads the cached releases, newest first, and reports corrupt ones.
  func read() -> CacheContents
  /// Stores a release atomically and keeps the one before it.
  ///
  /// - Throws: `cache-not-written`.
  func write(_ entry: CacheEntry) throws(FlowMagicError)
}

/// The contents of a cache.
public struct CacheContents: Sendable, Equatable {
  /// The valid entries, newest first.
  public var entries: [CacheEntry]
  /// The errors of entries that cannot be used.
  public var problems: [FlowMagicError]

  /// Creates contents.
  public init(entries: [CacheEntry] = [], problems: [FlowMagicError] = []) {
    self.entries = entries
    self.problems = problems
  }
}

/// A cached release: only signed data, so that all of it can be verified when it is read.
public struct CacheEntry: Sendable, Equatable {
  /// The signed release, byte for byte as received.
  public var envelope: [UInt8]
  /// The chain of key sets from the app's own key to the signing key.
  public var chain: [UInt8]

  /// Creates an entry.
  public init(envelope: [UInt8], chain: [UInt8]) {
    self.envelope = envelope
    self.chain = chain
  }
}
