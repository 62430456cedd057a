import Accounts
import GRDB

extension SQLiteTransaction {
  func events(of user: String, before: Int?, limit: Int) throws -> [SecurityEvent] {
    try database.all(
      """
      SELECT id, at, action, user, organization, actor, actor_kind, actor_id, actor_user,
        address, user_agent, detail
      FROM security_event WHERE user = ? AND id < ? ORDER BY id DESC LIMIT ?
      """, [user, before ?? .max, max(0, limit)]
    ) {
      SecurityEvent(
        id: try $0.int(0), at: try $0.int(1), action: try $0.text(2),
        user: try $0.optionalText(3), organization: try $0.optionalText(4),
        actor: try $0.actor(5),
        client: Client(address: try $0.text(9), userAgent: try $0.text(10)),
        detail: try $0.text(11))
    }
  }

  func record(_ event: SecurityEvent) throws {
    try database.run(
      """
      INSERT INTO security_event
        (at, action, user, organization, actor, actor_kind, actor_id, actor_user, address,
         user_agent, detail)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        event.at, event.action, event.user, event.organization,
        event.actor.name, event.actor.kind.rawValue, event.actor.id, event.actor.user,
        event.client.address, event.client.userAgent, event.detail,
      ])
    guard let onEvent else { return }
    let organizations = try organizations(of: event)
    if !organizations.isEmpty { try onEvent(database, event, organizations) }
  }

  func removeEventsWithoutUser(before time: Int) throws -> Int {
    // NB: excludes the events whose deletion the trigger `security_event_no_delete` prevents.
    try database.run(
      """
      DELETE FROM security_event WHERE id IN (
        SELECT id FROM security_event
        WHERE user IS NULL AND at < ?
          AND at + 2592000 <= (
            SELECT at FROM security_event WHERE id = (SELECT max (id) FROM security_event))
        LIMIT 1000)
      """, [time])
  }

  private func organizations(of event: SecurityEvent) throws -> [String] {
    if let organization = event.organization { return [organization] }
    guard let user = event.user,
      SecurityAction(rawValue: event.action)?.concernsOrganizations == true
    else { return [] }
    return try memberships(of: user).map(\.organization)
  }
}
