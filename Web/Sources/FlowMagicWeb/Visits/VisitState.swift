import FlowCore

/// The state of a visit, which is sealed and sent with each page.
struct VisitState: Sendable {
  /// The release that the session runs.
  var release: String
  /// The flow that was started.
  var flow: Name
  /// The id of the session in events.
  var id: String
  /// The number of presses so far.
  var pressCount: Int
  /// A random text for each rendered page, so that each of its presses counts once.
  var pageID: String
  /// The time at which the page was made, in seconds since 1970.
  var time: Int
  /// The session, without secrets.
  var session: JSON
  /// The saved screen: its state, its entered values except secrets, and the errors it shows.
  var screen: JSON
  /// The values that the page was rendered with; nil if it shows no screen.
  var renderedVersion: RenderedValueCache.Version?
  /// Whether a press of the page is still being performed.
  var isPressRunning = false
  /// The ticket of that press; only in the page of its sender.
  var ticket: String?
  /// The sentence above the screen.
  var notice: PageNotice?
  /// The id of the last release in reported events, if it differs from `release`.
  var reportedRelease: String?
  /// Identifies the user that the page was made for; nil in a state of an earlier version.
  var user: String?
  /// Identifies the last restart before the page was made; nil if there was none.
  var restartID: String?

  private static let version = 1

  /// The state as JSON.
  var json: JSON {
    var json: JSONObject = [
      "v": .number(JSONNumber(Self.version)), "r": .string(release), "f": .string(flow.string),
      "i": .string(id), "n": .number(JSONNumber(pressCount)), "p": .string(pageID),
      "t": .number(JSONNumber(time)), "s": session, "m": screen,
    ]
    if isPressRunning { json["w"] = .bool(true) }
    if let ticket { json["u"] = .string(ticket) }
    if let reportedRelease { json["q"] = .string(reportedRelease) }
    if let user { json["y"] = .string(user) }
    if let restartID { json["e"] = .string(restartID) }
    if let notice { json["o"] = .string(notice.saved) }
    if let version = renderedVersion {
      (json["c"], json["d"]) = (.string(version.context), .string(version.data))
    }
    return .object(json)
  }

  init(
    release: String, flow: Name, id: String, pressCount: Int, pageID: String, time: Int,
    session: JSON, screen: JSON
  ) {
    self.release = release
    self.flow = flow
    self.id = id
    self.pressCount = pressCount
    self.pageID = pageID
    self.time = time
    self.session = session
    self.screen = screen
  }

  /// Reads a state; nil if it is invalid or of another version.
  init?(_ json: JSON) {
    guard json["v"]?.number?.int == Int64(Self.version), let release = json["r"]?.string,
      let flow = json["f"]?.string, let id = json["i"]?.string,
      let pressCount = json["n"]?.number?.int,
      let pageID = json["p"]?.string, let time = json["t"]?.number?.int, let session = json["s"]
    else { return nil }
    self.init(
      release: release, flow: Name(flow), id: id, pressCount: Int(pressCount), pageID: pageID,
      time: Int(time), session: session, screen: json["m"] ?? .null)
    isPressRunning = json["w"]?.bool ?? false
    ticket = json["u"]?.string
    reportedRelease = json["q"]?.string
    user = json["y"]?.string
    restartID = json["e"]?.string
    notice = json["o"]?.string.flatMap { PageNotice(saved: $0) }
    if let context = json["c"]?.string, let data = json["d"]?.string {
      renderedVersion = RenderedValueCache.Version(context: context, data: data)
    }
  }
}

extension VisitState {
  /// Returns the number of steps between an earlier page and this one; nil if this page is not on
  /// the same path, or was reached with other outputs.
  func stepCount(after earlier: VisitState) -> Int? {
    for key: Name in ["outputs", "calls", "path"] {
      guard let start = earlier.session[key]?.array, let all = session[key]?.array,
        all.starts(with: start)
      else { return nil }
    }
    let counts = [self, earlier].map { $0.session["path"]?.array?.count ?? 0 }
    return counts[0] - counts[1]
  }
}
