public import FlowCore
import FlowBlocks

/// Runs the flows of a document in browsers: their drawn screens as pages, with and without
/// JavaScript.
///
/// ```swift
/// let host = try FlowHost(document, settings: FlowHostSettings(keys: keys))
/// let router = Router()
/// host.addRoutes(to: router)
/// ```
///
/// Nothing about a visitor is kept between requests: the state of the visit travels sealed with the
/// page. Any process with the same keys can answer, and a restart loses nobody.
public final class FlowHost: Sendable {
  let settings: FlowHostSettings
  let build: BlockSupport
  let releases: RecentReleases
  let sealer: StateSealer
  let rates: EventRateLimiter
  let changes = ChangeStreams()
  let shownValues = ShownValues()
  let presses = RunningPresses()

  /// Makes a host.
  ///
  /// - Parameters:
  ///   - document: The flows with their screens, as a release or a file has them.
  ///   - settings: The parameters.
  /// - Throws: `WebHostError`: for settings that are not safe, and for a document that would strand
  ///   a visitor.
  public init(_ document: FlowDocument, settings: FlowHostSettings) throws(WebHostError) {
    try settings.check()
    self.settings = settings
    build = settings.build
    releases = RecentReleases(try WebRelease(document, build, inCode: settings.screens))
    sealer = StateSealer(keys: settings.keys)
    rates = EventRateLimiter(limit: settings.eventsPerSecond)
  }

  /// Takes a new release.
  ///
  /// Visitors go over to it with their next request, if nothing that they need is missing there;
  /// the others finish with the one that they have.
  ///
  /// - Throws: `WebHostError` with the code `brokenDocument`; the present release stays then.
  public func update(_ document: FlowDocument) throws(WebHostError) {
    releases.update(try WebRelease(document, build, inCode: settings.screens))
    changes.announce()
  }

  /// Tells open pages that live data has changed: each asks for its screen, and gets what differs.
  ///
  /// - Parameter visitor: The pseudonym of the visitor whose data it is; nil for everyone's.
  public func dataChanged(for visitor: String? = nil) { changes.announce(to: visitor) }

  /// The manifest of what this host shows, as of a build of an app: for the server, which then
  /// refuses to publish what would strand a visitor here.
  public var manifest: Manifest {
    Manifest(showing: build, inCode: settings.screens)
  }
}

extension FlowHostSettings {
  /// - Throws: `WebHostError` for what would make a page unsafe.
  func check() throws(WebHostError) {
    if let origin {
      let parts = origin.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[1].isEmpty, !parts[2].isEmpty,
        parts[0] == "https:"
          || parts[0] == "http:" && RequestOrigin.isLoopback(String(parts[2]))
      else {
        throw WebHostError(
          .unsafeOrigin,
          "The origin is https:// and a host, without a path; http only for this machine itself.")
      }
    }
    guard path.isEmpty || path.hasPrefix("/") && !path.hasSuffix("/") && Self.isPlain(path) else {
      throw WebHostError(
        .invalidSetting, "The path begins with a slash and ends without one, such as /start.")
    }
    for host in allowedHosts + mediaHosts {
      guard !host.isEmpty, !host.contains("/"), Self.isPlain(host), host == host.lowercased() else {
        throw WebHostError(
          .invalidSetting, "A host is a name such as example.com, in small letters.")
      }
    }
  }

  /// Whether a text can stand in a header and in a policy as it is.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "-._~/:".utf8.contains(byte)
      }
    }
  }
}
