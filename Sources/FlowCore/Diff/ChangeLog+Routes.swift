extension ChangeLog {
  /// Compares a port's routes.
  ///
  /// Routes belong together when they have the same condition (a split, the same experiment too);
  /// of the rest, when they lead to the same place. Whatever then is left is new or gone.
  mutating func compare(routes old: [Route], _ new: [Route], _ location: FlowLocation) {
    let head = Self.head(location)
    var pairs = Matching(old.map(RouteDescription.key), new.map(RouteDescription.key)).old
    var isFound = Array(repeating: false, count: old.count)
    for index in pairs where index >= 0 { isFound[index] = true }
    let oldRest = old.indices.filter { !isFound[$0] }
    let newRest = new.indices.filter { pairs[$0] < 0 }
    let rest = Matching(
      oldRest.map { Name(RouteDescription.target(old[$0].target)) },
      newRest.map { Name(RouteDescription.target(new[$0].target)) })
    for (index, match) in rest.old.enumerated() where match >= 0 {
      pairs[newRest[index]] = oldRest[match]
      isFound[oldRest[match]] = true
    }
    var last = -1
    var isInOrder = true
    for (index, route) in new.enumerated() {
      var location = location
      location.route = index
      let known = pairs[index]
      if known < 0 {
        add(.routeAdded, location, head + "now " + RouteDescription.route(route) + ".")
        continue
      }
      if known < last { isInOrder = false }
      last = known
      if old[known] != route { compare(old[known], route, location, head) }
    }
    for index in old.indices where !isFound[index] {
      var location = location
      location.route = index
      add(.routeRemoved, location, head + "no longer " + RouteDescription.route(old[index]) + ".")
    }
    if !isInOrder {
      let ways = Quote.list(new.map { RouteDescription.brief($0.target) }, "and")
      add(.routeOrder, location, head + "now tries its ways in another order: " + ways + ".")
    }
  }

  /// The beginning of a sentence about a port.
  private static func head(_ location: FlowLocation) -> String {
    guard let step = location.step, let port = location.port else { return "" }
    return "On " + Quote.name(step) + ", " + Quote.name(port) + " "
  }

  private mutating func compare(_ old: Route, _ new: Route, _ location: FlowLocation, _ head: String) {
    if old.when != new.when {
      var words = head + "now " + RouteDescription.target(new.target)
      words += new.when == nil ? " whenever nothing before it applies" : ""
      if let when = new.when { words += " when " + ConditionDescription.describe(when) }
      words += "; before, " + (old.when == nil ? "always" : "when ")
      if let when = old.when { words += ConditionDescription.describe(when) }
      add(.condition, location, words + ".")
    }
    if case .split(let before) = old.target, case .split(let now) = new.target {
      if before != now { compare(before, now, location, head) }
    } else if old.target != new.target {
      let before = Sentence.past(RouteDescription.target(old.target))
      let words = RouteDescription.route(new) + "; before, it " + before
      add(.destination, location, head + "now " + words + ".")
    }
    compare(unknown: old.unknown, new.unknown, location, of: "a route of " + Self.port(location))
  }

  private static func port(_ location: FlowLocation) -> String {
    guard let step = location.step, let port = location.port else { return "" }
    return Quote.name(port) + " on " + Quote.name(step)
  }

  // MARK: Splits

  private mutating func compare(_ old: Split, _ new: Split, _ location: FlowLocation, _ head: String) {
    let name = "the experiment " + Quote.name(new.experiment)
    let on = head + "runs " + name
    if old.experiment != new.experiment {
      let words = " instead of " + Quote.name(old.experiment) + "."
      add(.splitSettings, location, head + "now runs " + name + words)
    }
    for words in SplitDescription.settings(old, new) { add(.splitSettings, location, on + ", " + words) }
    compare(variants: old.variants, new.variants, location, on)
    compare(unknown: old.unknown, new.unknown, location, of: name)
  }

  private mutating func compare(
    variants old: [Split.Variant], _ new: [Split.Variant], _ location: FlowLocation, _ on: String
  ) {
    let labels = SplitDescription.labels(new)
    let oldLabels = SplitDescription.labels(old)
    let pairs = Matching(oldLabels, labels)
    var hasOtherShares = old.count != new.count
    for (index, variant) in new.enumerated() {
      let known = pairs.old[index]
      let label = Quote.name(labels[index])
      let leads = RouteDescription.destination(variant.destination)
      if known < 0 {
        add(.splitVariants, location, on + ", which now also has " + label + ": it " + leads + ".")
        continue
      }
      let before = old[known]
      if before.weight != variant.weight || before.range != variant.range { hasOtherShares = true }
      if before.destination != variant.destination {
        let past = Sentence.past(RouteDescription.destination(before.destination))
        let words = ", where " + label + " now " + leads + "; before, it " + past + "."
        add(.destination, location, on + words)
      }
      compare(unknown: before.unknown, variant.unknown, location, of: "the variant " + label)
    }
    for index in pairs.removed {
      add(.splitVariants, location, on + ", which no longer has " + Quote.name(oldLabels[index]) + ".")
    }
    if !pairs.isInOrder {
      let order = Quote.list(labels.map { Quote.name($0) }, "and")
      let words = ", whose variants now stand in another order: " + order
      add(.splitVariants, location, on + words + "; people may get another variant.")
    }
    if hasOtherShares {
      let words = SplitDescription.shares(new) + "; before, " + SplitDescription.shares(old)
      add(.splitShares, location, on + ", which now gives " + words + ".")
    }
  }
}
