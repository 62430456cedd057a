/// Where the last good release stays for the next start: files in an app, memory in a test.
///
/// A cache keeps bytes safe and believes nothing: the client verifies what comes out of it exactly
/// as it verifies what comes from a server.
public protocol ReleaseCache: Sendable {
  /// What is kept, the newest first, and what was found damaged.
  func read() -> CacheContents
  /// Keeps a release besides the one kept before, whole or not at all.
  ///
  /// - Throws: `cache-not-written`.
  func write(_ entry: CacheEntry) throws(FlowMagicError)
}

/// What a cache holds.
public struct CacheContents: Sendable, Equatable {
  /// The entries that are whole, the newest first.
  public var entries: [CacheEntry]
  /// Why others cannot be used.
  public var problems: [FlowMagicError]

  /// Makes contents.
  public init(entries: [CacheEntry] = [], problems: [FlowMagicError] = []) {
    self.entries = entries
    self.problems = problems
  }
}

/// A release as a cache keeps it.
public struct CacheEntry: Sendable, Equatable {
  /// The signed release, as it came.
  public var envelope: [UInt8]
  /// The chain of key sets that leads from the app's own key to the one that signed.
  public var chain: [UInt8]
  /// The newest statement that the device had accepted by then.
  public var newest: ReleaseVersion

  /// Makes an entry.
  public init(envelope: [UInt8], chain: [UInt8], newest: ReleaseVersion) {
    self.envelope = envelope
    self.chain = chain
    self.newest = newest
  }
}
