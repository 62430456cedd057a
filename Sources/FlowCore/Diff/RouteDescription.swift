#if !hasFeature(Embedded)
  /// Describes routes as the end of a sentence whose subject is a port.
  enum RouteDescription {
    /// Describes a route's target and condition: "leads to “legal” when country is DE".
    ///
    /// `isPast` selects the past tense, for a former route.
    static func route(_ route: JSON, isPast: Bool = false) -> String {
      let text = target(route, isPast)
      guard let when = route["when"] else { return text }
      return text + " when " + ConditionDescription.describe(when)
    }

    private static func target(_ route: JSON, _ isPast: Bool) -> String {
      let style = style(route["style"]?.string ?? "")
      if let step = route["to"]?.string {
        return (isPast ? "led to " : "leads to ") + Quote.text(step) + style
      }
      if let outcome = route["finish"]?.string {
        return (isPast ? "ended the flow with " : "ends the flow with ") + Quote.text(outcome)
          + style
      }
      if let split = route["split"] {
        return (isPast ? "ran experiment " : "runs experiment ") + experiment(split)
          + ", which gives " + SplitDescription.shares(split["variants"] ?? [])
      }
      let flow = Quote.text(route["flow"]?.string ?? "")
      return (isPast ? "entered flow " : "enters flow ") + flow + style
        + continuations(route["then"]?.object?.members ?? [])
    }

    private static func experiment(_ split: JSON) -> String {
      Quote.text(split["experiment"]?.string ?? "")
    }

    private static func continuations(_ members: [JSONObject.Member]) -> String {
      if members.isEmpty { return "" }
      let parts = members.map { member in
        let outcome = member.key == "*" ? "any other outcome" : Quote.name(member.key)
        let destination: JSON = member.value.string.map { ["to": .string($0)] } ?? member.value
        return outcome + " " + target(destination, false)
      }
      return ", where " + Quote.list(parts, "and")
    }

    /// A route's target in a word or two: "“legal”".
    static func brief(_ route: JSON) -> String {
      if let step = route["to"]?.string { return Quote.text(step) }
      if let outcome = route["finish"]?.string { return "the end with " + Quote.text(outcome) }
      if let split = route["split"] { return "experiment " + experiment(split) }
      return "flow " + Quote.text(route["flow"]?.string ?? "")
    }

    private static func style(_ style: String) -> String {
      switch Destination.Style(rawValue: style) {
      case .push, nil: ""
      case .sheet: " as a sheet"
      case .cover: " covering the screen"
      case .replace: " in place of the current screen"
      case .root: " as the only screen"
      }
    }
  }

  /// Describes how a split assigns users.
  enum SplitDescription {
    /// The weights or ranges of all variants: "50% “long” and 50% “short”".
    static func shares(_ variants: JSON) -> String {
      let variants = variants.array ?? []
      if variants.isEmpty { return "nothing" }
      let parts = variants.indices.map { index in
        let label = variants[index]["key"]?.string ?? index.description
        return share(variants[index]) + " " + Quote.text(label)
      }
      return Quote.list(parts, "and")
    }

    private static func share(_ variant: JSON) -> String {
      if let range = variant["range"]?.array, range.count == 2 {
        return "users from " + percent(range[0]) + " to " + percent(range[1])
      }
      return variant["weight"].map { percent($0) } ?? "an equal share"
    }

    /// A fraction of 1 as a percentage with at most two decimals.
    static func percent(_ share: JSON) -> String {
      guard let number = share.number else { return share.text(.compact) }
      // NB: a weight may be any number; one far from a fraction is shown unchanged.
      let scaled = number.double * 10_000 + 0.5
      guard scaled >= 0, scaled < 1e15 else { return number.text }
      return (JSONNumber(Double(Int64(scaled)) / 100)?.text ?? number.text) + "%"
    }

    /// The range of a namespace that an experiment uses.
    static func namespace(_ namespace: JSON) -> String {
      guard let parts = namespace.array, parts.count == 3 else {
        return "outside any namespace"
      }
      let range = " from " + percent(parts[1]) + " to " + percent(parts[2])
      return "in namespace " + Quote.text(parts[0].string ?? "") + range
    }
  }
#endif
