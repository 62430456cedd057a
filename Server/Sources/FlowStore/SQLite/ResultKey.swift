import FlowCore

/// The text of an item in the store: a kind and names, separated by U+001F, which no name contains.
enum ResultKey {
  /// What a key identifies.
  enum Meaning {
    case counted(ResultItem)
    case experiment(Name)
    case variant(experiment: Name, key: Name)
  }

  static func text(_ meaning: Meaning) -> String {
    let parts: [Name] =
      switch meaning {
      case .counted(let item): parts(of: item)
      case .experiment(let experiment): ["experiment", experiment]
      case .variant(let experiment, let key): ["variant", experiment, key]
      }
    return parts.map(\.string).joined(separator: "\u{1F}")
  }

  private static func parts(of item: ResultItem) -> [Name] {
    switch item {
    case .flow(let flow): ["flow", flow]
    case .step(let flow, let step): ["step", flow, step]
    case .port(let flow, let step, let port): ["port", flow, step, port]
    case .route(let flow, let step, let port, .step(let targetFlow, let target)):
      ["route", flow, step, port, targetFlow, target]
    case .route(let flow, let step, let port, .finish(let outcome)):
      ["route", flow, step, port, outcome]
    case .outcome(let flow, let outcome): ["outcome", flow, outcome]
    case .failure(let flow): ["failure", flow]
    case .event(let event): ["event", event]
    }
  }

  /// Returns what a key identifies; nil if a newer server wrote it.
  static func meaning(of text: String) -> Meaning? {
    let parts = text.split(separator: "\u{1F}", omittingEmptySubsequences: false)
      .map { Name(String($0)) }
    return switch (parts[0].string, parts.count) {
    case ("flow", 2): .counted(.flow(parts[1]))
    case ("step", 3): .counted(.step(flow: parts[1], step: parts[2]))
    case ("port", 4): .counted(.port(flow: parts[1], step: parts[2], port: parts[3]))
    case ("route", 6):
      .counted(
        .route(
          flow: parts[1], step: parts[2], port: parts[3],
          to: .step(flow: parts[4], step: parts[5])))
    case ("route", 5):
      .counted(.route(flow: parts[1], step: parts[2], port: parts[3], to: .finish(parts[4])))
    case ("outcome", 3): .counted(.outcome(flow: parts[1], outcome: parts[2]))
    case ("failure", 2): .counted(.failure(flow: parts[1]))
    case ("event", 2): .counted(.event(parts[1]))
    case ("experiment", 2): .experiment(parts[1])
    case ("variant", 3): .variant(experiment: parts[1], key: parts[2])
    default: nil
    }
  }
}
