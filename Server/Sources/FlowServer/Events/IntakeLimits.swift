/// The limits of apps' events: their rate, their retention, and the disk space that is kept free of
/// them.
///
/// An app's SDK key is no secret: anyone who has the app can send with it.
package struct IntakeLimits: Sendable {
  /// The rate limit of one sender.
  package struct Rate: Sendable, Equatable {
    /// Requests a second; 0 for no limit.
    package var requests: Int
    /// Bytes of bodies a second; 0 for no limit.
    package var bytes: Int
    /// For how many seconds' worth one may send at once.
    package let burst: Int

    package init(requests: Int, bytes: Int, burst: Int) {
      self.requests = requests
      self.bytes = bytes
      self.burst = burst
    }
  }

  /// All apps with one SDK key together.
  package var key = Rate(requests: 2000, bytes: 4 << 20, burst: 10)
  /// One client: an IPv4 address or the /64 of an IPv6 one, behind which many people may be.
  package var client = Rate(requests: 20, bytes: 128 << 10, burst: 60)
  /// All announcements of an application's builds together.
  package var announcements = Rate(requests: 1, bytes: 256 << 10, burst: 30)
  /// The maximum size of an application's stored events, in bytes; 0 for no limit.
  package var eventQuota = 1 << 30
  /// For how many days events are kept; 0 for ever.
  package var eventDays = 30
  /// For how many days the sessions of builds are counted; 0 for ever.
  package var usageDays = 400
  /// Bytes on the disk that are kept free of what apps send; nil for 256 MiB, or a twentieth of a
  /// disk that is smaller than 5 GiB.
  package var diskReserve: Int?
  /// The size of the write-ahead log in bytes from which nothing more of apps is taken.
  package var logBytes = 256 << 20
  /// Senders whose rates are known; what is beyond shares one rate.
  package var senders = 100_000

  package init() {}

  /// The reserve on a disk of this size, in bytes.
  func reserve(ofDisk size: Int?) -> Int {
    diskReserve ?? min(256 << 20, (size ?? 0) / 20)
  }
}
