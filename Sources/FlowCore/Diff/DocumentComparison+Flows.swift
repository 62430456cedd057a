extension DocumentComparison {
  mutating func compare(_ old: FlowDocument, _ new: FlowDocument) {
    if old.application != new.application {
      addReplaced(
        "application", old.application, new.application,
        (added: .applicationNamed, removed: .applicationUnnamed, changed: .applicationRenamed))
    }
    compare(flows: old.flows, new.flows)
    compare(strings: old.strings, new.strings)
    compare(languages: old, new)
    compare(segments: old.segments, new.segments)
    compare(attributes: old.attributes, new.attributes)
    compare(membersOf: old, new)
  }

  /// Adds the change of a name that was set, removed or replaced.
  mutating func addReplaced(
    _ argument: Name, _ old: Name?, _ new: Name?,
    _ ids: (added: ChangeMessageID, removed: ChangeMessageID, changed: ChangeMessageID)
  ) {
    guard let new else { return add(ids.removed) }
    var arguments: JSONObject = [argument: .name(new)]
    if let old { arguments["before"] = .name(old) }
    add(old == nil ? ids.added : ids.changed, FlowLocation(), arguments)
  }

  private mutating func compare(flows old: [Flow], _ new: [Flow]) {
    let pairs = Matching(old.map { $0.id }, new.map { $0.id })
    if let oldFirst = old.first?.id, let newFirst = new.first?.id, oldFirst != newFirst {
      add(
        .firstFlow, FlowLocation(flow: newFirst),
        ["flow": .name(newFirst), "before": .name(oldFirst)])
    } else if !pairs.isInOrder {
      add(.flowOrder)
    }
    for (index, flow) in new.enumerated() {
      let oldIndex = pairs.oldIndices[index]
      if oldIndex >= 0 {
        compare(old[oldIndex], flow)
      } else {
        let steps = JSON.number(JSONNumber(flow.steps.count))
        add(.flowAdded, FlowLocation(flow: flow.id), ["flow": .name(flow.id), "steps": steps])
      }
    }
    for index in pairs.removedIndices {
      add(.flowRemoved, FlowLocation(flow: old[index].id), ["flow": .name(old[index].id)])
    }
  }

  private mutating func compare(_ old: Flow, _ new: Flow) {
    let location = FlowLocation(flow: new.id)
    if old.start != new.start {
      add(
        .start, location,
        ["flow": .name(new.id), "start": .name(new.start), "before": .name(old.start)])
    }
    let pairs = Matching(old.steps.map { $0.id }, new.steps.map { $0.id })
    for (index, step) in new.steps.enumerated() {
      let location = FlowLocation(flow: new.id, step: step.id)
      let oldIndex = pairs.oldIndices[index]
      if oldIndex >= 0 {
        compare(old.steps[oldIndex], step, location)
      } else {
        add(.stepAdded, location, ["step": .name(step.id), "screen": .name(step.screen)])
      }
    }
    for index in pairs.removedIndices {
      let id = old.steps[index].id
      add(.stepRemoved, FlowLocation(flow: old.id, step: id), ["step": .name(id)])
    }
    compare(unknown: old.unknown, new.unknown, location, of: ["flow": .name(new.id)])
  }

  private mutating func compare(_ old: FlowStep, _ new: FlowStep, _ location: FlowLocation) {
    let step = JSON.name(new.id)
    if old.screen != new.screen {
      add(
        .screen, location,
        ["step": step, "screen": .name(new.screen), "before": .name(old.screen)])
    }
    compare(content: old.content, new.content, step, location)
    compare(showWhen: old, new, location)
    if old.ports != new.ports { compare(ports: old.ports, new.ports, step, location) }
    compare(unknown: old.unknown, new.unknown, location, of: ["step": step])
  }

  private mutating func compare(
    content old: JSON?, _ new: JSON?, _ step: JSON, _ location: FlowLocation
  ) {
    guard let old, let new else {
      if old == nil && new == nil { return }
      return add(new == nil ? .contentRemoved : .contentAdded, location, ["step": step])
    }
    let differences = ContentDifferences.list(old, new)
    if differences.isEmpty { return }
    add(.contentChanged, location, ["step": step, "differences": .array(differences)])
  }

  private mutating func compare(showWhen old: FlowStep, _ new: FlowStep, _ location: FlowLocation) {
    if old.showWhen == new.showWhen { return }
    var arguments: JSONObject = ["step": .name(new.id)]
    arguments["condition"] = new.showWhen
    arguments["before"] = old.showWhen
    add(new.showWhen == nil ? .alwaysShown : .shownWhen, location, arguments)
  }

  private mutating func compare(
    ports old: [FlowPort], _ new: [FlowPort], _ step: JSON, _ location: FlowLocation
  ) {
    let pairs = Matching(old.map { $0.name }, new.map { $0.name })
    for (index, port) in new.enumerated() {
      var location = location
      location.port = port.name
      let oldIndex = pairs.oldIndices[index]
      let baseArguments: JSONObject = ["step": step, "port": .name(port.name)]
      if oldIndex >= 0 {
        if old[oldIndex] != port {
          compare(routes: old[oldIndex].routes, port.routes, location, baseArguments)
        }
      } else if port.routes.isEmpty {
        add(.portAddedWithoutRoutes, location, baseArguments)
      } else {
        add(
          .portAdded, location,
          baseArguments.adding("routes", .array(port.routes.map { NativeWriter.route($0) })))
      }
    }
    for index in pairs.removedIndices {
      var location = location
      location.port = old[index].name
      add(.portRemoved, location, ["step": step, "port": .name(old[index].name)])
    }
  }
}

extension JSONObject {
  /// The object with another member.
  func adding(_ key: Name, _ value: JSON?) -> JSONObject {
    var object = self
    object[key] = value
    return object
  }
}
