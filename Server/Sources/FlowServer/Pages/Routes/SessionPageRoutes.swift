import Accounts
import HTTPTypes

/// The routes for a user's sessions and recent security events.
enum SessionPageRoutes {
  static let all = [showSessions, endSessionByForm, endOtherSessionsByForm, showActivity]

  static let showSessions = Endpoint.page(
    "showSessions", .get, "/account/sessions", "The sessions of the user"
  ) { page in
    let signedIn = try page.requireSession()
    let sessions = try await page.accounts.sessions.list(of: signedIn)
    let list = sessions.map { page.row($0, isCurrent: $0.id == signedIn.session.id) }
    return try page.accountPage(
      "account-sessions", page.texts["account.sessions"], section: .sessions,
      ["sessions": list, "hasOthers": sessions.count > 1])
  }

  static let endSessionByForm = Endpoint.page(
    "endSessionByForm", .post, "/account/sessions/end", "Ends one of the user's sessions",
    pagePath: "/account/sessions", fields: ["session"]
  ) { page in
    let signedIn = try page.requireSession()
    do {
      try await page.accounts.sessions.end(
        page.formValue("session"), signedIn, client: page.request.client)
    } catch let error as AccountError where error.code == .notFound {
      // Already ended, which is the requested state.
    }
    return page.redirect(to: "/account/sessions", notice: "notice.session-ended")
  }

  static let endOtherSessionsByForm = Endpoint.page(
    "endOtherSessionsByForm", .post, "/account/sessions/end-others",
    "Ends all other sessions of the user", pagePath: "/account/sessions"
  ) { page in
    _ = try await page.accounts.sessions.endOthers(
      try page.requireSession(), client: page.request.client)
    return page.redirect(to: "/account/sessions", notice: "notice.sessions-ended")
  }

  private static let before = Parameter(
    "before", format: .integer(1...Int.max), "Only events before the one with this number.")
  private static let eventsPerPage = 25

  static let showActivity = Endpoint.page(
    "showActivity", .get, "/account/activity", "The recent activity of the account",
    parameters: [before]
  ) { page in
    let before = try page.request.integer("before", in: 1...Int.max)
    let events = try await page.accounts.profile.events(
      of: try page.requireSession(), before: before, limit: eventsPerPage)
    let older = events.count == eventsPerPage ? events.last.map { "\($0.id)" } : nil
    return try page.accountPage(
      "account-activity", page.texts["account.activity"], section: .activity,
      [
        "events": events.map(page.row), "hasEvents": !events.isEmpty,
        "older": orFalse(older.map { "/account/activity?before=\($0)" }),
      ])
  }
}

extension PageRequest {
  fileprivate func row(_ session: Session, isCurrent: Bool) -> [String: Any] {
    let device = Device(session.client.userAgent)
    let isApp = session.kind == .app
    let name = isApp ? texts["sessions.app"] : device.name(texts)
    return [
      "id": session.id, "name": name, "icon": isApp || device.isMobile ? "phone" : "screen",
      "address": session.client.address, "used": texts.dateTime(session.lastUsed),
      "isCurrent": isCurrent,
      "endLabel": texts.text("sessions.end-label", ["name": name]),
    ]
  }

  fileprivate func row(_ event: SecurityEvent) -> [String: Any] {
    let hasClient = !event.client.userAgent.isEmpty || !event.client.address.isEmpty
    let device = Device(event.client.userAgent).name(texts)
    let key = "event.\(event.action)"
    return [
      "text": texts.all[key] ?? event.action, "at": texts.dateTime(event.at),
      "icon": Self.icon(ofEvent: event.action),
      "where": orFalse(hasClient ? "\(device), \(event.client.address)" : nil),
    ]
  }

  private static func icon(ofEvent action: String) -> String {
    if SecurityAction(rawValue: action)?.isWarning ?? false { return "alert" }
    return switch action.split(separator: ".").first {
    case "password": "lock"
    case "factor": "key"
    case "identity": "link"
    case "organization", "invitation", "member": "people"
    default: "check"
    }
  }
}
