import GRDB

extension SQLiteStore {
  package func layout(of application: String) async throws(StoreError) -> [String: FlowLayout] {
    try await read { try $0.layout(of: application, flow: nil) }
  }

  package func changeLayout(
    of application: String, by change: LayoutChange, limit: Int
  ) async throws(StoreError) -> [String: FlowLayout] {
    try await self.change(weight: 64 * change.count + 1024) { database in
      try database.require(application: application)
      for (flow, change) in change.flows {
        try database.change(flow, of: application, change)
      }
      try database.requireLayout(of: application, within: limit)
      var changed: [String: FlowLayout] = [:]
      for flow in change.flows.keys {
        changed[flow] = try database.layout(of: application, flow: flow)[flow] ?? FlowLayout()
      }
      return changed
    }
  }
}

extension Database {
  /// Returns the layout of all flows, or of one.
  fileprivate func layout(
    of application: String, flow: String?
  ) throws -> [String: FlowLayout] {
    // Two statements, so that each can use an index.
    let condition = flow == nil ? "?2 IS NULL" : "flow = ?2"
    var flows: [String: FlowLayout] = [:]
    let steps = try all(
      "SELECT flow, step, x, y FROM layout_step WHERE application = ?1 AND \(condition)",
      [application, flow]
    ) { (try $0.text(0), try $0.text(1), FlowLayout.Position(x: try $0.int(2), y: try $0.int(3))) }
    for (flow, step, point) in steps { flows[flow, default: FlowLayout()].steps[step] = point }
    let collapsed = try all(
      "SELECT flow, node FROM layout_collapsed_node WHERE application = ?1 AND \(condition)",
      [application, flow]
    ) { (try $0.text(0), try $0.text(1)) }
    for (flow, node) in collapsed { flows[flow, default: FlowLayout()].collapsed.insert(node) }
    return flows
  }

  fileprivate func change(
    _ flow: String, of application: String, _ change: LayoutChange.Flow
  ) throws {
    guard case .changed(let steps, let collapsed) = change else {
      try run(
        "DELETE FROM layout_step WHERE application = ? AND flow = ?", [application, flow])
      return try collapse([], in: flow, of: application)
    }
    for (step, point) in steps { try put(step, of: flow, application, at: point) }
    if let collapsed { try collapse(collapsed, in: flow, of: application) }
  }

  private func put(
    _ step: String, of flow: String, _ application: String, at point: FlowLayout.Position?
  ) throws {
    guard let point else {
      return try run(
        "DELETE FROM layout_step WHERE application = ? AND flow = ? AND step = ?",
        [application, flow, step])
    }
    try run(
      "INSERT OR REPLACE INTO layout_step (application, flow, step, x, y) VALUES (?, ?, ?, ?, ?)",
      [application, flow, step, point.x, point.y])
  }

  private func collapse(_ nodes: Set<String>, in flow: String, of application: String) throws {
    try run(
      "DELETE FROM layout_collapsed_node WHERE application = ? AND flow = ?", [application, flow])
    for node in nodes {
      try run(
        "INSERT INTO layout_collapsed_node (application, flow, node) VALUES (?, ?, ?)",
        [application, flow, node])
    }
  }

  fileprivate func requireLayout(of application: String, within limit: Int) throws {
    for table in ["layout_step", "layout_collapsed_node"] {
      let count = try first(
        "SELECT count(*) FROM \(table) WHERE application = ?", [application]
      ) { try $0.int(0) }
      guard count ?? 0 <= limit else {
        throw StoreError(
          .tooLarge,
          "An application's layout may have at most \(limit) positioned steps and as many "
            + "collapsed nodes; remove those that no longer exist.")
      }
    }
  }
}
