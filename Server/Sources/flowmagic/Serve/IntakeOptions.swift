import ArgumentParser
import Configuration
import FlowServer

/// The options for the limits of apps' events and users' changes, and the retention of events and
/// results.
struct IntakeOptions: ParsableArguments {
  @Option(
    help: "Maximum requests per second from apps with one SDK key. (default: 2000; 0: no limit)")
  var keyRequests: String?

  @Option(help: "Maximum bytes per second from apps with one SDK key. (default: 4MiB; 0: no limit)")
  var keyBytes: String?

  @Option(
    help: "Maximum requests per second from apps at one IP address. (default: 20; 0: no limit)")
  var clientRequests: String?

  @Option(
    help: "Maximum bytes per second from apps at one IP address. (default: 128KiB; 0: no limit)")
  var clientBytes: String?

  @Option(
    help: """
      Maximum changes per second by one user, by their tokens, and by an organization's service \
      accounts. (default: 10; 0: no limit)
      """)
  var changeRequests: String?

  @Option(
    help: "Maximum disk space for an application's stored events. (default: 1GiB; 0: no limit)")
  var eventQuota: String?

  @Option(help: "Days to keep events. (default: 30; 0: forever)")
  var eventRetention: String?

  @Option(
    help: "Days to keep results and the counts of builds' sessions. (default: 400; 0: forever)")
  var usageRetention: String?

  @Option(
    help: "Free disk space that apps' data must not use. (default: 256MiB, at most 5% of the disk)")
  var diskReserve: String?

  /// The options from the command line, by name.
  var values: [String: String] {
    [
      "key-requests": keyRequests, "key-bytes": keyBytes, "client-requests": clientRequests,
      "client-bytes": clientBytes, "change-requests": changeRequests, "event-quota": eventQuota,
      "event-retention": eventRetention, "usage-retention": usageRetention,
      "disk-reserve": diskReserve,
    ].compactMapValues { $0 }
  }

  static let names: Set<String> = [
    "key-requests", "key-bytes", "client-requests", "client-bytes", "change-requests",
    "event-quota", "event-retention", "usage-retention", "disk-reserve",
  ]
}

extension IntakeLimits {
  /// Reads the limits of apps' events and users' changes.
  init(_ reader: ConfigReader) throws(ServerSettings.Failure) {
    self.init()
    key.requests = try reader.wholeNumber("key-requests") ?? key.requests
    key.bytes = try reader.byteSize("key-bytes") ?? key.bytes
    client.requests = try reader.wholeNumber("client-requests") ?? client.requests
    client.bytes = try reader.byteSize("client-bytes") ?? client.bytes
    changes.requests = try reader.wholeNumber("change-requests") ?? changes.requests
    eventQuota = try reader.byteSize("event-quota") ?? eventQuota
    eventRetentionDays = try reader.wholeNumber("event-retention") ?? eventRetentionDays
    usageRetentionDays = try reader.wholeNumber("usage-retention") ?? usageRetentionDays
    diskReserve = try reader.byteSize("disk-reserve")
    // Releases are verified against the builds of the last 30 days.
    guard usageRetentionDays == 0 || usageRetentionDays >= 30 else {
      throw ServerSettings.Failure(
        description: "--usage-retention must be at least 30 days, because publishing is verified "
          + "against the builds of that time; 0 keeps results and counts forever.")
    }
  }

  /// The settings to log at startup.
  var loggedSettings: [(String, String)] {
    [
      ("key-requests", "\(key.requests)"), ("key-bytes", "\(key.bytes)"),
      ("client-requests", "\(client.requests)"), ("client-bytes", "\(client.bytes)"),
      ("change-requests", "\(changes.requests)"),
      ("event-quota", "\(eventQuota)"), ("event-retention", "\(eventRetentionDays)"),
      ("usage-retention", "\(usageRetentionDays)"),
      ("disk-reserve", diskReserve.map { "\($0)" } ?? "256MiB, at most 5%"),
    ]
  }
}
