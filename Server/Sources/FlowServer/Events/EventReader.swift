import FlowCore
import FlowStore
import HTTPTypes

/// A parsed batch of events.
struct ParsedEvents {
  /// The batch to store.
  let batch: EventBatch
  /// The changes to live sessions; empty if sessions are not followed.
  let changes: [LiveSessionChange]
  let build: LiveSession.Build
}

/// Reads a batch of events: validates what the server uses, and keeps everything else unchanged,
/// except exposures, whose units are hashed and whose unknown members are removed.
enum EventReader {
  static let maximumEvents = 1000
  /// The start of the year 10000, in milliseconds since 1970: an exclusive upper bound.
  static let timeLimit = 253_402_300_800_000
  /// The exclusive upper bound of release numbers; every JSON parser represents smaller integers
  /// exactly.
  static let releaseNumberLimit = 1 << 53

  static func events(
    _ request: EndpointRequest, _ key: AuthenticatedSDKKey, allowsFollowing: Bool
  ) throws -> ParsedEvents {
    let root = try request.object()
    let batch = try root.requiredString("batch")
    guard isUUID(batch) else { throw Problem.malformedBody("`batch` must be a UUID.") }
    guard let header = request.headers[.idempotencyKey], header.lowercased() == batch.lowercased()
    else {
      throw Problem(
        .invalidParameter,
        "The header `Idempotency-Key` must be present and equal `batch` in the body.")
    }
    let object = try root.requiredObject("build")
    let build = LiveSession.Build(
      platform: try object.label("platform", limit: 100),
      version: try object.label("version", limit: 100),
      build: try object.label("build", limit: 100))
    var reader = SessionReader(build, now: request.now)
    var changes: [LiveSessionChange] = []
    let events = try root.requiredArray("events")
    var count = 0
    for event in events {
      count += 1
      guard count <= maximumEvents else {
        throw Problem.malformedBody("A batch has at most \(maximumEvents) events.")
      }
      try reader.read(event)
      if allowsFollowing, let change = LiveSessionChange(event) { changes.append(change) }
    }
    let units = ExposureUnits(of: key.application, request.services)
    let body = units.hashed(root.value)?.utf8(.compact) ?? request.body
    let stored = EventBatch(
      application: key.application, environment: key.environment, key: batch.lowercased(),
      count: count, body: body, received: request.now, uses: reader.uses,
      attributes: reader.attributes.uses)
    return ParsedEvents(batch: stored, changes: changes, build: build)
  }

  static func isUUID(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return false }
    for (index, byte) in bytes.enumerated() {
      let isHyphen = [8, 13, 18, 23].contains(index)
      let isHexDigit =
        (byte >= 48 && byte <= 57) || (byte >= 97 && byte <= 102) || (byte >= 65 && byte <= 70)
      guard isHyphen ? byte == UInt8(ascii: "-") : isHexDigit else { return false }
    }
    return true
  }
}

/// Validates events, and counts started sessions by day and the attributes that they report.
private struct SessionReader {
  private let build: LiveSession.Build
  private let now: Int
  private var sessionsByDay: [Int: Int] = [:]
  private(set) var attributes = AttributeReader()

  init(_ build: LiveSession.Build, now: Int) {
    self.build = build
    self.now = now
  }

  mutating func read(_ event: JSONView) throws {
    try event.requireObject()
    guard EventReader.isUUID(try event.requiredString("id")) else {
      throw Problem.malformedBody("An event's `id` must be a UUID.")
    }
    let at = try event.requiredInt("at")
    guard (0..<EventReader.timeLimit).contains(at) else {
      throw Problem.malformedBody(
        "An event's `at` must be milliseconds since 1970, before the year 10000.")
    }
    // Not used here, but readers of the events may rely on declared types.
    _ = try event.optionalString("session")
    if let release = try event.optionalInt("release") {
      guard (0..<EventReader.releaseNumberLimit).contains(release) else {
        throw Problem.malformedBody("An event's `release` must be the number of a release.")
      }
    }
    // An event of a type that this server does not know is stored too: apps may be newer.
    guard try event.requiredString("type") == "session-started" else { return }
    // A device's clock may be wrong: times before the last 30 days or after now are clamped.
    let startTime = min(max(at / 1000, now - BuildsInUse.usageWindow), now)
    sessionsByDay[startTime / 86400, default: 0] += 1
    attributes.read(event["attributes"])
  }

  var uses: [BuildUse] {
    sessionsByDay.sorted { $0.key < $1.key }.map { day, sessions in
      BuildUse(
        platform: build.platform, version: build.version, build: build.build, day: day,
        sessions: sessions)
    }
  }
}
