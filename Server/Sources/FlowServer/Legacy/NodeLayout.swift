import FlowCore

/// Lays out a flow's steps in columns by their distance from the start, and below them the screens
/// that no step uses.
///
/// Steps that cannot be reached are in the first column.
struct NodeLayout {
  private static let columnWidth = 320
  private static let rowHeight = 180

  /// The nodes in React Flow's format.
  let nodes: [JSON]

  init(_ flow: Flow?, _ screens: ScreenList) {
    var nodes: [JSON] = []
    var rows: [Int: Int] = [:]
    let columns = flow.map(Self.columns) ?? [:]
    for step in flow?.steps ?? [] {
      let column = columns[step.id] ?? 0
      let row = rows[column, default: 0]
      rows[column] = row + 1
      let declared = screens.ports(of: step.screen)
      let ports = declared.isEmpty ? step.ports.map(\.name.string) : declared
      nodes.append(Self.node(step.id, step.screen, ports, column: column, row: row))
    }
    let usedScreens = Set((flow?.steps ?? []).map(\.screen))
    let rowBelow = (rows.values.max() ?? 0) + 1
    let others = screens.names.filter { !usedScreens.contains($0) }
    for (column, name) in others.enumerated() {
      nodes.append(
        Self.node(name, name, screens.ports(of: name), column: column, row: rowBelow))
    }
    self.nodes = nodes
  }

  /// The column of each step, its distance from the start; unreachable steps have none.
  private static func columns(_ flow: Flow) -> [Name: Int] {
    let steps = Dictionary(flow.steps.map { ($0.id, $0) }) { first, _ in first }
    var columns: [Name: Int] = [flow.start: 0]
    var queue = [flow.start]
    var nextIndex = 0
    while nextIndex < queue.count {
      let id = queue[nextIndex]
      nextIndex += 1
      guard let step = steps[id], let column = columns[id] else { continue }
      for target in step.ports.flatMap(\.routes).flatMap(\.destinations).flatMap(\.stepTargets)
      where columns[target] == nil && steps[target] != nil {
        columns[target] = column + 1
        queue.append(target)
      }
    }
    return columns
  }

  private static func node(
    _ id: Name, _ screen: Name, _ ports: [String], column: Int, row: Int
  ) -> JSON {
    let position: JSON = [
      "x": .number(JSONNumber(column * columnWidth)), "y": .number(JSONNumber(row * rowHeight)),
    ]
    let data: JSON = [
      "label": .string(id.string), "screenName": .string(screen.string),
      "portNames": .array(ports.map { .string("\(screen.string).\($0)") }),
    ]
    return ["id": .string(id.string), "position": position, "data": data]
  }
}

extension Destination {
  /// The steps of the same flow that the destination may lead to.
  fileprivate var stepTargets: [Name] {
    switch kind {
    case .step(let name): [name]
    case .finish: []
    case .flow(_, let then): then.flatMap(\.destination.stepTargets)
    }
  }
}
