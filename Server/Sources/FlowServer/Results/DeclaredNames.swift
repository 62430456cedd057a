import FlowCore
import FlowStore

/// The names in a release, with which results distinguish what is in the flow from what a client
/// has made up.
///
/// NB: names are compared by their bytes, never as `String`: a client could otherwise report many
/// canonically equivalent names, which would be equal here and distinct in the store.
struct DeclaredNames {
  private struct Step: Hashable {
    let flow: Name
    let step: Name
  }

  private struct Port: Hashable {
    let step: Step
    let port: Name
  }

  private struct Variant: Hashable {
    let experiment: Name
    let variant: Name
  }

  private var flows: Set<Name> = []
  private var steps: Set<Step> = []
  private var ports: Set<Port> = []
  private var outcomes: Set<Name> = []
  private var variants: Set<Variant> = []

  /// Creates an empty set of names, for an environment without a release.
  init() {}

  init(_ document: FlowDocument) {
    for flow in document.flows {
      flows.insert(flow.id)
      for step in flow.steps {
        let key = Step(flow: flow.id, step: step.id)
        steps.insert(key)
        for port in step.ports {
          ports.insert(Port(step: key, port: port.name))
          for destination in port.routes.flatMap(\.destinations) { add(destination) }
        }
      }
    }
    for split in document.splits {
      for variant in split.variants {
        variants.insert(Variant(experiment: split.experiment, variant: variant.key))
      }
    }
  }

  private mutating func add(_ destination: Destination) {
    switch destination.kind {
    case .step: break
    case .finish(let outcome): outcomes.insert(outcome)
    case .flow(_, let continuations):
      for continuation in continuations { add(continuation.destination) }
    }
  }

  /// Whether the release declares all names in an event.
  func contains(_ action: SessionActivity.Action) -> Bool {
    switch action {
    case .started(let flow): flows.contains(flow)
    case .shown(let flow, let step): steps.contains(Step(flow: flow, step: step))
    case .left(let flow, let step, let port, let target):
      ports.contains(Port(step: Step(flow: flow, step: step), port: port)) && contains(target)
    case .exposed(let experiment, let variant, _):
      variants.contains(Variant(experiment: experiment, variant: variant))
    case .finished(let outcome): outcomes.contains(outcome)
    // Its event contains no names: the store knows the flow of its session.
    case .failed: true
    case .recorded: false
    }
  }

  private func contains(_ target: ResultItem.Target) -> Bool {
    switch target {
    case .step(let flow, let step): steps.contains(Step(flow: flow, step: step))
    case .finish(let outcome): outcomes.contains(outcome)
    }
  }
}

/// An experiment in a release: its variants, and the shares of the users that are assigned to them.
struct DeclaredSplit: Sendable, Equatable {
  struct Variant: Sendable, Equatable {
    let key: Name
    /// Its weight, normalized: from 0 to 1, and 1 for all variants together.
    let share: Double
  }

  let experiment: Name
  let variants: [Variant]

  /// Reads a split; nil if the sum of its weights is 0.
  init?(_ split: Split) {
    let weights = split.variants.map { variant -> Double? in
      if let range = variant.range { return range.to.double - range.from.double }
      return variant.weight?.double
    }
    // Without any weights, the shares are equal.
    let hasNoWeights = weights.allSatisfy { $0 == nil }
    let sizes = weights.map { hasNoWeights ? 1 : max(0, $0 ?? 0) }
    let total = sizes.reduce(0, +)
    guard total > 0 else { return nil }
    experiment = split.experiment
    variants = zip(split.variants, sizes).enumerated().map { index, entry in
      Variant(key: entry.0.key ?? Name("\(index)"), share: entry.1 / total)
    }
  }
}

extension FlowDocument {
  /// The experiments in the order of the document; if several splits have the same one, the first.
  var splits: [DeclaredSplit] {
    var splits: [DeclaredSplit] = []
    for flow in flows {
      for port in flow.steps.flatMap(\.ports) {
        for case .split(let split) in port.routes.map(\.target) {
          guard !splits.contains(where: { $0.experiment == split.experiment }) else { continue }
          if let declared = DeclaredSplit(split) { splits.append(declared) }
        }
      }
    }
    return splits
  }
}
