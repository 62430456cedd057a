public import FlowCore

/// A release that the app can use, and its origin.
public struct LoadedRelease: Sendable {
  /// The origin of a release.
  public enum Origin: String, Sendable {
    /// Bundled with the app.
    case bundle
    /// Verified earlier and cached on the device.
    case cache
    /// Received from the server and verified.
    case network
  }

  /// The release, compiled for this build.
  public let release: Release
  /// The origin of the release.
  public let origin: Origin

  /// Creates a value.
  public init(_ release: Release, from origin: Origin) {
    self.release = release
    self.origin = origin
  }
}

/// The source of a navigator's releases: a `ReleaseClient` in an app, a list in a test.
public protocol ReleaseSource: Sendable {
  /// The first release; a client waits for at most its `startTimeout`.
  func start() async -> LoadedRelease
  /// Every newer release. Each call returns a new stream.
  func updates() async -> AsyncStream<LoadedRelease>
}
