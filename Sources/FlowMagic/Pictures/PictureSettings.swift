/// How an app keeps the pictures of its drawn screens on the device.
public struct PictureSettings: Sendable {
  /// The maximum total size of stored pictures, in bytes; 64 MiB by default.
  ///
  /// Beyond it, the least recently used pictures are removed, those that the current release needs
  /// last. The most recently loaded picture always stays.
  public var budget = 64 << 20
  /// Whether pictures of reachable screens are loaded in advance.
  public var prefetches = true
  /// Whether pictures are loaded in advance also on expensive or constrained networks, such as
  /// cellular ones; applies to Apple systems.
  ///
  /// A picture that is on the current screen is always loaded.
  public var prefetchesOnMeteredNetworks = false
  /// The width to load, in pixels: the smallest size of a picture that is at least as wide is used.
  ///
  /// Set it to the screen width of the devices that most users have, if it differs much from this.
  public var pixelWidth = 1200

  /// The standard settings.
  public init() {}
}
