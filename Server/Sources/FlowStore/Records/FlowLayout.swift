/// The positions of a flow's steps on the canvas, and the collapsed nodes.
public struct FlowLayout: Sendable, Equatable {
  /// A position on the canvas, in points.
  public struct Position: Sendable, Hashable {
    /// The horizontal coordinate, increasing to the right.
    public let x: Int
    /// The vertical coordinate, increasing downwards.
    public let y: Int

    /// Creates a position.
    public init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }
  }

  /// The positions of steps, by the step's id.
  public var steps: [String: Position]
  /// The ids of the collapsed nodes, such as sections.
  public var collapsed: Set<String>

  /// Creates a record.
  public init(steps: [String: Position] = [:], collapsed: Set<String> = []) {
    self.steps = steps
    self.collapsed = collapsed
  }
}

/// A change to the layouts of an application's flows.
public struct LayoutChange: Sendable, Equatable {
  /// A change to a flow's layout.
  public enum Flow: Sendable, Equatable {
    /// The layout is removed.
    case removed
    /// Steps get these positions, or none for nil; `collapsed` replaces the previous set unless it
    /// is nil.
    case changed(steps: [String: FlowLayout.Position?], collapsed: Set<String>?)
  }

  /// The changes by flow id.
  public var flows: [String: Flow]

  /// Creates a record.
  public init(flows: [String: Flow] = [:]) { self.flows = flows }

  /// The number of flows, positions and collapsed nodes in the change.
  public var count: Int {
    flows.values.reduce(0) { count, flow in
      guard case .changed(let steps, let collapsed) = flow else { return count + 1 }
      return count + 1 + steps.count + (collapsed?.count ?? 0)
    }
  }
}
