/// Says where routes lead, as the end of a sentence whose subject is a port.
enum RouteDescription {
  /// What a route does and when: "leads to “legal” when country is DE".
  static func route(_ route: Route) -> String {
    let words = target(route.target)
    guard let when = route.when else { return words }
    return words + " when " + ConditionDescription.describe(when)
  }

  /// What a route does: "leads to “legal”".
  static func target(_ target: Route.Target) -> String {
    switch target {
    case .destination(let destination): self.destination(destination)
    case .split(let split):
      "runs the experiment " + Quote.name(split.experiment) + ", which gives "
        + SplitDescription.shares(split.variants)
    }
  }

  /// A route's aim in a word or two: "“legal”".
  static func brief(_ target: Route.Target) -> String {
    switch target {
    case .split(let split): return "the experiment " + Quote.name(split.experiment)
    case .destination(let destination):
      switch destination.kind {
      case .step(let step): return Quote.name(step)
      case .finish(let outcome): return "the end with " + Quote.name(outcome)
      case .flow(let flow, _): return "the flow " + Quote.name(flow)
      }
    }
  }

  /// What a destination does: "leads to “legal” as a sheet".
  static func destination(_ destination: Destination) -> String {
    switch destination.kind {
    case .step(let step): return "leads to " + Quote.name(step) + style(destination.style)
    case .finish(let outcome):
      return "ends the flow with " + Quote.name(outcome) + style(destination.style)
    case .flow(let flow, let continuations):
      var words = "enters the flow " + Quote.name(flow) + style(destination.style)
      if !continuations.isEmpty {
        let ways = continuations.map { continuation in
          let outcome = continuation.outcome.map { Quote.name($0) } ?? "any other outcome"
          return outcome + " " + self.destination(continuation.destination)
        }
        words += ", where " + Quote.list(ways, "and")
      }
      return words
    }
  }

  private static func style(_ style: Destination.Style) -> String {
    switch style {
    case .push: ""
    case .sheet: " as a sheet"
    case .cover: " covering the screen"
    case .replace: " in the place of the current screen"
    case .root: " as the only screen"
    }
  }

  /// What makes two routes of a port the same one.
  static func key(_ route: Route) -> Name {
    var text = route.when.map { $0.text(.canonical) } ?? ""
    if case .split(let split) = route.target { text += " split " + split.experiment.string }
    return Name(text)
  }
}

/// Says how a split divides people.
enum SplitDescription {
  /// How the variants are called: by key, or by their index from 0.
  static func labels(_ variants: [Split.Variant]) -> [Name] {
    var labels: [Name] = []
    for (index, variant) in variants.enumerated() { labels.append(variant.key ?? Name(index.description)) }
    return labels
  }

  /// The shares of all variants: "50 % “long” and 50 % “short”".
  static func shares(_ variants: [Split.Variant]) -> String {
    if variants.isEmpty { return "nothing" }
    var parts: [String] = []
    for (variant, label) in zip(variants, labels(variants)) {
      var share = "an equal share "
      if let range = variant.range {
        share = "the people from " + percent(range.from) + " to " + percent(range.to) + " "
      } else if let weight = variant.weight {
        share = percent(weight) + " "
      }
      parts.append(share + Quote.name(label))
    }
    return Quote.list(parts, "and")
  }

  /// A share of 1 in percent, with at most two decimals.
  static func percent(_ share: JSONNumber) -> String {
    // NB: a weight may be any number; what is far from a share is shown as it is written.
    let scaled = share.double * 10_000 + 0.5
    guard scaled >= 0, scaled < 1e15 else { return share.text }
    return (JSONNumber(Double(Int64(scaled)) / 100)?.text ?? share.text) + " %"
  }

  /// What is different in how people are divided, each the end of a sentence.
  static func settings(_ old: Split, _ new: Split) -> [String] {
    var words: [String] = []
    if old.by != new.by || old.fallbackBy != new.fallbackBy {
      words.append(
        "which now tells people apart by " + identity(new) + " instead of " + identity(old) + ".")
    }
    if old.seed != new.seed || old.hashVersion != new.hashVersion {
      words.append("which now draws anew; people may get another variant.")
    }
    if old.coverage != new.coverage {
      words.append(
        "which now takes in " + coverage(new) + " of the people instead of " + coverage(old) + ".")
    }
    if old.namespace != new.namespace {
      words.append(
        "which now takes part " + namespace(new.namespace) + "; before, "
          + namespace(old.namespace) + ".")
    }
    return words
  }

  private static func identity(_ split: Split) -> String {
    let by = Quote.name(split.by ?? "userId")
    guard let fallback = split.fallbackBy else { return by }
    return by + " or else " + Quote.name(fallback)
  }

  private static func coverage(_ split: Split) -> String {
    split.coverage.map { percent($0) } ?? "100 %"
  }

  private static func namespace(_ namespace: Split.Namespace?) -> String {
    guard let namespace else { return "beside all other experiments" }
    let range = "from " + percent(namespace.from) + " to " + percent(namespace.to)
    return "in " + Quote.name(namespace.name) + " " + range
  }
}
