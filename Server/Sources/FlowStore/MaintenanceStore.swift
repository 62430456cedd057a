/// The state of a store, its free space, and the jobs that keep it small.
///
/// Everything here works in small steps beside the changes of users, which always go first.
public protocol MaintenanceStore: Sendable {
  /// Reads, to check that the store answers; waits for no writer and writes nothing.
  ///
  /// `damaged` from the moment that anything has met a damaged page.
  func check() async throws(StoreError)
  /// Checks whether a change could be made now, without making one.
  ///
  /// `locked` if another process holds the write lock, `read-only`, `disk-full`, `damaged`, or what
  /// the newest commit failed with.
  func checkWritable() async throws(StoreError)

  /// Returns the free space; two calls of the system, cheap enough for each request.
  func space() -> StoreSpace
  /// Figures about the store, for monitoring.
  func status() async -> StoreStatus

  /// Removes some of the event batches that came before; the oldest go first.
  ///
  /// Counts derived from them (sessions of builds, attributes) stay.
  ///
  /// - Returns: Whether there may be more.
  func removeEvents(receivedBefore time: Int) async throws(StoreError) -> Bool
  /// Removes some of the counts of sessions of days before the one of this time.
  ///
  /// - Returns: Whether there may be more.
  func removeBuildUse(before time: Int) async throws(StoreError) -> Bool
  /// Gives some of the file's unused pages back to the disk, and writes the log into the file.
  ///
  /// - Returns: Whether there may be more.
  func reclaimSpace() async throws(StoreError) -> Bool
}

/// The free space of a store.
public struct StoreSpace: Sendable, Equatable {
  /// The size of the write-ahead log in bytes; 0 for a store in memory.
  public let logBytes: Int
  /// Free bytes on the store's disk; nil for a store in memory.
  public let diskFree: Int?
  /// The size of that disk in bytes.
  public let diskSize: Int?

  /// Creates a record.
  public init(logBytes: Int = 0, diskFree: Int? = nil, diskSize: Int? = nil) {
    self.logBytes = logBytes
    self.diskFree = diskFree
    self.diskSize = diskSize
  }
}

/// Figures about a store.
public struct StoreStatus: Sendable {
  /// The durations of commits.
  public struct Commits: Sendable, Equatable {
    /// Upper bounds of the buckets, in seconds.
    public static let bounds: [Double] = [
      0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
    ]
    /// Commits up to each bound, cumulative.
    public var buckets = [Int](repeating: 0, count: Commits.bounds.count)
    /// The time of all commits, in seconds.
    public var seconds = 0.0
    /// All commits, failed ones included.
    public var count = 0
    /// Commits that failed.
    public var failures = 0

    /// No commits yet.
    public init() {}
  }

  /// The size of the file in bytes, without the log.
  public let storeBytes: Int
  /// The room there is.
  public let space: StoreSpace
  /// The commits since the start.
  public let commits: Commits
  /// Changes that wait for their transaction.
  public let queuedChanges: Int
  /// Callers that wait until there is room for their change.
  public let waitingCallers: Int
  /// Seconds since all of the log was last written into the file, or since the start.
  public let checkpointAge: Int
  /// Whether damage was met since the start.
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
