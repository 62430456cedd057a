import Crypto
import FlowCore
import Foundation
import GRDB

/// Counts what sessions did, in one transaction: reads the stored rows of each session and user,
/// collects the additions, and saves them at the end.
struct ResultCounter {
  private let database: Database
  private var items: ResultItems
  private var sessions: [Data: SessionRow] = [:]
  private var units: [Int: UnitRow] = [:]
  private var counts: [CountKey: Int] = [:]
  private var variants: [CountKey: (users: Int, multipleExposures: Int)] = [:]
  private var reached: [ReachedKey: Int] = [:]

  init(_ database: Database) {
    self.database = database
    items = ResultItems(database)
  }

  private struct CountKey: Hashable {
    let item: Int
    let day: Int
  }

  private struct ReachedKey: Hashable {
    let variant: Int
    let item: Int
    let day: Int
  }

  private struct SessionRow {
    let day: Int
    var lastDay: Int
    var flow: Name?
    var countedItems: IDList
    var units: IDList
    /// What all of the session's units have reached, so that a repetition costs nothing.
    var reachedByAll: Set<Int> = []
  }

  private struct UnitRow {
    let variant: Int
    let day: Int
    var lastDay: Int
    var hasMultipleExposures: Bool
    var reachedItems: IDList
  }

  // MARK: - Counting

  mutating func count(_ activity: SessionActivity) throws {
    let arrival = ResultItems.Arrival(
      application: activity.application, environment: activity.environment,
      day: activity.received / 86_400)
    let id = Self.hash([activity.application, activity.environment, activity.session])
    let day = arrival.day
    var session =
      try sessions[id] ?? storedSession(id)
      ?? SessionRow(day: day, lastDay: day, countedItems: IDList(), units: IDList())
    session.lastDay = max(session.lastDay, day)
    for event in activity.events { try count(event, of: &session, in: arrival) }
    sessions[id] = session
  }

  private mutating func count(
    _ event: SessionActivity.Event, of session: inout SessionRow, in arrival: ResultItems.Arrival
  ) throws {
    switch event.action {
    case .started(let flow): try countStart(flow, event, &session, arrival)
    case .shown(let flow, let step):
      // Events of a long session may arrive after its first ones were removed.
      try countStart(flow, event, &session, arrival)
      try countReached(.step(flow: flow, step: step), event, &session, arrival)
    case .left(let flow, let step, let port, let target):
      try countStart(flow, event, &session, arrival)
      try countReached(.port(flow: flow, step: step, port: port), event, &session, arrival)
      let route = ResultItem.route(flow: flow, step: step, port: port, to: target)
      _ = try count(route, event, &session, arrival)
    case .exposed(let experiment, let variant, let unit):
      try countExposure(experiment, variant, unit, event, &session, arrival)
    case .finished(let outcome):
      guard let flow = session.flow else { return }
      let ending = try declared(event, of: flow, in: arrival)
      try countReached(.outcome(flow: flow, outcome: outcome), ending, &session, arrival)
    case .failed:
      guard let flow = session.flow else { return }
      let ending = try declared(event, of: flow, in: arrival)
      try countReached(.failure(flow: flow), ending, &session, arrival)
    case .recorded(let name): try countReached(.event(name), event, &session, arrival)
    }
  }

  /// Returns an event that counts for the flow of its session but does not name the flow: it is
  /// declared only if the flow is, too.
  private func declared(
    _ event: SessionActivity.Event, of flow: Name, in arrival: ResultItems.Arrival
  ) throws -> SessionActivity.Event {
    let isDeclared =
      try event.isDeclared
      && database.has(
        """
        SELECT 1 FROM result_item
        WHERE application = ? AND environment = ? AND key = ? AND is_declared
        """, [arrival.application, arrival.environment, ResultKey.text(.counted(.flow(flow)))])
    return SessionActivity.Event(event.action, isDeclared: isDeclared)
  }

  private mutating func countStart(
    _ flow: Name, _ event: SessionActivity.Event, _ session: inout SessionRow,
    _ arrival: ResultItems.Arrival
  ) throws {
    guard session.flow == nil else { return }
    session.flow = flow
    _ = try count(.flow(flow), event, &session, arrival)
  }

  /// Counts an item for the session, and for its user in each experiment, at most once each.
  private mutating func countReached(
    _ item: ResultItem, _ event: SessionActivity.Event, _ session: inout SessionRow,
    _ arrival: ResultItems.Arrival
  ) throws {
    guard let id = try count(item, event, &session, arrival),
      session.reachedByAll.insert(id).inserted
    else { return }
    for unit in session.units.ids {
      guard var row = try units[unit] ?? storedUnit(unit) else { continue }
      if row.reachedItems.insert(id) {
        row.lastDay = max(row.lastDay, session.lastDay)
        reached[ReachedKey(variant: row.variant, item: id, day: row.day), default: 0] += 1
      }
      units[unit] = row
    }
  }

  /// Counts an item for the session, at most once.
  ///
  /// - Returns: The item's id; nil if a limit prevents counting it.
  private mutating func count(
    _ item: ResultItem, _ event: SessionActivity.Event, _ session: inout SessionRow,
    _ arrival: ResultItems.Arrival
  ) throws -> Int? {
    guard let id = try items.id(of: .counted(item), isDeclared: event.isDeclared, in: arrival)
    else { return nil }
    if session.countedItems.insert(id) {
      counts[CountKey(item: id, day: session.day), default: 0] += 1
    }
    return session.countedItems.ids.contains(id) ? id : nil
  }

