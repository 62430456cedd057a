public import FlowCore

/// A step of a flow written in Swift: it shows a screen and routes its ports.
///
/// ```swift
/// let main = try Flow("main") {
///   ScreenStep(Home.self, content: .init(headline: "Hello"))
///     .on(.signUp, when: ["country": "DE"], to: Legal.self)
///     .on(.signUp, to: Email.self)
///   ScreenStep(Legal.self).on(.accept, to: Email.self)
///   ScreenStep(Email.self).on(.next, finish: "done")
/// }
/// ```
///
/// Routing a port that the screen does not have is a compile-time error. Of a port's routes, the
/// first one whose condition is true is taken.
public struct ScreenStep<S: Screen>: Sendable {
  var step: FlowStep

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - id: The step's id; if nil, the screen's name with a lower-case first letter.
  ///   - content: The screen's content, as JSON.
  public init(_ screen: S.Type, id: Name? = nil, json content: JSON? = nil) {
    step = FlowStep(id: id ?? stepID(of: screen), screen: Name(S.name), content: content)
  }

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - id: The step's id; if nil, the screen's name with a lower-case first letter.
  ///   - content: The screen's content. A value that cannot be encoded as JSON is omitted.
  public init(_ screen: S.Type, id: Name? = nil, content: S.Content) where S.Content: Encodable {
    self.init(screen, id: id, json: try? JSON(encoding: content))
  }

  /// Skips the step unless a condition is true.
  ///
  /// - Parameter condition: The condition.
  /// - Returns: The step.
  public func shown(when condition: JSON) -> ScreenStep {
    var copy = self
    copy.step.showWhen = condition
    return copy
  }

  /// Routes a port to a step.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - condition: The condition of the route; nil if it always applies.
  ///   - step: The step's id.
  ///   - style: The presentation of the step.
  /// - Returns: The step with the route.
  public func on(
    _ port: S.Port, when condition: JSON? = nil, to step: Name, style: Destination.Style = .push
  ) -> ScreenStep {
    on(port, Route(when: condition, target: .destination(Destination(.step(step), style: style))))
  }

  /// Routes a port to the step of a screen; that step must have its default id.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - condition: The condition of the route; nil if it always applies.
  ///   - screen: The screen.
  ///   - style: The presentation of the step.
  /// - Returns: The step with the route.
  public func on<Next: Screen>(
    _ port: S.Port, when condition: JSON? = nil, to screen: Next.Type,
    style: Destination.Style = .push
  ) -> ScreenStep {
    on(port, when: condition, to: stepID(of: screen), style: style)
  }

  /// Ends the flow when a port is fired.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - condition: The condition of the route; nil if it always applies.
  ///   - outcome: The outcome.
  /// - Returns: The step with the route.
  public func on(_ port: S.Port, when condition: JSON? = nil, finish outcome: Name) -> ScreenStep {
    on(port, Route(when: condition, target: .destination(Destination(.finish(outcome)))))
  }

  /// Enters another flow when a port is fired.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - condition: The condition of the route; nil if it always applies.
  ///   - flow: The flow's id; a navigator whose document lacks it is not created (`invalid-flow`).
  ///   - then: The destination of each outcome; for other outcomes the flow returns to this step.
  ///   - style: The presentation of the flow's first step.
  /// - Returns: The step with the route.
  public func on(
    _ port: S.Port, when condition: JSON? = nil, flow: Name, then: [Continuation] = [],
    style: Destination.Style = .push
  ) -> ScreenStep {
    let destination = Destination(.flow(flow, then: then), style: style)
    return on(port, Route(when: condition, target: .destination(destination)))
  }

  /// Assigns the users who fire a port to variants.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - condition: The condition of the route; nil if it always applies.
  ///   - split: The variants, with their weights and destinations.
  /// - Returns: The step with the route.
  public func on(_ port: S.Port, when condition: JSON? = nil, split: Split) -> ScreenStep {
    on(port, Route(when: condition, target: .split(split)))
  }

  private func on(_ port: S.Port, _ route: Route) -> ScreenStep {
    var copy = self
    let name = Name(port.rawValue)
    if let index = copy.step.ports.firstIndex(where: { $0.name == name }) {
      copy.step.ports[index].routes.append(route)
    } else {
      copy.step.ports.append(FlowPort(name: name, routes: [route]))
    }
    return copy
  }
}

/// The default id of a screen's step: the screen's name with a lower-case first letter.
private func stepID<S: Screen>(of screen: S.Type) -> Name {
  Name(S.name.prefix(1).lowercased() + S.name.dropFirst())
}

/// Builds the steps of a flow.
@resultBuilder
public enum FlowBuilder {
  /// One step.
  public static func buildExpression<S: Screen>(_ step: ScreenStep<S>) -> [FlowStep] {
    [step.step]
  }

  /// Steps from another builder.
  public static func buildExpression(_ steps: [FlowStep]) -> [FlowStep] { steps }

  /// A sequence of steps.
  public static func buildBlock(_ parts: [FlowStep]...) -> [FlowStep] {
    parts.flatMap { $0 }
  }

  /// The steps of an `if` without `else`.
  public static func buildOptional(_ part: [FlowStep]?) -> [FlowStep] { part ?? [] }

  /// The steps of an `if` with `else`.
  public static func buildEither(first part: [FlowStep]) -> [FlowStep] { part }

  /// The steps of an `else`.
  public static func buildEither(second part: [FlowStep]) -> [FlowStep] { part }

  /// The steps of a loop.
  public static func buildArray(_ parts: [[FlowStep]]) -> [FlowStep] {
    parts.flatMap { $0 }
  }
}

extension Flow {
  /// Creates a flow of steps written in Swift; it starts at the first.
  ///
  /// - Parameters:
  ///   - id: The flow's id.
  ///   - steps: The steps.
  /// - Throws: `invalid-flow` if there is no step, two have the same id, or a route leads to a step
  ///   that does not exist.
  public init(
    _ id: Name, @FlowBuilder _ steps: () -> [FlowStep]
  ) throws(FlowMagicError) {
    let steps = steps()
    guard let first = steps.first else {
      throw FlowMagicError(.invalidFlow, "Flow \(id) has no steps.")
    }
    self.init(id: id, start: first.id, steps: steps)
    var ids = Set<Name>()
    for step in steps where !ids.insert(step.id).inserted {
      throw FlowMagicError(
        .invalidFlow, "Flow \(id) has two steps with the id \(step.id). Change one of the ids.")
    }
    for step in steps {
      for target in step.targets where !ids.contains(target) {
        throw FlowMagicError(
          .invalidFlow,
          "Step \(step.id) of flow \(id) leads to \(target), which does not exist in the flow.")
      }
    }
  }
}

extension FlowStep {
  /// The ids of the steps in the same flow that the routes lead to.
  var targets: [Name] {
    ports.flatMap(\.routes).flatMap(\.destinations).flatMap(\.targets)
  }

  /// The ids of the flows that the routes enter.
  var enteredFlows: [Name] {
    ports.flatMap(\.routes).flatMap(\.destinations).flatMap(\.enteredFlows)
  }
}

extension Destination {
  fileprivate var targets: [Name] {
    switch kind {
    case .step(let step): [step]
    case .finish: []
    case .flow(_, let then): then.flatMap(\.destination.targets)
    }
  }

  fileprivate var enteredFlows: [Name] {
    switch kind {
    case .step, .finish: []
    case .flow(let flow, let then): [flow] + then.flatMap(\.destination.enteredFlows)
    }
  }
}
