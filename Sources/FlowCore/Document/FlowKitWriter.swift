/// Writes a document's first flow in the FlowKit format.
struct FlowKitWriter {
  static let documentKeys: [Name] = ["id", "initialStepId", "steps"]
  static let stepKeys: [Name] = [
    "id", "type", "content", "nextStep", "nextSteps", "displayConditions",
  ]
  static let entryKeys: [Name] = ["nextStepId", "conditions"]
  /// The only port of FlowKit's steps.
  static var port: Name { "next" }

  private var lossLog = ConversionLosses("FlowKit")

  /// The parts of the document that the format cannot represent.
  var losses: [ConversionLoss] { lossLog.list }

  mutating func writeDocument(_ document: FlowDocument) -> JSON {
    lossLog.addLosses(outsideFirstFlowOf: document)
    guard let flow = document.flows.first else {
      return ["id": "", "initialStepId": "", "steps": []]
    }
    var members = JSONMembers()
    members.add("id", flow.id)
    members.add("initialStepId", flow.start)
    var steps: [JSON] = []
    steps.reserveCapacity(flow.steps.count)
    for step in flow.steps { steps.append(write(step, in: flow.id)) }
    members.add("steps", JSON.array(steps))
    let keys = Self.documentKeys
    for key in ForeignMembers.restore(flow.unknown, of: .flowKit, except: keys, to: &members) {
      lossLog.add(key: key, FlowLocation(flow: flow.id))
    }
    return members.json
  }

  private mutating func write(_ step: FlowStep, in flow: Name) -> JSON {
    let location = FlowLocation(flow: flow, step: step.id)
    let preserved = ForeignMembers.preserved(in: step.unknown, of: .flowKit)
    let reparsed =
      preserved.isEmpty ? nil : FlowKitReader.readStep(reparsing: Self.sourceForm(in: preserved))
    var members = JSONMembers()
    members.add("id", step.id)
    members.add("type", step.screen)
    members.add("content", step.content)
    if let reparsed, preserved["nextStep"] ?? preserved["nextSteps"] != nil,
      NativeWriter.areEquivalent(reparsed.ports, step.ports)
    {
      members.add("nextStep", preserved["nextStep"])
      members.add("nextSteps", preserved["nextSteps"])
    } else {
      write(ports: step, location, to: &members)
    }
    if let reparsed, reparsed.showWhen == step.showWhen,
      let written = preserved["displayConditions"]
    {
      members.add("displayConditions", written)
    } else if let condition = step.showWhen {
      let written = FlowKitCondition.write(condition, .display)
      members.add("displayConditions", written)
      if written == nil {
        lossLog.add(location, "cannot express this step's condition; the step is always shown.")
      }
    }
    let keys = Self.stepKeys
    for key in ForeignMembers.restore(step.unknown, of: .flowKit, except: keys, to: &members) {
      lossLog.add(key: key, location)
    }
    return members.json
  }

  /// A FlowKit step with the preserved members, which the writer would write differently.
  private static func sourceForm(in preserved: JSONObject) -> JSON {
    var members = JSONMembers()
    members.add("id", "")
    members.add("type", "")
    for key in ["nextStep", "nextSteps", "displayConditions"] as [Name] {
      members.add(key, preserved[key])
    }
    return members.json
  }

  private mutating func write(
    ports step: FlowStep, _ location: FlowLocation, to members: inout JSONMembers
  ) {
    var hasNext = false
    for port in step.ports {
      var location = location
      location.port = port.name
      if port.name != Self.port || hasNext {
        lossLog.add(location, "has one port, `next`; this port is left out.")
      } else {
        hasNext = true
        write(next: port.routes, location, to: &members)
      }
    }
    if !hasNext {
      lossLog.add(
        location, "ends the flow at a step without `next`; in FlowMagic users would stay.")
    }
  }

  /// Adds `nextStep` or `nextSteps`, or nothing if the flow ends here.
  mutating func write(next routes: [Route], _ location: FlowLocation, to members: inout JSONMembers)
  {
    if routes.count == 1, let step = Self.plainStep(routes[0]), routes[0].unknown.isEmpty {
      return members.add("nextStep", step)
    }
    var entries: [JSON] = []
    var hasDefault = false
    for (index, route) in routes.enumerated() {
      var location = location
      location.route = index
      if hasDefault, case .destination(let last) = routes[index - 1].target, Self.isEnd(last) {
        lossLog.add(location, "ends the flow before this route; it and all after it are left out.")
        break
      }
      if route.when == nil { hasDefault = true }
      if let entry = writeEntry(route, location) { entries.append(entry) }
    }
    if !hasDefault {
      lossLog.add(
        location, "ends the flow when no route applies; in FlowMagic that would be an error.")
    }
    members.add("nextSteps", nonEmpty: entries)
  }

  private static func isEnd(_ destination: Destination) -> Bool {
    if case .finish = destination.kind { true } else { false }
  }

  /// The step that a route without a condition leads to with the default presentation style; nil
  /// for any other route.
  private static func plainStep(_ route: Route) -> Name? {
    guard route.when == nil, case .destination(let destination) = route.target,
      case .step(let step) = destination.kind, destination.style == .push
    else { return nil }
    return step
  }

  private mutating func writeEntry(_ route: Route, _ location: FlowLocation) -> JSON? {
    guard case .destination(let destination) = route.target else {
      lossLog.add(location, "has no experiments; the split is left out.")
      return nil
    }
    if destination.style != .push {
      lossLog.add(style: destination.style, location)
    }
    let conditions = route.when.flatMap { FlowKitCondition.write($0, .next) }
    if route.when != nil, conditions == nil {
      lossLog.add(location, "cannot express this route's condition; the route is left out.")
      return nil
    }
    switch destination.kind {
    case .step(let step):
      var members = JSONMembers()
      members.add("nextStepId", step)
      members.add("conditions", conditions)
      let keys = Self.entryKeys
      for key in ForeignMembers.restore(route.unknown, of: .flowKit, except: keys, to: &members) {
        lossLog.add(key: key, location)
      }
      return members.json
    case .finish(let outcome): recordEnd(outcome, route, location)
    case .flow: lossLog.add(location, "cannot enter another flow; the route is left out.")
    }
    return nil
  }

  private mutating func recordEnd(_ outcome: Name, _ route: Route, _ location: FlowLocation) {
    if route.when != nil {
      lossLog.add(location, "ends a flow only where nothing else applies; this end is left out.")
    } else if outcome != FlowDocument.completed {
      lossLog.add(location, "has one outcome; ", outcome, " is left out.")
    }
    lossLog.add(unknown: route.unknown, location)
  }
}
