import FlowCore

/// Everything that a page carries about its visit; sealed, it travels with the page.
struct VisitState: Sendable {
  /// The release that the session runs.
  var release: String
  /// The flow that was started.
  var flow: Name
  /// The number of events so far.
  var count: Int
  /// A random text for each page that is written, so that each of its presses counts once.
  var page: String
  /// The second at which it was sealed.
  var time: Int
  /// The session, without secrets.
  var session: JSON
  /// What the shown screen keeps: state, drafts without secrets, shown errors.
  var screen: JSON
  /// The values around the screen when the page was made; nil where none was shown.
  var shown: ShownValues.Version?
  /// Whether a press of the page is being worked on.
  var isWaiting = false
  /// The sentence above the screen.
  var notice: WebText?

  private static let version = 1

  /// The state as JSON.
  var json: JSON {
    var json: JSONObject = [
      "v": .number(JSONNumber(Self.version)), "r": .string(release), "f": .string(flow.string),
      "n": .number(JSONNumber(count)), "p": .string(page), "t": .number(JSONNumber(time)),
      "s": session, "m": screen,
    ]
    if isWaiting { json["w"] = .bool(true) }
    if let notice { json["o"] = .string(notice.rawValue) }
    if let shown { (json["c"], json["d"]) = (.string(shown.context), .string(shown.data)) }
    return .object(json)
  }

  init(
    release: String, flow: Name, count: Int, page: String, time: Int, session: JSON, screen: JSON
  ) {
    self.release = release
    self.flow = flow
    self.count = count
    self.page = page
    self.time = time
    self.session = session
    self.screen = screen
  }

  /// Reads what was sealed; nil for another version.
  init?(_ json: JSON) {
    guard json["v"]?.number?.int == Int64(Self.version), let release = json["r"]?.string,
      let flow = json["f"]?.string, let count = json["n"]?.number?.int,
      let page = json["p"]?.string, let time = json["t"]?.number?.int, let session = json["s"]
    else { return nil }
    self.init(
      release: release, flow: Name(flow), count: Int(count), page: page, time: Int(time),
      session: session, screen: json["m"] ?? .null)
    isWaiting = json["w"]?.bool ?? false
    notice = json["o"]?.string.flatMap { WebText(rawValue: $0) }
    if let context = json["c"]?.string, let data = json["d"]?.string {
      shown = ShownValues.Version(context: context, data: data)
    }
  }
}
