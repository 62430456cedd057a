package import FlowStore

/// The limits for what apps send and users change: rates, retention, and reserved disk space.
///
/// An SDK key is not secret: anyone who has the app can send with it. Where anyone may register, a
/// user is no more trustworthy.
package struct IntakeLimits: Sendable {
  /// A rate limit.
  package struct Rate: Sendable, Equatable {
    /// Requests per second; 0 for no limit.
    package var requests: Int
    /// Bytes of bodies per second; 0 for no limit.
    package var bytes: Int
    /// The burst size, in seconds of the rate.
    package let burst: Int

    package init(requests: Int, bytes: Int, burst: Int) {
      self.requests = requests
      self.bytes = bytes
      self.burst = burst
    }
  }

  /// The maximum numbers of bytes of apps' bodies in memory.
  package struct Bodies: Sendable {
    /// Of one network, with the keys of one organization.
    package var network = 8 << 20
    /// Of one network, with the keys of all organizations.
    package var networkAcrossOrganizations = 16 << 20
    /// Of one organization.
    package var organization = 32 << 20
    /// Of all organizations.
    package var all = 128 << 20

    package init() {}
  }

  /// The limit of all apps with one SDK key.
  package var key = Rate(requests: 2000, bytes: 4 << 20, burst: 10)
  /// The limit of one client with the keys of one organization; a client is an IPv4 address or an
  /// IPv6 /64 network, which many users may share.
  package var client = Rate(requests: 20, bytes: 128 << 10, burst: 60)
  /// The limit of all announcements of an application's builds.
  package var announcements = Rate(requests: 1, bytes: 256 << 10, burst: 30)
  /// The limit of the changes of one user, of all API tokens of one user, and of the tokens of all
  /// service accounts of one organization: 600 a minute, after a burst of 3,600.
  package var changes = Rate(requests: 10, bytes: 0, burst: 360)
  /// The limit of the releases that an author publishes, including by rolling back: 60 a minute,
  /// after a burst of 600; none if changes have none.
  package var publications: Rate {
    Rate(requests: changes.requests > 0 ? 1 : 0, bytes: 0, burst: 600)
  }
  /// The limits of bodies that are being received or processed.
  package var bodies = Bodies()
  /// The maximum size of an application's stored events, in bytes; 0 for no limit.
  package var eventQuota = 1 << 30
  /// The number of days for which events are kept; 0 to keep them forever.
  package var eventRetentionDays = 30
  /// The number of days for which counts of sessions and results are kept; 0 to keep them forever.
  package var usageRetentionDays = 400
  /// The disk space kept free of apps' data, in bytes; nil for 256 MiB, or 5 % of a disk smaller
  /// than 5 GiB.
  package var diskReserve: Int?
  /// The size of the write-ahead log, in bytes, at which nothing more is accepted from apps.
  package var maximumWALBytes = 256 << 20
  /// The maximum number of senders of each kind with individual rate limits; other senders of the
  /// organization with the most share one.
  package var maximumSenders = 100_000

  package init() {}

  /// The reserved space on a disk of this size, in bytes.
  func reserve(ofDisk size: Int?) -> Int {
    diskReserve ?? min(256 << 20, (size ?? 0) / 20)
  }

  /// Whether apps' data would use the reserve.
  ///
  /// NB: data that is only in the log so far needs its space a second time when it is copied to the
  /// store's file: up to the log's size at once.
  package func needsReserve(_ space: StoreSpace) -> Bool {
    guard let free = space.diskFree else { return false }
    return free - space.pendingBytes < reserve(ofDisk: space.diskSize)
  }
}
