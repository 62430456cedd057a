/// The state of a store, its free space, and the maintenance that keeps it small.
///
/// Maintenance works in small steps, between which users' changes take precedence.
public protocol MaintenanceStore: Sendable {
  /// Checks that the store can be read, without waiting for a writer and without writing.
  ///
  /// - Throws: `damaged` once any call has found damage; any error of reading.
  func check() async throws(StoreError)
  /// Checks whether the store can be written to, without changing anything.
  ///
  /// - Throws: `locked` if another process holds the write lock, `read-only`, `disk-full`,
  ///   `damaged`, the error of the latest commit if it failed just now, or `unavailable` once the
  ///   store is closed.
  func checkWritable() async throws(StoreError)

  /// Returns the free space; two system calls, cheap enough for each request.
  func space() -> StoreSpace
  /// Returns statistics about the store, for monitoring.
  func status() async -> StoreStatus

  /// Removes some of the event batches received before a time, oldest first.
  ///
  /// Counts derived from them (sessions of builds, attributes) are kept. A batch that was received
  /// later than `now`, while the clock was wrong, is removed when one that arrived after it is.
  ///
  /// - Returns: Whether there may be more.
  func removeEvents(receivedBefore time: Int, now: Int) async throws(StoreError) -> Bool
  /// Removes some of the counts of sessions from days before a time.
  ///
  /// - Returns: Whether there may be more.
  func removeBuildUse(before time: Int) async throws(StoreError) -> Bool
  /// Returns some of the file's unused pages to the file system; after the last ones, runs a
  /// checkpoint.
  ///
  /// - Returns: Whether there may be more.
  func reclaimSpace() async throws(StoreError) -> Bool
  /// Truncates the write-ahead log if it is too large, as each change does, too; changes no data.
  func truncateWAL() async throws(StoreError)
}

/// The free space of a store.
public struct StoreSpace: Sendable, Equatable {
  /// The size of the write-ahead log in bytes; 0 for an in-memory store.
  public let walBytes: Int
  /// The bytes of the log that are not in the store's file yet, by which it may still grow.
  public let pendingBytes: Int
  /// The free space on the store's disk in bytes; nil for an in-memory store.
  public let diskFree: Int?
  /// The size of that disk in bytes.
  public let diskSize: Int?

  /// Creates a record.
  public init(
    walBytes: Int = 0, pendingBytes: Int = 0, diskFree: Int? = nil, diskSize: Int? = nil
  ) {
    self.walBytes = walBytes
    self.pendingBytes = pendingBytes
    self.diskFree = diskFree
    self.diskSize = diskSize
  }
}

/// Statistics about a store.
public struct StoreStatus: Sendable {
  /// The durations of commits.
  public struct Commits: Sendable, Equatable {
    /// The upper bounds of the buckets, in seconds.
    public static let bounds: [Double] = [
      0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
    ]
    /// The number of commits within each bound, cumulative.
    public var buckets = [Int](repeating: 0, count: Commits.bounds.count)
    /// The total duration of all commits, in seconds.
    public var seconds = 0.0
    /// The number of commits, including failed ones.
    public var count = 0
    /// The number of failed commits.
    public var failures = 0

    /// Creates statistics without commits.
    public init() {}
  }

  /// The size of the file in bytes, without the log.
  public let storeBytes: Int
  /// The free space.
  public let space: StoreSpace
  /// The commits since the store was opened.
  public let commits: Commits
  /// The number of changes queued for a transaction.
  public let queuedChanges: Int
  /// The number of callers waiting for space in the queue.
  public let waitingCallers: Int
  /// The time since the last complete checkpoint, or since the store was opened, in seconds.
  public let checkpointAge: Int
  /// Whether damage has been found since the store was opened.
  public let isDamaged: Bool

  /// Creates a record.
  public init(
    storeBytes: Int, space: StoreSpace, commits: Commits, queuedChanges: Int,
    waitingCallers: Int, checkpointAge: Int, isDamaged: Bool
  ) {
    self.storeBytes = storeBytes
    self.space = space
    self.commits = commits
    self.queuedChanges = queuedChanges
    self.waitingCallers = waitingCallers
    self.checkpointAge = checkpointAge
    self.isDamaged = isDamaged
  }
}
