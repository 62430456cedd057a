public import FlowCore

/// A release that may be used, and where it came from.
public struct LoadedRelease: Sendable {
  /// Where a release came from.
  public enum Origin: String, Sendable {
    /// Compiled into the app.
    case bundle
    /// Verified earlier and kept on the device.
    case cache
    /// Just received and verified.
    case network
  }

  /// The release, compiled for this build.
  public let release: Release
  /// Where it came from.
  public let origin: Origin

  /// Makes a value.
  public init(_ release: Release, from origin: Origin) {
    self.release = release
    self.origin = origin
  }
}

/// Where a navigator gets its releases: a `ReleaseClient` in an app, a list in a test.
public protocol ReleaseSource: Sendable {
  /// The release to begin with; waits no longer than the app allowed.
  func start() async -> LoadedRelease
  /// Every newer release that may be used, as it comes. Each call gives a stream of its own.
  func updates() async -> AsyncStream<LoadedRelease>
}
