public import FlowCore
public import Foundation

/// What an event queue has to know.
public struct EventQueueConfiguration: Sendable {
  /// Where the server is, such as `https://flows.example.com`.
  public var server: URL
  /// The application's id.
  public var application: Name
  /// The key that the app was built with.
  public var key: SDKKey
  /// The build that the events come from: `platform`, `version` and `build`, as in its manifest.
  public var build: JSONObject
  /// The folder of the journal; another process may use the same one.
  public var directory: URL
  /// How many events go together at most; the server takes up to 1,000.
  public var batchEvents = 100
  /// How many bytes of events go together at most; the server takes up to 1 MiB.
  public var batchBytes = 256 << 10
  /// How long an event waits for others, until an answer of the server says otherwise.
  ///
  /// 30 seconds in `production`; a second in other environments, where somebody follows the app on
  /// the portal's canvas while they try it.
  public var batchInterval: Duration
  /// The longest event; longer ones are refused and told of.
  public var eventBytes = 32 << 10
  /// How much of the disk events may take; then the oldest go, counted and told of.
  public var diskBytes = 5 << 20
  /// How many events wait in memory while the disk takes none.
  public var memoryEvents = 1_000
  /// Waits after failures.
  public var backOff = BackOff(base: .seconds(2), cap: .seconds(300))
  /// The wait after the server has refused the key, halved at random.
  public var refusedDelay = Duration.seconds(300)

  /// Makes a configuration.
  ///
  /// - Parameters:
  ///   - server: Where the server is.
  ///   - application: The application's id.
  ///   - environment: The environment that the key is for.
  ///   - key: The key that the app was built with.
  ///   - manifest: What this build declares.
  ///   - directory: The folder of the journal.
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

  /// Keeps the journal where the system wants an app's own data; each environment has its own, so
  /// that what was recorded in one never counts in another.
  public static func directory(
    of application: Name, environment: Name = "production"
  ) -> URL {
    let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    let support = folders.first ?? FileManager.default.temporaryDirectory
    let folder = support.appending(path: "FlowMagic/\(application.string)")
    // NB: production's is where it was before environments had their own.
    return environment == "production"
      ? folder.appending(path: "events")
      : folder.appending(path: "\(environment.string)/events")
  }
}
