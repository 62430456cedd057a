/// The positions of a flow's steps on the canvas, and the collapsed steps.
public struct FlowLayout: Sendable, Equatable {
  /// A position on the canvas, in points.
  public struct Position: Sendable, Hashable {
    /// To the right.
    public let x: Int
    /// Down.
    public let y: Int

    /// Creates a position.
    public init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }
  }

  /// The steps that were put somewhere, by their id.
  public var steps: [String: Position]
  /// The ids of the collapsed steps.
  public var collapsed: Set<String>

  /// Creates a record.
  public init(steps: [String: Position] = [:], collapsed: Set<String> = []) {
    self.steps = steps
    self.collapsed = collapsed
  }
}

/// A change of the layout of an application's flows.
public struct LayoutChange: Sendable, Equatable {
  /// The change of a flow's layout.
  public enum Flow: Sendable, Equatable {
    /// Nothing of it is left.
    case removed
    /// The steps get these places, nil for none; `collapsed` takes the place of what was, unless it
    /// is nil.
    case changed(steps: [String: FlowLayout.Position?], collapsed: Set<String>?)
  }

  /// The flows that change, by their id.
  public var flows: [String: Flow]

  /// Creates a record.
  public init(flows: [String: Flow] = [:]) { self.flows = flows }

  /// The number of positions and collapsed steps in it.
  public var count: Int {
    flows.values.reduce(0) { count, flow in
      guard case .changed(let steps, let collapsed) = flow else { return count + 1 }
      return count + 1 + steps.count + (collapsed?.count ?? 0)
    }
  }
}
