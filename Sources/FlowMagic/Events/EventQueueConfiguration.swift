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
  /// How long an event waits for others.
  public var batchInterval = Duration.seconds(30)
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
  public init(
    server: URL, application: Name, key: SDKKey, manifest: Manifest? = nil, directory: URL
  ) {
    self.server = server
    self.application = application
    self.key = key
    self.directory = directory
    build = JSONObject()
    build["platform"] = manifest?.platform.map { .string($0.string) }
    build["version"] = manifest?.version.map { .string($0.string) }
    build["build"] = manifest?.build.map { .string($0.string) }
  }

  /// Keeps the journal where the system wants an app's own data.
  public static func directory(of application: Name) -> URL {
    let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    let support = folders.first ?? FileManager.default.temporaryDirectory
    return support.appending(path: "FlowMagic/\(application.string)/events")
  }
}
