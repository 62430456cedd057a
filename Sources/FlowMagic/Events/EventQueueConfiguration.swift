public import FlowCore
public import Foundation

/// The configuration of an ``EventQueue``.
public struct EventQueueConfiguration: Sendable {
  /// The server's URL, such as `https://flows.example.com`.
  public var server: URL
  /// The application's id.
  public var application: Name
  /// The SDK key of the app.
  public var key: SDKKey
  /// The build that records the events: the `platform`, `version` and `build` of its manifest.
  public var build: JSONObject
  /// The directory of the journal; several processes may share it.
  public var directory: URL
  /// The maximum number of events in a batch; the server accepts up to 1,000.
  public var maximumBatchEvents = 100
  /// The size in bytes at which a batch is full; the server accepts up to 1 MiB.
  public var batchBytes = 256 << 10
  /// The initial interval between batches; the server's responses may change it.
  ///
  /// 30 seconds in `production`; one second in other environments, where testers watch the app's
  /// position live on the portal's canvas.
  public var batchInterval: Duration
  /// The maximum size of an event in bytes; larger ones are dropped and reported.
  public var maximumEventBytes = 32 << 10
  /// The maximum disk space for events in bytes; beyond it the oldest are dropped and reported.
  public var maximumDiskBytes = 5 << 20
  /// The maximum number of events that are kept in memory while writing them fails; beyond it the
  /// oldest are dropped and reported.
  public var maximumMemoryEvents = 1_000
  /// The back-off after failures.
  public var backOff = BackOff(base: .seconds(2), cap: .seconds(300))
  /// The delay after the server rejects the key or responds unexpectedly; the actual delay is 50 to
  /// 100 % of it, at random.
  public var rejectionDelay = Duration.seconds(300)

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - server: The server's URL.
  ///   - application: The application's id.
  ///   - environment: The environment that the key is for.
  ///   - key: The SDK key of the app.
  ///   - manifest: The manifest of this build.
  ///   - directory: The directory of the journal.
  public init(
    server: URL, application: Name, environment: Name = "production", key: SDKKey,
    manifest: Manifest? = nil, directory: URL
  ) {
    self.server = server
    self.application = application
    self.key = key
    self.directory = directory
    batchInterval = environment == "production" ? .seconds(30) : .seconds(1)
    build = JSONObject()
    build["platform"] = manifest?.platform.map { .string($0.string) }
    build["version"] = manifest?.version.map { .string($0.string) }
    build["build"] = manifest?.build.map { .string($0.string) }
  }

  /// The default directory of the journal, in Application Support.
  ///
  /// Each environment has its own, so that events are never counted in another one.
  public static func directory(
    of application: Name, environment: Name = "production"
  ) -> URL {
    let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    let support = folders.first ?? FileManager.default.temporaryDirectory
    let folder = support.appending(path: "FlowMagic/\(application.string)")
    // NB: the events of `production` are not in a folder with the environment's name.
    return environment == "production"
      ? folder.appending(path: "events")
      : folder.appending(path: "\(environment.string)/events")
  }
}
