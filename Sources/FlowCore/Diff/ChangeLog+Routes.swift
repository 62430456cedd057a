extension ChangeLog {
  /// Compares a port's routes.
  ///
  /// Routes belong together when they have the same condition (a split, the same experiment too);
  /// of the rest, when they lead to the same place. Whatever then is left is new or gone.
  mutating func compare(routes old: [Route], _ new: [Route], _ place: Place) {
    let head = Self.head(place)
    var pairs = Matching(old.map(RouteWords.key), new.map(RouteWords.key)).old
    var isFound = Array(repeating: false, count: old.count)
    for index in pairs where index >= 0 { isFound[index] = true }
    let oldRest = old.indices.filter { !isFound[$0] }
    let newRest = new.indices.filter { pairs[$0] < 0 }
    let rest = Matching(
      oldRest.map { Name(RouteWords.target(old[$0].target)) },
      newRest.map { Name(RouteWords.target(new[$0].target)) })
    for (index, match) in rest.old.enumerated() where match >= 0 {
      pairs[newRest[index]] = oldRest[match]
      isFound[oldRest[match]] = true
    }
    var last = -1
    var isInOrder = true
    for (index, route) in new.enumerated() {
      var place = place
      place.route = index
      let known = pairs[index]
      if known < 0 {
        add(.routeAdded, place, head + "now " + RouteWords.route(route) + ".")
        continue
      }
      if known < last { isInOrder = false }
      last = known
      if old[known] != route { compare(old[known], route, place, head) }
    }
    for index in old.indices where !isFound[index] {
      var place = place
      place.route = index
      add(.routeRemoved, place, head + "no longer " + RouteWords.route(old[index]) + ".")
    }
    if !isInOrder {
      let ways = Quote.list(new.map { RouteWords.brief($0.target) }, "and")
      add(.routeOrder, place, head + "now tries its ways in another order: " + ways + ".")
    }
  }

  /// The beginning of a sentence about a port.
  private static func head(_ place: Place) -> String {
    guard let step = place.step, let port = place.port else { return "" }
    return "On " + Quote.name(step) + ", " + Quote.name(port) + " "
  }

  private mutating func compare(_ old: Route, _ new: Route, _ place: Place, _ head: String) {
    if old.when != new.when {
      var words = head + "now " + RouteWords.target(new.target)
      words += new.when == nil ? " whenever nothing before it applies" : ""
      if let when = new.when { words += " when " + ConditionWords.describe(when) }
      words += "; before, " + (old.when == nil ? "always" : "when ")
      if let when = old.when { words += ConditionWords.describe(when) }
      add(.condition, place, words + ".")
    }
    if case .split(let before) = old.target, case .split(let now) = new.target {
      if before != now { compare(before, now, place, head) }
    } else if old.target != new.target {
      let before = Sentence.past(RouteWords.target(old.target))
      let words = RouteWords.route(new) + "; before, it " + before
      add(.destination, place, head + "now " + words + ".")
    }
    compare(unknown: old.unknown, new.unknown, place, of: "a route of " + Self.port(place))
  }

  private static func port(_ place: Place) -> String {
    guard let step = place.step, let port = place.port else { return "" }
    return Quote.name(port) + " on " + Quote.name(step)
  }

  // MARK: Splits

  private mutating func compare(_ old: Split, _ new: Split, _ place: Place, _ head: String) {
    let name = "the experiment " + Quote.name(new.experiment)
    let on = head + "runs " + name
    if old.experiment != new.experiment {
      let words = " instead of " + Quote.name(old.experiment) + "."
      add(.splitSettings, place, head + "now runs " + name + words)
    }
    for words in SplitWords.settings(old, new) { add(.splitSettings, place, on + ", " + words) }
    compare(variants: old.variants, new.variants, place, on)
    compare(unknown: old.unknown, new.unknown, place, of: name)
  }

  private mutating func compare(
    variants old: [Split.Variant], _ new: [Split.Variant], _ place: Place, _ on: String
  ) {
    let labels = SplitWords.labels(new)
    let oldLabels = SplitWords.labels(old)
    let pairs = Matching(oldLabels, labels)
    var hasOtherShares = old.count != new.count
    for (index, variant) in new.enumerated() {
      let known = pairs.old[index]
      let label = Quote.name(labels[index])
      let leads = RouteWords.destination(variant.destination)
      if known < 0 {
        add(.splitVariants, place, on + ", which now also has " + label + ": it " + leads + ".")
        continue
      }
      let before = old[known]
      if before.weight != variant.weight || before.range != variant.range { hasOtherShares = true }
      if before.destination != variant.destination {
        let past = Sentence.past(RouteWords.destination(before.destination))
        let words = ", where " + label + " now " + leads + "; before, it " + past + "."
        add(.destination, place, on + words)
      }
      compare(unknown: before.unknown, variant.unknown, place, of: "the variant " + label)
    }
    for index in pairs.removed {
      add(.splitVariants, place, on + ", which no longer has " + Quote.name(oldLabels[index]) + ".")
    }
    if !pairs.isInOrder {
      let order = Quote.list(labels.map { Quote.name($0) }, "and")
      let words = ", whose variants now stand in another order: " + order
      add(.splitVariants, place, on + words + "; people may get another variant.")
    }
    if hasOtherShares {
      let words = SplitWords.shares(new) + "; before, " + SplitWords.shares(old)
      add(.splitShares, place, on + ", which now gives " + words + ".")
    }
  }
}
