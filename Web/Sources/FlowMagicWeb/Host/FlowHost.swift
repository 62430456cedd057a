public import FlowCore
public import Hummingbird
import FlowBlocks
package import FlowMagic
import NIOConcurrencyHelpers

/// Runs the flows of a document in browsers: serves their drawn screens as pages, with and without
/// JavaScript.
///
/// ```swift
/// let host = try FlowHost(document, settings: FlowHostSettings(keys: keys))
/// let router = Router(options: .autoGenerateHeadEndpoints)
/// host.addRoutes(to: router)
/// ```
///
/// The sealed state of a visit is part of its page and a cookie. Only states that are too large for
/// these, and the responses to presses, are in the settings' `store`. Any process with the same
/// keys and the same store can respond.
public final class FlowHost: Sendable {
  let settings: FlowHostSettings
  let build: BlockSupport
  let releases: RecentReleases
  let sealer: StateSealer
  let formRateLimiter: FormRateLimiter
  let changes = ChangeStreams()
  let renderedValues = RenderedValueCache()
  let presses = RunningPresses()
  /// The picture store of the server that this host follows.
  let followedPictures = NIOLockedValueBox<PictureStore?>(nil)
  /// The queue of events for the server that this host follows.
  private let eventSink = NIOLockedValueBox<(any EventSink)?>(nil)

  /// Creates a host.
  ///
  /// - Parameters:
  ///   - document: The flows with their screens, from a release or a file.
  ///   - settings: The settings.
  /// - Throws: `WebHostError` for unsafe settings, and for a document in which visitors would get
  ///   stuck.
  public init(_ document: FlowDocument, settings: FlowHostSettings) throws(WebHostError) {
    try settings.check()
    self.settings = settings
    build = settings.build
    releases = RecentReleases(try WebRelease(document, build, composedScreens: settings.screens))
    sealer = StateSealer(keys: settings.keys)
    formRateLimiter = FormRateLimiter(limit: settings.pressesPerSecond)
  }

  /// Adopts a new release.
  ///
  /// Visitors move to it with their next request, if no output that they need is missing there; the
  /// others finish on the release that they have.
  ///
  /// - Throws: `WebHostError` with the code `brokenDocument`; the current release then stays in
  ///   use.
  public func update(_ document: FlowDocument) throws(WebHostError) {
    releases.update(try WebRelease(document, build, composedScreens: settings.screens))
    changes.announce()
  }

  /// Notifies open pages that live data has changed: each requests its screen, and receives the
  /// difference.
  ///
  /// - Parameter visitor: The pseudonym of the visitor whose data has changed; nil for all
  ///   visitors.
  public func dataChanged(for visitor: String? = nil) { changes.announce(to: visitor) }

  /// The sink for the events of visits, if any.
  var events: (any EventSink)? { eventSink.withLockedValue { $0 } }

  /// Reports the events of visits to a sink from now on; nil stops that.
  package func report(to sink: (any EventSink)?) { eventSink.withLockedValue { $0 = sink } }

  /// Returns the value of a `Set-Cookie` header that restarts a flow for a visitor.
  ///
  /// For a page of the app that leads into the flow, such as one that is opened by a link in an
  /// email and signs someone in; handlers of a press use `PressReply.restart()` instead.
  ///
  /// - Parameters:
  ///   - flow: The flow's id.
  ///   - request: The request for the app's page.
  /// - Returns: A value of `Set-Cookie` for the page's response.
  public func cookieRestarting(_ flow: Name, for request: Request) -> String {
    VisitCookies(isSecure: isSecure(request), flowPath: address(flow, .start), maxAge: 0)
      .header(state: nil)
  }

  /// The manifest of this host, like that of an app's build.
  ///
  /// With it, the server rejects publishing a document in which visitors of this host would get
  /// stuck.
  public var manifest: Manifest {
    var manifest = Manifest(showing: build, composedScreens: settings.screens)
    manifest.version = settings.version
    manifest.build = settings.buildNumber
    return manifest
  }
}

extension FlowHostSettings {
  /// Validates the settings.
  ///
  /// - Throws: `WebHostError` if one would make a page unsafe, or is malformed.
  func check() throws(WebHostError) {
    if let origin {
      let parts = origin.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[1].isEmpty, !parts[2].isEmpty,
        parts[0] == "https:"
          || parts[0] == "http:" && RequestOrigin.isLoopback(String(parts[2]))
      else {
        throw WebHostError(
          .unsafeOrigin,
          "The origin must be https:// and a host, without a path; http only for this machine.")
      }
    }
    guard
      path.isEmpty || path.hasPrefix("/") && !path.hasSuffix("/") && Self.isHeaderSafe(path)
    else {
      throw WebHostError(
        .invalidSetting, "The path must begin with a slash and end without one, such as /start.")
    }
    for host in allowedHosts + mediaHosts.filter({ !RequestOrigin.isLoopbackOrigin($0) }) {
      guard !host.isEmpty, !host.contains("/"), Self.isHeaderSafe(host), host == host.lowercased()
      else {
        throw WebHostError(
          .invalidSetting, "The host “\(host)” must be a name such as example.com, in lower case.")
      }
    }
  }

  /// Whether a text can be inserted into a header and a policy unescaped.
  private static func isHeaderSafe(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "-._~/:".utf8.contains(byte)
      }
    }
  }
}
