import FlowCore
import FlowMagic
import FlowStore
import HTTPTypes
import Hummingbird
import NIOCore

extension EndpointTable {
  /// What apps in the field call.
  static let delivery = [readRelease, streamReleases, readKeys, sendEvents]

  private static let environment = "/v1/apps/{app}/environments/{env}"

  private static let key = Parameter(
    "key", "The SDK key, where a header cannot be set; `Authorization` comes first.")
  private static let ifNoneMatch = Parameter(
    "If-None-Match", in: .header, "The `ETag` of the release that the app has.")

  static let readRelease = Endpoint(
    "readRelease", .get, environment + "/release", .delivery, .appOrScope(.read),
    "The environment's current release, signed",
    detail:
      "Answered from memory. Trust the signature, not the server: anything may stand between.",
    parameters: [key, ifNoneMatch],
    answers: [
      AnswerDeclaration(200, "The release.", .envelope, headers: [.etag, .cacheControl]),
      AnswerDeclaration(304, "The app has it already.", headers: [.etag]),
    ],
    problems: [.noRelease]
  ) { call in
    let live = try current(call)
    var headers: HTTPFields = [.eTag: live.etag, .cacheControl: "no-cache"]
    let known = call.headers[.ifNoneMatch]
    if let known, EntityTags.matches(known, tag: live.etag) { return Reply(304, headers: headers) }
    headers[.contentType] = "application/json"
    return Reply(200, headers: headers, body: live.envelope)
  }

  private static func current(_ call: Call) throws(Problem) -> LiveRelease {
    let live = call.services.hub.current(
      application: call.path("app"), environment: call.path("env"))
    guard let live else {
      throw Problem(.noRelease, "Nothing has been published to \"\(call.path("env"))\" yet.")
    }
    return live
  }

  static let streamReleases = Endpoint(
    "streamReleases", .get, environment + "/stream", .delivery, .appOrScope(.read),
    "Every release of the environment as it comes",
    detail: "Server-sent events. The current release comes first, unless `Last-Event-ID` says that "
      + "the client has it.",
    parameters: [
      key,
      Parameter("Last-Event-ID", in: .header, "The `id` of the last event that was received."),
    ],
    answers: [
      AnswerDeclaration(
        200, "The stream.", .stream, contentType: "text/event-stream", headers: [.cacheControl])
    ],
    problems: [.tooManyStreams]
  ) { call in
    var reply = Reply(200, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"])
    reply.stream = ReleaseStream(call).body
    return reply
  }

  static let readKeys = Endpoint(
    "readKeys", .get, "/v1/keys", .delivery, .anyone, "The keys that releases are signed with",
    detail:
      "All key sets, oldest first, each signed by a key of the set before: an app that trusts "
      + "one of them follows the chain to the newest.",
    answers: [AnswerDeclaration(200, "The chain.", .keyChain, headers: [.cacheControl])]
  ) { call in
    .bytes(
      await call.services.live.chain.bytes,
      headers: [.cacheControl: "no-cache", .accessControlAllowOrigin: "*"])
  }

  static let sendEvents = Endpoint(
    "sendEvents", .post, "/v1/apps/{app}/events", .delivery, .app, "Keeps events of an app",
    detail:
      "Answers when the events are durable. The same batch may be sent again: it is kept once. "
      + "`interval` says after how many seconds the next events may come.",
    parameters: [
      Parameter(
        "Idempotency-Key", in: .header, isRequired: true,
        "A UUID for this batch, the same when it is sent again.")
    ],
    body: RequestBodyDeclaration(.eventBatch, limit: RequestBodyDeclaration.eventsLimit),
    answers: [AnswerDeclaration(202, "The events are kept.", .accepted)]
  ) { call in
    guard case .app(let key) = call.caller else { throw Problem(.notSignedIn, "An app's key.") }
    let isFollowed = try await call.services.follows(key.environment, of: key.application)
    let events = try EventReader.events(call, key, isFollowed: isFollowed)
    let isNew = try await call.store.append([events.batch]).first ?? false
    call.services.metrics.count(events: events.batch.count, isNew: isNew)
    if isNew { call.services.follow(events, at: call.now) }
    return .json(
      [
        "accepted": .number(JSONNumber(events.batch.count)),
        // Where somebody follows an app while they try it, events wait no longer than they would;
        // in production as long as saves a phone's battery.
        "interval": isFollowed ? 1 : 30,
      ], status: 202)
  }
}
