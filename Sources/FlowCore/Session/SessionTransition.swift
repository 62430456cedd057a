/// The result of a move (a start, a step forward or back): everything that the host has to do and
/// record.
public struct SessionTransition: Sendable {
  /// The action that the host has to perform.
  public let effect: SessionEffect
  /// The experiments whose variant takes effect for the first time in this session, or changes.
  public let exposures: [Exposure]
  /// The edges of the graph that were traversed, including those of skipped steps, in order.
  public let edges: [SessionEdge]

  package init(_ effect: SessionEffect, exposures: [Exposure] = [], edges: [SessionEdge] = []) {
    self.effect = effect
    self.exposures = exposures
    self.edges = edges
  }
}

/// An action for the host to perform after a transition.
public enum SessionEffect: Sendable, Equatable {
  /// Shows a step, after removing `removed` steps from the path.
  case show(Presentation, removed: Int)
  /// Goes back to a step that is already on the path, removing `removed` steps.
  case pop(Presentation, removed: Int)
  /// The flow has ended with an outcome; the session is over.
  case finish(Name)
  /// There is no step to go back to; the host may dismiss the flow.
  case atStart
  /// The move failed with an error; unless the session has failed, the current step stays.
  case fail(FlowError)
}

/// A step on the path: which step is shown, with which screen and presentation style.
public struct Presentation: Sendable, Hashable {
  /// The flow's id.
  public let flow: Name
  /// The step's id.
  public let step: Name
  /// The screen to show.
  public let screen: Name
  /// The presentation style of the step.
  public let style: Destination.Style

  package init(flow: Name, step: Name, screen: Name, style: Destination.Style) {
    self.flow = flow
    self.step = step
    self.screen = screen
    self.style = style
  }
}

/// The record that a variant of an experiment took effect for a user.
///
/// Recorded once for each session and experiment, and again if the variant changes, because another
/// release may split users differently.
public struct Exposure: Sendable, Hashable {
  /// The experiment's key.
  public let experiment: Name
  /// The variant's key.
  public let variant: Name
  /// The variant that this session took before; nil if the experiment is new to it.
  public let previousVariant: Name?
  /// The attribute by which the user was assigned.
  public let attribute: Name
  /// The value of that attribute, for the app only: the SDK sends a hash of it to the server.
  public let value: String
  /// The location of the route with the split.
  public let location: FlowLocation

  /// Whether both are the same exposure, byte by byte.
  public static func == (left: Exposure, right: Exposure) -> Bool {
    left.experiment == right.experiment && left.variant == right.variant
      && left.previousVariant == right.previousVariant && left.attribute == right.attribute
      && UTF8Bytes.equal(left.value, right.value)
      && left.location == right.location
  }

  /// Hashes the experiment, the variant and the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(experiment)
    hasher.combine(variant)
    hasher.combine(Name(value))
  }
}

/// One traversed edge of the graph, for funnels.
public struct SessionEdge: Sendable, Hashable {
  /// The source of the edge: flow, step, port and route; only flow and step for the edge that
  /// continues after an entered flow.
  public let from: FlowLocation
  /// The split variant taken, if there was a split.
  public let variant: Name?
  /// The target of the edge.
  public let to: Target
  /// The reason why the step that it leaves was skipped; nil if it was not.
  public let skipReason: SkipReason?

  /// The target of an edge.
  public enum Target: Sendable, Hashable {
    /// A step of a flow.
    case step(flow: Name, step: Name)
    /// The end of the flow with an outcome.
    case finish(Name)
  }

  /// The reason for skipping a step.
  public enum SkipReason: String, Sendable {
    /// The step's `showWhen` is false.
    case hidden
    /// The build does not have the step's screen.
    case missingScreen = "missing-screen"
  }
}
