import FlowCore
import FlowMagic
import FlowStore
import HTTPTypes
import Hummingbird
import NIOCore

/// What running apps fetch: the current release, its stream, and the keys that sign it.
enum DeliveryRoutes {
  static let all = [readRelease, streamReleases, readKeys]

  private static let environment = "/v1/apps/{app}/environments/{env}"

  private static let key = Parameter(
    "key", "The SDK key, because `EventSource` sets no header; `Authorization` comes first.")
  private static let ifNoneMatch = Parameter(
    "If-None-Match", in: .header, "The `ETag` of the release that the app has.")

  static let readRelease = Endpoint(
    "readRelease", .get, environment + "/release", .delivery, .appOrScope(.read),
    "The environment's current release, signed",
    detail:
      "Answered from memory. Trust the signature, not the server: anything may stand between. With "
      + "an SDK key, a shared cache may keep it for 5 seconds.",
    parameters: [ifNoneMatch],
    answers: [
      AnswerDeclaration(200, "The release.", .envelope, headers: [.etag, .cacheControl, .vary]),
      AnswerDeclaration(304, "The app has it already.", headers: [.etag, .cacheControl, .vary]),
    ],
    problems: [.noRelease]
  ) { request in
    let live = try current(request)
    var headers = ReleaseCaching.headers(ReleaseCaching.current, for: request.principal)
    headers[.eTag] = live.etag
    let known = request.headers[.ifNoneMatch]
    if let known, EntityTags.matches(known, tag: live.etag) { return Reply(304, headers: headers) }
    headers[.contentType] = "application/json"
    return Reply(200, headers: headers, body: live.envelope)
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
    "Every release of the environment as it comes",
    detail: "Server-sent events. The current release comes first, unless `Last-Event-ID` says that "
      + "the client has it. Anyone who loses access loses the stream within a second.",
    parameters: [
      key,
      Parameter("Last-Event-ID", in: .header, "The `id` of the last event that was received."),
    ],
    answers: [
      AnswerDeclaration(
        200, "The stream.", .stream, contentType: "text/event-stream", headers: [.cacheControl])
    ],
    problems: [.tooManyStreams]
  ) { request in try stream(request) }

  private static func stream(_ request: EndpointRequest) throws -> Reply {
    let seat = try request.services.streams.enter(try streamCaller(request), from: request.network)
    var reply = Reply(200, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"])
    reply.stream =
      ReleaseStream(request, seat: seat, right: AccessRecheck(request, streamReleases)).body
    return reply
  }

  private static func streamCaller(
    _ request: EndpointRequest
  ) throws(Problem) -> StreamAdmission.Caller {
    guard let app = request.principal.appKey else {
      return .reader(request.readerID, organization: try request.organization)
    }
    guard let key = request.services.currentReleases.activeKey(app.id) else {
      throw Problem(
        .notSignedIn, "This SDK key was revoked.", headers: [.wwwAuthenticate: "Bearer"])
    }
    return .app(key)
  }

  static let readKeys = Endpoint(
    "readKeys", .get, "/v1/keys", .delivery, .anyone, "The keys that releases are signed with",
    detail:
      "All key sets, oldest first, each signed by a key of the set before: an app that trusts "
      + "one of them follows the chain to the newest.",
    answers: [AnswerDeclaration(200, "The chain.", .keyChain, headers: [.cacheControl])]
  ) { request in
    .bytes(
      await request.services.signer.chain.bytes,
      headers: [.cacheControl: "no-cache"])
  }
}
