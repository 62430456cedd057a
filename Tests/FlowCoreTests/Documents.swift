import FlowCore

// Short helpers for writing documents in tests.

func document(
  _ flows: Flow..., strings: [StringTable] = [], segments: [Segment] = [], number: Int? = 1
) -> FlowDocument {
  FlowDocument(
    application: "shop", environment: "test", number: number, flows: flows, strings: strings,
    defaultLocale: strings.first?.locale, segments: segments)
}

func flow(_ id: Name, _ steps: FlowStep...) -> Flow {
  Flow(id: id, start: steps.first?.id ?? "nowhere", steps: steps)
}

/// A step whose screen is named like the step, with the prefix S.
func step(
  _ id: Name, content: JSON? = nil, showWhen: JSON? = nil, _ ports: FlowPort...
) -> FlowStep {
  FlowStep(
    id: id, screen: Name("S" + id.string), content: content, showWhen: showWhen, ports: ports)
}

func port(_ name: Name, _ routes: Route...) -> FlowPort {
  FlowPort(name: name, routes: routes)
}

func to(_ step: Name, when: JSON? = nil, style: Destination.Style = .push) -> Route {
  Route(when: when, target: .destination(Destination(.step(step), style: style)))
}

func finish(_ outcome: Name, when: JSON? = nil) -> Route {
  Route(when: when, target: .destination(Destination(.finish(outcome))))
}

func enter(
  _ flow: Name, then: [(Name?, Destination)] = [], style: Destination.Style = .push
) -> Route {
  let continuations = then.map { Continuation(outcome: $0.0, destination: $0.1) }
  return Route(target: .destination(Destination(.flow(flow, then: continuations), style: style)))
}

func split(
  _ experiment: Name, by: Name? = nil, coverage: Double? = nil, _ variants: (Name, Double, Name)...
) -> Route {
  Route(
    target: .split(
      Split(
        experiment: experiment, by: by, coverage: coverage.flatMap { JSONNumber($0) },
        variants: variants.map { variant in
          Split.Variant(
            key: variant.0, weight: JSONNumber(variant.1),
            destination: Destination(.step(variant.2)))
        })))
}

extension Session {
  /// The ids of the steps on the path.
  var steps: [Name] { path.map(\.step) }
}

extension SessionTransition {
  var failure: FlowError.Code? {
    if case .fail(let error) = effect { error.code } else { nil }
  }
}
