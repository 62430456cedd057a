extension ChangeLog {
  mutating func compare(_ old: FlowDocument, _ new: FlowDocument) {
    if old.application != new.application {
      let words = Sentence.replaced(old.application, new.application, "the application")
      add(.application, FlowLocation(), words)
    }
    compare(flows: old.flows, new.flows)
    compare(strings: old.strings, new.strings)
    compare(languages: old, new)
    compare(segments: old.segments, new.segments)
    compare(attributes: old.attributes, new.attributes)
    compare(unknown: old.unknown, new.unknown, FlowLocation(), of: "the document")
  }

  private mutating func compare(flows old: [Flow], _ new: [Flow]) {
    let pairs = Matching(old.map { $0.id }, new.map { $0.id })
    if let before = old.first?.id, let now = new.first?.id, before != now {
      let words = Quote.name(now) + " instead of " + Quote.name(before) + "."
      add(.flowOrder, FlowLocation(flow: now), "The application now starts with the flow " + words)
    } else if !pairs.isInOrder {
      add(.flowOrder, FlowLocation(), "The flows stand in another order.")
    }
    for (index, flow) in new.enumerated() {
      let known = pairs.old[index]
      if known >= 0 {
        compare(old[known], flow)
      } else {
        let steps = Sentence.count(flow.steps.count, "step", "steps")
        let words = "The flow " + Quote.name(flow.id) + " is new, with " + steps + "."
        add(.flowAdded, FlowLocation(flow: flow.id), words)
      }
    }
    for index in pairs.removed {
      let id = old[index].id
      add(.flowRemoved, FlowLocation(flow: id), "The flow " + Quote.name(id) + " was removed.")
    }
  }

  private mutating func compare(_ old: Flow, _ new: Flow) {
    let location = FlowLocation(flow: new.id)
    let name = "the flow " + Quote.name(new.id)
    if old.start != new.start {
      let words = Quote.name(new.start) + " instead of " + Quote.name(old.start) + "."
      add(.start, location, Sentence.capitalized(name) + " now starts at " + words)
    }
    let pairs = Matching(old.steps.map { $0.id }, new.steps.map { $0.id })
    for (index, step) in new.steps.enumerated() {
      let location = FlowLocation(flow: new.id, step: step.id)
      let known = pairs.old[index]
      if known >= 0 {
        compare(old.steps[known], step, location)
      } else {
        let words = " is new; it shows the screen " + Quote.name(step.screen) + "."
        add(.stepAdded, location, "The step " + Quote.name(step.id) + words)
      }
    }
    for index in pairs.removed {
      let id = old.steps[index].id
      let location = FlowLocation(flow: old.id, step: id)
      add(.stepRemoved, location, "The step " + Quote.name(id) + " was removed.")
    }
    compare(unknown: old.unknown, new.unknown, location, of: name)
  }

  private mutating func compare(_ old: Step, _ new: Step, _ location: FlowLocation) {
    let name = Quote.name(new.id)
    if old.screen != new.screen {
      let words = Quote.name(new.screen) + " instead of " + Quote.name(old.screen) + "."
      add(.screen, location, name + " now shows the screen " + words)
    }
    if let words = ContentWords.difference(old.content, new.content) {
      add(.content, location, "On " + name + ", the content " + words + ".")
    }
    compare(showWhen: old, new, location)
    if old.ports != new.ports { compare(ports: old.ports, new.ports, location) }
    compare(unknown: old.unknown, new.unknown, location, of: name)
  }

  private mutating func compare(showWhen old: Step, _ new: Step, _ location: FlowLocation) {
    if old.showWhen == new.showWhen { return }
    let name = Quote.name(new.id)
    guard let now = new.showWhen else {
      let words = " is now always shown; before, only when "
      return add(.showWhen, location, name + words + Sentence.condition(old.showWhen) + ".")
    }
    var words = name + " is now shown only when " + ConditionDescription.describe(now)
    if let before = old.showWhen { words += "; before, when " + ConditionDescription.describe(before) }
    add(.showWhen, location, words + ".")
  }

  private mutating func compare(ports old: [Port], _ new: [Port], _ location: FlowLocation) {
    guard let step = location.step else { return }
    let pairs = Matching(old.map { $0.name }, new.map { $0.name })
    for (index, port) in new.enumerated() {
      var location = location
      location.port = port.name
      let known = pairs.old[index]
      if known >= 0 {
        if old[known] != port { compare(routes: old[known].routes, port.routes, location) }
      } else {
        var words = "On " + Quote.name(step) + ", the port " + Quote.name(port.name) + " is new"
        if !port.routes.isEmpty {
          words += ": it " + Quote.list(port.routes.map { RouteDescription.route($0) }, "and")
        }
        add(.portAdded, location, words + ".")
      }
    }
    for index in pairs.removed {
      var location = location
      location.port = old[index].name
      let port = Quote.name(old[index].name)
      add(.portRemoved, location, "On " + Quote.name(step) + ", the port " + port + " was removed.")
    }
  }
}
