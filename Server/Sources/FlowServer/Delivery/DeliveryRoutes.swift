import FlowCore
import FlowMagic
import FlowStore
import HTTPTypes
import Hummingbird
import NIOCore

/// The routes of running apps: the current release, its stream, and the signing keys.
enum DeliveryRoutes {
  static let all = [readRelease, streamReleases, readKeys]

  private static let environment = "/v1/apps/{app}/environments/{env}"

  private static let key = Parameter(
    "key",
    "The SDK key, for `EventSource`, which cannot set headers; `Authorization` takes "
      + "precedence.")
  private static let ifNoneMatch = Parameter(
    "If-None-Match", in: .header, "The `ETag` of the cached release.")

  static let readRelease = Endpoint(
    "readRelease", .get, environment + "/release", .delivery, .appOrScope(.read),
    "The environment's current release, signed",
    detail:
      "Served from memory. Verify the signature: proxies and caches may lie in between. With an SDK"
      + " key, shared caches may store the response for 5 seconds.",
    parameters: [ifNoneMatch],
    responses: [
      ResponseDeclaration(200, "The release.", .envelope, headers: [.etag, .cacheControl, .vary]),
      ResponseDeclaration(
        304, "The release has not changed.", headers: [.etag, .cacheControl, .vary]),
    ],
    problems: [.noRelease]
  ) { request in
    let live = try current(request)
    var headers = ReleaseCaching.headers(ReleaseCaching.current, for: request.principal)
    headers[.eTag] = live.etag
    let ifNoneMatch = request.headers[.ifNoneMatch]
    if let ifNoneMatch, EntityTags.matches(ifNoneMatch, tag: live.etag) {
      return EndpointResponse(304, headers: headers)
    }
    headers[.contentType] = "application/json"
    return EndpointResponse(200, headers: headers, body: live.envelope)
  }

  private static func current(_ request: EndpointRequest) throws(Problem) -> LiveRelease {
    let live = request.services.currentReleases.current(
      application: request.path("app"), environment: request.path("env"))
    guard let live else {
      throw Problem(.noRelease, "Nothing has been published to \"\(request.path("env"))\" yet.")
    }
    return live
  }

  static let streamReleases = Endpoint(
    "streamReleases", .get, environment + "/stream", .delivery, .appOrScope(.read),
    "The stream of an environment's releases",
    detail: "Server-sent events. The current release is sent first, unless `Last-Event-ID` shows "
      + "that the client has it. The stream is closed within a second after access is revoked, and "
      + "within ten after it expires.",
    parameters: [
      key,
      Parameter("Last-Event-ID", in: .header, "The `id` of the last received event."),
    ],
    responses: [
      ResponseDeclaration(
        200, "The stream.", .stream, contentType: "text/event-stream", headers: [.cacheControl])
    ],
    problems: [.tooManyStreams]
  ) { request in try stream(request) }

  private static func stream(_ request: EndpointRequest) throws -> EndpointResponse {
    let lease = try request.services.streams.openLease(
      for: try streamCaller(request), from: request.network)
    var response = EndpointResponse(
      200, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"])
    response.stream =
      ReleaseStream(request, lease: lease, access: AccessRecheck(request, streamReleases)).body
    return response
  }

  private static func streamCaller(
    _ request: EndpointRequest
  ) throws(Problem) -> StreamAdmission.Caller {
    guard let app = request.principal.sdkKey else {
      return .reader(try request.readerID, organization: try request.organization)
    }
    guard let key = request.services.currentReleases.activeKey(app.id) else {
      throw Problem(
        .notSignedIn, "This SDK key was revoked.", headers: [.wwwAuthenticate: "Bearer"])
    }
    return .app(key)
  }

  static let readKeys = Endpoint(
    "readKeys", .get, "/v1/keys", .delivery, .anyone, "The public keys of releases",
    detail:
      "All key sets, oldest first, each signed by a key of the set before: an app that trusts "
      + "one of them follows the chain to the newest.",
    responses: [ResponseDeclaration(200, "The key chain.", .keyChain, headers: [.cacheControl])]
  ) { request in
    .bytes(
      await request.services.signer.chain.bytes,
      headers: [.cacheControl: "no-cache"])
  }
}
