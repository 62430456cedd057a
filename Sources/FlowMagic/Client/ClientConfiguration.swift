public import FlowCore
public import Foundation

/// The configuration of a ``ReleaseClient``.
public struct ClientConfiguration: Sendable {
  /// The server's address, such as `https://flows.example.com`.
  public var server: URL
  /// The application's id.
  public var application: Name
  /// The environment whose releases the app follows.
  public var environment: Name
  /// The SDK key of the app.
  public var key: SDKKey
  /// The flows compiled into the app: the fallback when there is neither a cache nor a network.
  public var bundle: FlowDocument
  /// The manifest of this build; releases are compiled for it.
  public var manifest: Manifest?
  /// Timeouts, polling and back-off.
  public var timings = ClientTimings()
  /// The largest signed release that is accepted, in bytes.
  public var maximumBytes = 16 << 20

  /// Creates a configuration.
  public init(
    server: URL, application: Name, environment: Name = "production", key: SDKKey,
    bundle: FlowDocument, manifest: Manifest? = nil
  ) {
    self.server = server
    self.application = application
    self.environment = environment
    self.key = key
    self.bundle = bundle
    self.manifest = manifest
  }
}

extension ClientConfiguration {
  private func environmentURL(_ leaf: String) -> URL {
    server.appending(
      path: "v1/apps/\(application.string)/environments/\(environment.string)/\(leaf)")
  }

  /// Requests the current release, unless the client already has it.
  package func releaseRequest(known tag: String?) -> TransportRequest {
    var request = request(environmentURL("release"))
    request.headers["accept"] = "application/json"
    if let tag { request.headers["if-none-match"] = "\"\(tag)\"" }
    return request
  }

  /// Opens the live stream for releases after the one that the client has.
  package func streamRequest(known tag: String?) -> TransportRequest {
    var request = request(environmentURL("stream"))
    request.headers["accept"] = "text/event-stream"
    request.headers["cache-control"] = "no-cache"
    if let tag { request.headers["last-event-id"] = tag }
    // The client itself detects idle streams; the transport's timeout only has to be longer.
    request.timeout = timings.idleTimeout * 4
    return request
  }

  /// Requests the server's chain of key sets.
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
