public import FlowCore
public import Foundation

/// The configuration of a ``ReleaseClient``.
public struct ClientConfiguration: Sendable {
  /// The server's URL, such as `https://flows.example.com`.
  public var server: URL
  /// The application's id.
  public var application: Name
  /// The environment whose releases the app follows.
  public var environment: Name
  /// The SDK key of the app.
  public var key: SDKKey
  /// The flows bundled with the app: the fallback when there is neither a cache nor a network.
  ///
  /// If it is a numbered release of this application and environment, the app never uses an older
  /// one, whatever its source or signature. Build apps with the document of the current release, as
  /// `GET /v1/apps/{app}/releases/{number}` returns it.
  public var bundledDocument: FlowDocument
  /// The manifest of this build; releases are compiled for it.
  public var manifest: Manifest?
  /// The time at which the app was built; by default, that at which its executable was last
  /// modified.
  ///
  /// If the device's clock is earlier than this, the clock is wrong, so expired statements are
  /// accepted too, with a warning. Set it to the time of the build where executables are copied
  /// without their modification times.
  public var buildDate = Self.executableDate
  /// Timeouts, polling and back-off.
  public var timings = ClientTimings()
  /// The largest signed release that is accepted, in bytes.
  public var maximumBytes = 16 << 20

  /// Creates a configuration.
  public init(
    server: URL, application: Name, environment: Name = "production", key: SDKKey,
    bundledDocument: FlowDocument, manifest: Manifest? = nil
  ) {
    self.server = server
    self.application = application
    self.environment = environment
    self.key = key
    self.bundledDocument = bundledDocument
    self.manifest = manifest
  }
}

extension ClientConfiguration {
  /// The time at which the running program's file was last modified; the distant past if it has
  /// none.
  private static var executableDate: Date {
    let path = Bundle.main.executablePath ?? ""
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.modificationDate] as? Date ?? .distantPast
  }

  /// The time at which the app was built, in seconds since 1970.
  var buildTime: Int {
    // NB: a date may be infinite, and converting that to an integer would trap.
    Int(min(max(buildDate.timeIntervalSince1970, -1e11), 1e11))
  }

  /// The release number of the bundled flows; nil unless they are a release of this application and
  /// environment.
  var bundledNumber: Int? {
    guard bundledDocument.application == application, bundledDocument.environment == environment
    else { return nil }
    return bundledDocument.number
  }

  private func environmentURL(_ path: String) -> URL {
    server.appending(
      path: "v1/apps/\(application.string)/environments/\(environment.string)/\(path)")
  }

  /// The request for the current release, unless the client already has it.
  package func releaseRequest(known tag: String?) -> TransportRequest {
    var request = request(environmentURL("release"))
    request.headers["accept"] = "application/json"
    if let tag { request.headers["if-none-match"] = "\"\(tag)\"" }
    return request
  }

  /// The request for the live stream of releases after the one that the client has.
  package func streamRequest(known tag: String?) -> TransportRequest {
    var request = request(environmentURL("stream"))
    request.headers["accept"] = "text/event-stream"
    request.headers["cache-control"] = "no-cache"
    if let tag { request.headers["last-event-id"] = tag }
    // The client itself detects idle streams; the transport's timeout only has to be longer.
    request.timeout = timings.idleTimeout * 4
    return request
  }

  /// The request for the server's chain of key sets.
  package var keysRequest: TransportRequest {
    var request = request(server.appending(path: "v1/keys"))
    request.maximumBytes = 1 << 20
    return request
  }

  private func request(_ url: URL) -> TransportRequest {
    TransportRequest(
      .get, url, headers: ["authorization": "Bearer \(key.id)"], timeout: timings.requestTimeout,
      maximumBytes: maximumBytes)
  }
}
