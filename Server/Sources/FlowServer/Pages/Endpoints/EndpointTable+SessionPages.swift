import Accounts
import HTTPTypes

extension EndpointTable {
  /// Where a person is signed in, and what happened lately.
  static let sessionPages = [showSessions, endSessionByForm, endOthersByForm, showActivity]

  static let showSessions = Endpoint.page(
    "showSessions", .get, "/account/sessions", "Where the person is signed in"
  ) { visit in
    let signedIn = try visit.person()
    let sessions = try await visit.accounts.sessions.list(of: signedIn)
    let list = sessions.map { visit.row($0, isThis: $0.id == signedIn.session.id) }
    return try visit.room(
      "account-sessions", visit.words["account.sessions"], section: .sessions,
      ["sessions": list, "hasOthers": sessions.count > 1])
  }

  static let endSessionByForm = Endpoint.page(
    "endSessionByForm", .post, "/account/sessions/end", "Ends one of the person's sessions",
    here: "/account/sessions", fields: ["session"]
  ) { visit in
    let signedIn = try visit.person()
    do {
      try await visit.accounts.sessions.end(
        visit.sent("session"), signedIn, client: visit.call.client)
    } catch let error as AccountError where error.code == .notFound {
      // Ended already: what was wanted is so.
    }
    return visit.go(to: "/account/sessions", notice: "notice.session-ended")
  }

  static let endOthersByForm = Endpoint.page(
    "endOthersByForm", .post, "/account/sessions/end-others",
    "Ends all of the person's other sessions", here: "/account/sessions"
  ) { visit in
    _ = try await visit.accounts.sessions.endOthers(
      try visit.person(), client: visit.call.client)
    return visit.go(to: "/account/sessions", notice: "notice.sessions-ended")
  }

  private static let before = Parameter(
    "before", kind: .integer(1...Int.max), "Only what happened before the event of this number.")
  private static let eventsAtOnce = 25

  static let showActivity = Endpoint.page(
    "showActivity", .get, "/account/activity", "What happened to the account lately",
    parameters: [before]
  ) { visit in
    let before = try visit.call.integer("before", in: 1...Int.max)
    let events = try await visit.accounts.profile.events(
      of: try visit.person(), before: before, limit: eventsAtOnce)
    let older = events.count == eventsAtOnce ? events.last.map { "\($0.id)" } : nil
    return try visit.room(
      "account-activity", visit.words["account.activity"], section: .activity,
      [
        "events": events.map(visit.row), "hasEvents": !events.isEmpty,
        "older": orFalse(older.map { "/account/activity?before=\($0)" }),
      ])
  }
}

extension Visit {
  fileprivate func row(_ session: Session, isThis: Bool) -> [String: Any] {
    let device = Device(session.client.userAgent)
    let isApp = session.kind == .app
    let name = isApp ? words["sessions.app"] : device.name(words)
    return [
      "id": session.id, "name": name, "icon": isApp || device.isPhone ? "phone" : "screen",
      "address": session.client.address, "used": words.moment(session.lastUsed), "isThis": isThis,
      "endLabel": words.text("sessions.end-label", ["name": name]),
    ]
  }

  fileprivate func row(_ event: SecurityEvent) -> [String: Any] {
    let isCommandLine = event.client.userAgent.isEmpty && event.client.address.isEmpty
    let device = Device(event.client.userAgent).name(words)
    let key = "event.\(event.action)"
    return [
      "text": words.all[key] ?? event.action, "at": words.moment(event.at),
      "icon": Self.icon(ofEvent: event.action),
      "where": orFalse(isCommandLine ? nil : "\(device), \(event.client.address)"),
    ]
  }

  private static func icon(ofEvent action: String) -> String {
    let doubtful = ["refused", "delayed", "copied", "disabled"]
    if doubtful.contains(where: action.contains) { return "alert" }
    return switch action.split(separator: ".").first {
    case "password": "lock"
    case "factor": "key"
    case "identity": "link"
    case "organization", "invitation", "member": "people"
    default: "check"
    }
  }
}
