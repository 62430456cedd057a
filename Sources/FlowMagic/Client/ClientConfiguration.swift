public import FlowCore
public import Foundation

/// What a client has to know.
public struct ClientConfiguration: Sendable {
  /// Where the server is, such as `https://flows.example.com`.
  public var server: URL
  /// The application's id.
  public var application: Name
  /// The environment whose releases the app follows.
  public var environment: Name
  /// The key that the app was built with.
  public var key: SDKKey
  /// The flows compiled into the app: what a person sees if nothing else can be had.
  public var bundle: FlowDocument
  /// What this build declares; releases are compiled for it.
  public var manifest: Manifest?
  /// How long the client waits for what.
  public var timings = ClientTimings()
  /// The longest envelope that is read, in bytes.
  public var maximumBytes = 16 << 20

  /// Makes a configuration.
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

  /// Asks for the current release unless it is the one that is there.
  package func releaseRequest(known tag: String?) -> TransportRequest {
    var request = request(environmentURL("release"))
    request.headers["accept"] = "application/json"
    if let tag { request.headers["if-none-match"] = "\"\(tag)\"" }
    return request
  }

  /// Opens the live stream behind the release that is there.
  package func streamRequest(known tag: String?) -> TransportRequest {
    var request = request(environmentURL("stream"))
    request.headers["accept"] = "text/event-stream"
    request.headers["cache-control"] = "no-cache"
    if let tag { request.headers["last-event-id"] = tag }
    // The client itself watches for silence; a transport's limit only has to be longer.
    request.timeout = timings.silence * 4
    return request
  }

  /// Asks for the server's chain of key sets.
  package var keysRequest: TransportRequest {
    var request = request(server.appending(path: "v1/keys"))
    request.maximumBytes = 1 << 20
    return request
  }

  private func request(_ url: URL) -> TransportRequest {
    TransportRequest(
      .get, url, headers: ["authorization": "Bearer \(key.id)"], timeout: timings.requestLimit,
      maximumBytes: maximumBytes)
  }
}
