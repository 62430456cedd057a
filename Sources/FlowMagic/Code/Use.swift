public import FlowCore

/// One use of a screen in a flow that is written in Swift.
///
/// ```swift
/// let main = try Flow("main") {
///   Use(Home.self, content: .init(headline: "Hello"))
///     .on(.signUp, when: ["country": "DE"], to: Legal.self)
///     .on(.signUp, to: Email.self)
///   Use(Legal.self).on(.accept, to: Email.self)
///   Use(Email.self).on(.next, finish: "done")
/// }
/// ```
///
/// A port that the screen does not have does not compile. The first route of a port that applies
/// wins, in the order written.
public struct Use<S: Screen>: Sendable {
  var step: FlowCore.Step

  /// Begins a step.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - id: The step's id; the screen's name with a small first letter when nil.
  ///   - content: What the step hands to its screen, as JSON.
  public init(_ screen: S.Type, id: Name? = nil, json content: JSON? = nil) {
    step = FlowCore.Step(id: id ?? stepID(of: screen), screen: Name(S.name), content: content)
  }

  /// Begins a step.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - id: The step's id; the screen's name with a small first letter when nil.
  ///   - content: What the step hands to its screen. A value that JSON cannot say is left out.
  public init(_ screen: S.Type, id: Name? = nil, content: S.Content) where S.Content: Encodable {
    self.init(screen, id: id, json: try? JSON(encoding: content))
  }

  /// Passes the step over when a condition does not hold.
  ///
  /// - Parameter condition: The condition.
  /// - Returns: The step.
  public func shown(when condition: JSON) -> Use {
    var use = self
    use.step.showWhen = condition
    return use
  }

  /// Leads a port to a step.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - condition: When; always, if nil.
  ///   - step: The step's id.
  ///   - style: How it appears.
  /// - Returns: The step with the route.
  public func on(
    _ port: S.Port, when condition: JSON? = nil, to step: Name, style: Destination.Style = .push
  ) -> Use {
    on(port, Route(when: condition, target: .destination(Destination(.step(step), style: style))))
  }

  /// Leads a port to the step of a screen, which must be used under its own name.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - condition: When; always, if nil.
  ///   - screen: The screen.
  ///   - style: How it appears.
  /// - Returns: The step with the route.
  public func on<Next: Screen>(
    _ port: S.Port, when condition: JSON? = nil, to screen: Next.Type,
    style: Destination.Style = .push
  ) -> Use {
    on(port, when: condition, to: stepID(of: screen), style: style)
  }

  /// Ends the flow at a port.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - condition: When; always, if nil.
  ///   - outcome: The outcome.
  /// - Returns: The step with the route.
  public func on(_ port: S.Port, when condition: JSON? = nil, finish outcome: Name) -> Use {
    on(port, Route(when: condition, target: .destination(Destination(.finish(outcome)))))
  }

  /// Enters another flow at a port.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - condition: When; always, if nil.
  ///   - flow: The flow's id.
  ///   - then: Where its outcomes lead; one that is not named returns to this step.
  ///   - style: How it appears.
  /// - Returns: The step with the route.
  public func on(
    _ port: S.Port, when condition: JSON? = nil, flow: Name, then: [Continuation] = [],
    style: Destination.Style = .push
  ) -> Use {
    let destination = Destination(.flow(flow, then: then), style: style)
    return on(port, Route(when: condition, target: .destination(destination)))
  }

  /// Divides people at a port.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - condition: When; always, if nil.
  ///   - split: The division.
  /// - Returns: The step with the route.
  public func on(_ port: S.Port, when condition: JSON? = nil, split: Split) -> Use {
    on(port, Route(when: condition, target: .split(split)))
  }

  private func on(_ port: S.Port, _ route: Route) -> Use {
    var use = self
    let name = Name(port.rawValue)
    if let index = use.step.ports.firstIndex(where: { $0.name == name }) {
      use.step.ports[index].routes.append(route)
    } else {
      use.step.ports.append(FlowCore.Port(name: name, routes: [route]))
    }
    return use
  }
}

/// The id of a screen's step that has no other: its name with a small first letter.
private func stepID<S: Screen>(of screen: S.Type) -> Name {
  Name(S.name.prefix(1).lowercased() + S.name.dropFirst())
}

/// Collects the steps of a flow.
@resultBuilder
public enum FlowBuilder {
  /// One step.
  public static func buildExpression<S: Screen>(_ use: Use<S>) -> [FlowCore.Step] { [use.step] }

  /// Steps made elsewhere.
  public static func buildExpression(_ steps: [FlowCore.Step]) -> [FlowCore.Step] { steps }

  /// All of them.
  public static func buildBlock(_ parts: [FlowCore.Step]...) -> [FlowCore.Step] {
    parts.flatMap { $0 }
  }

  /// Those of an `if`.
  public static func buildOptional(_ part: [FlowCore.Step]?) -> [FlowCore.Step] { part ?? [] }

  /// Those of an `if`.
  public static func buildEither(first part: [FlowCore.Step]) -> [FlowCore.Step] { part }

  /// Those of an `else`.
  public static func buildEither(second part: [FlowCore.Step]) -> [FlowCore.Step] { part }

  /// Those of a loop.
  public static func buildArray(_ parts: [[FlowCore.Step]]) -> [FlowCore.Step] {
    parts.flatMap { $0 }
  }
}

extension FlowCore.Flow {
  /// Makes a flow of steps written in Swift; it starts at the first.
  ///
  /// - Parameters:
  ///   - id: The flow's id.
  ///   - steps: The steps.
  /// - Throws: `invalidFlow` if there is no step, two have the same id, or a route leads to one
  ///   that is not there.
  public init(
    _ id: Name, @FlowBuilder _ steps: () -> [FlowCore.Step]
  ) throws(FlowMagicError) {
    let steps = steps()
    guard let first = steps.first else {
      throw FlowMagicError(.invalidFlow, "Flow \(id) has no step.")
    }
    self.init(id: id, start: first.id, steps: steps)
    var ids = Set<Name>()
    for step in steps where !ids.insert(step.id).inserted {
      throw FlowMagicError(
        .invalidFlow, "Flow \(id) has two steps \(step.id). Give one of them another id.")
    }
    for step in steps {
      for target in step.targets where !ids.contains(target) {
        throw FlowMagicError(
          .invalidFlow, "Step \(step.id) of flow \(id) leads to \(target), which it does not have.")
      }
    }
  }
}

extension FlowCore.Step {
  /// The steps of the same flow that the routes lead to.
  fileprivate var targets: [Name] {
    ports.flatMap(\.routes).flatMap { route in
      switch route.target {
      case .destination(let destination): destination.targets
      case .split(let split): split.variants.flatMap(\.destination.targets)
      }
    }
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
}
