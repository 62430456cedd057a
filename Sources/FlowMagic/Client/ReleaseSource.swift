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

/// The source of a navigator's releases, such as a ``ReleaseClient`` or a ``FixedReleaseSource``.
public protocol ReleaseSource: Sendable {
  /// The first release; a client waits for at most its `startTimeout`.
  func start() async -> LoadedRelease
  /// Every newer release, in a new stream for each call.
  func updates() async -> AsyncStream<LoadedRelease>
}

/// A source with one release that never changes, such as the flows bundled with an app.
public struct FixedReleaseSource: ReleaseSource {
  private let loaded: LoadedRelease

  /// Creates a source.
  public init(_ loaded: LoadedRelease) {
    self.loaded = loaded
  }

  /// The release.
  public func start() async -> LoadedRelease { loaded }

  /// A stream that ends immediately.
  public func updates() async -> AsyncStream<LoadedRelease> {
    AsyncStream { $0.finish() }
  }
}
