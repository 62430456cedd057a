/// A rule on a port: a target, and the condition under which it applies.
public struct Route: Sendable, Equatable {
  /// The condition over attributes and outputs; if nil, the route always applies.
  public var when: JSON?
  /// The target: one destination, or one of several chosen by a split.
  public var target: Target
  /// Members that this version of the engine does not know.
  public var unknown: JSONObject

  /// Creates a route.
  public init(when: JSON? = nil, target: Target, unknown: JSONObject = JSONObject()) {
    self.when = when
    self.target = target
    self.unknown = unknown
  }

  /// The destinations that the route may lead to: one, or one for each variant of its split.
  public var destinations: [Destination] {
    switch target {
    case .destination(let destination): [destination]
    case .split(let split): split.variants.map { $0.destination }
    }
  }

  /// The target of a route.
  public enum Target: Sendable, Equatable {
    /// One destination.
    case destination(Destination)
    /// One of several destinations, always the same one for the same user.
    indirect case split(Split)
  }
}

/// The place where a route leads, with its presentation style.
public struct Destination: Sendable, Equatable {
  /// The kind of destination: a step, the end of the flow or another flow.
  public var kind: DestinationKind
  /// The presentation of the next screen.
  public var style: Style

  /// Creates a destination.
  public init(_ kind: DestinationKind, style: Style = .push) {
    self.kind = kind
    self.style = style
  }

  /// The presentation of a screen.
  public enum Style: String, Sendable, CaseIterable {
    /// On top of the current screen; `back` returns to it. The default.
    case push
    /// As a sheet over the current screen.
    case sheet
    /// Covering the whole screen.
    case cover
    /// In place of the current screen; `back` returns to the one before it.
    case replace
    /// As the only screen; `back` is not possible.
    case root
  }
}

/// The kind of a destination: a step, the end, or another flow.
public enum DestinationKind: Sendable, Equatable {
  /// A step of the same flow.
  case step(Name)
  /// The end of the flow with an outcome.
  case finish(Name)
  /// Another flow; its outcome selects a continuation when it ends.
  ///
  /// An outcome without a continuation returns to the step that entered the flow.
  case flow(Name, then: [Continuation])
}

/// The destination for an outcome of an entered flow.
public struct Continuation: Sendable, Equatable {
  /// The outcome; nil, written `*`, stands for all others.
  public var outcome: Name?
  /// The destination in the flow that entered the other one.
  public var destination: Destination
  /// Members that this version of the engine does not know.
  public var unknown: JSONObject

  /// Creates a continuation.
  public init(outcome: Name?, destination: Destination, unknown: JSONObject = JSONObject()) {
    self.outcome = outcome
    self.destination = destination
    self.unknown = unknown
  }
}