  private mutating func countExposure(
    _ experiment: Name, _ variant: Name, _ unit: String, _ event: SessionActivity.Event,
    _ session: inout SessionRow, _ arrival: ResultItems.Arrival
  ) throws {
    guard session.units.ids.count < ResultLimits.experimentsPerSession,
      let experimentID = try items.id(
        of: .experiment(experiment), isDeclared: event.isDeclared, in: arrival),
      let variantID = try items.id(
        of: .variant(experiment: experiment, key: variant), isDeclared: event.isDeclared,
        in: arrival),
      let unitID = try unitID(
        of: Self.hash([unit]), in: experimentID, variant: variantID, day: session.lastDay),
      var row = try units[unitID] ?? storedUnit(unitID)
    else { return }
    if session.units.insert(unitID) { session.reachedByAll = [] }
    row.lastDay = max(row.lastDay, session.lastDay)
    if row.variant != variantID, !row.hasMultipleExposures {
      row.hasMultipleExposures = true
      variants[CountKey(item: row.variant, day: row.day), default: (0, 0)].multipleExposures += 1
    }
    units[unitID] = row
  }

  // MARK: - Reading

  /// Returns the id of a user's row in an experiment, and adds a row for a new user, who counts for
  /// the variant; nil if the experiment has too many users.
  private mutating func unitID(
    of unit: Data, in experiment: Int, variant: Int, day: Int
  ) throws -> Int? {
    let stored = try database.first(
      "SELECT id FROM result_unit WHERE experiment = ? AND unit = ?", [experiment, unit]
    ) { try $0.int(0) }
    if let stored { return stored }
    let count = try database.first(
      "SELECT users FROM result_item WHERE id = ?", [experiment]
    ) { try $0.int(0) }
    guard let count, count < ResultLimits.users else { return nil }
    try database.run(
      """
      INSERT INTO result_unit
        (experiment, unit, variant, day, last_day, has_multiple_exposures, reached_items)
      VALUES (?, ?, ?, ?, ?, 0, x'')
      """, [experiment, unit, variant, day, day])
    variants[CountKey(item: variant, day: day), default: (0, 0)].users += 1
    return Int(database.lastInsertedRowID)
  }

  private func storedSession(_ id: Data) throws -> SessionRow? {
    try database.first(
      "SELECT day, last_day, flow, counted_items, units FROM result_session WHERE id = ?", [id]
    ) {
      SessionRow(
        day: try $0.int(0), lastDay: try $0.int(1), flow: try $0.optionalText(2).map { Name($0) },
        countedItems: IDList(try $0.bytes(3)), units: IDList(try $0.bytes(4)))
    }
  }

  private func storedUnit(_ id: Int) throws -> UnitRow? {
    try database.first(
      """
      SELECT variant, day, last_day, has_multiple_exposures, reached_items
      FROM result_unit WHERE id = ?
      """, [id]
    ) {
      UnitRow(
        variant: try $0.int(0), day: try $0.int(1), lastDay: try $0.int(2),
        hasMultipleExposures: try $0.int(3) != 0, reachedItems: IDList(try $0.bytes(4)))
    }
  }

  /// A hash of 16 bytes: ids of sessions and units are only compared.
  private static func hash(_ texts: [String]) -> Data {
    Data(SHA256.hash(data: Data(texts.joined(separator: "\u{1F}").utf8)).prefix(16))
  }

  // MARK: - Saving

  func save() throws {
    for (id, row) in sessions {
      try database.run(
        """
        INSERT INTO result_session (id, day, last_day, flow, counted_items, units)
        VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
          last_day = excluded.last_day, flow = excluded.flow,
          counted_items = excluded.counted_items, units = excluded.units
        """, [id, row.day, row.lastDay, row.flow?.string, row.countedItems.data, row.units.data])
    }
    for (id, row) in units {
      try database.run(
        """
        UPDATE result_unit SET last_day = ?, has_multiple_exposures = ?, reached_items = ?
        WHERE id = ?
        """, [row.lastDay, row.hasMultipleExposures ? 1 : 0, row.reachedItems.data, id])
    }
    for (key, sessions) in counts {
      try database.run(
        """
        INSERT INTO result_count (item, day, sessions) VALUES (?, ?, ?)
        ON CONFLICT (item, day) DO UPDATE SET sessions = sessions + excluded.sessions
        """, [key.item, key.day, sessions])
    }
    for (key, added) in variants {
      try database.run(
        """
        INSERT INTO result_variant (variant, day, users, multiple_exposure_users)
        VALUES (?, ?, ?, ?)
        ON CONFLICT (variant, day) DO UPDATE SET
          users = users + excluded.users,
          multiple_exposure_users = multiple_exposure_users + excluded.multiple_exposure_users
        """, [key.item, key.day, added.users, added.multipleExposures])
    }
    for (key, users) in reached {
      try database.run(
        """
        INSERT INTO result_variant_item (variant, item, day, users) VALUES (?, ?, ?, ?)
        ON CONFLICT (variant, item, day) DO UPDATE SET users = users + excluded.users
        """, [key.variant, key.item, key.day, users])
    }
  }
}

/// A list of at most `ResultLimits.itemsPerSession` different ids, stored with four bytes for each.
private struct IDList {
  private(set) var ids: [Int] = []

  init() {}

  init(_ bytes: [UInt8]) {
    for start in stride(from: 0, to: bytes.count - 3, by: 4) {
      ids.append(bytes[start..<(start + 4)].reversed().reduce(0) { $0 << 8 | Int($1) })
    }
  }

  var data: Data {
    Data(ids.flatMap { id in (0..<4).map { UInt8(truncatingIfNeeded: id >> ($0 * 8)) } })
  }

  /// Appends an id, unless it is in the list or the list is full; returns whether it was appended.
  mutating func insert(_ id: Int) -> Bool {
    guard ids.count < ResultLimits.itemsPerSession, !ids.contains(id) else { return false }
    ids.append(id)
    return true
  }
}
