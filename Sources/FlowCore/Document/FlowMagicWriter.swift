/// Writes a document's first flow in the Flow Magic format.
struct FlowMagicWriter {
  static let documentKeys: [Name] = ["id", "screenFlow"]
  static let entryKeys: [Name] = ["screenName", "portName", "destinationView"]

  private var lossLog = ConversionLosses("Flow Magic")
  private var entries: [JSON] = []
  private var firstScreen: Name?
  private var steps: [FlowStep] = []
  private var indexByID = NameIndex()
  /// The steps by screen name, to find two steps that would become one.
  private var indexByScreen = NameIndex()
  /// For each step: whether an entry refers to its screen.
  private var isReferenced: [Bool] = []

  /// The parts of the document that the format cannot represent.
  var losses: [ConversionLoss] { lossLog.list }

  mutating func writeDocument(_ document: FlowDocument) -> JSON {
    lossLog.addLosses(outsideFirstFlowOf: document)
    guard let flow = document.flows.first else { return ["id": "", "screenFlow": []] }
    var members = JSONMembers()
    members.add("id", flow.id)
    if let entries = preservedEntries(of: flow) {
      members.add("screenFlow", entries)
    } else {
      write(flow)
      members.add("screenFlow", JSON.array(entries))
    }
    let keys = Self.documentKeys
    for key in ForeignMembers.restore(flow.unknown, of: .flowMagic, except: keys, to: &members) {
      lossLog.add(key: key, FlowLocation(flow: flow.id))
    }
    return members.json
  }

  /// The preserved entries, if they are still equivalent to the flow.
  private func preservedEntries(of flow: Flow) -> JSON? {
    let preserved = ForeignMembers.preserved(in: flow.unknown, of: .flowMagic)
    guard let entries = preserved["screenFlow"] else { return nil }
    let document: JSON = ["id": .string(flow.id.string), "screenFlow": entries]
    guard let read = FlowMagicReader.readFlow(reparsing: document),
      NativeWriter.areEquivalent(read.start, read.steps, flow.start, flow.steps)
    else { return .none }
    return .some(entries)
  }

  private mutating func write(_ flow: Flow) {
    steps = flow.steps
    isReferenced = Array(repeating: false, count: steps.count)
    for (index, step) in steps.enumerated() {
      _ = indexByID.insert(step.id, index)
      let other = indexByScreen.insert(step.screen, index)
      if other != index {
        let location = FlowLocation(flow: flow.id, step: step.id)
        let names = Quote.name(steps[other].id) + " and "
        lossLog.add(location, "has one step per screen; " + names, step.id, " become one.")
      }
    }
    // The first entry determines where the flow starts.
    let start = indexByID[flow.start]
    if let start { write(steps[start], in: flow.id) }
    for (index, step) in steps.enumerated() where index != start { write(step, in: flow.id) }
    recordStartAndOmittedSteps(of: flow, start: start)
  }

  private mutating func recordStartAndOmittedSteps(of flow: Flow, start: Int?) {
    for (index, step) in steps.enumerated() where !isReferenced[index] {
      let location = FlowLocation(flow: flow.id, step: step.id)
      lossLog.add(location, "lists connections only; ", step.id, " has none left.")
    }
    let screen = start.map { steps[$0].screen } ?? flow.start
    if let firstScreen, firstScreen != screen {
      let text = "starts at its first entry's screen; the start becomes " + Quote.name(firstScreen)
      lossLog.add(FlowLocation(flow: flow.id), text + " instead of ", screen, ".")
    }
  }

  private mutating func write(_ step: FlowStep, in flow: Name) {
    let location = FlowLocation(flow: flow, step: step.id)
    if step.id != step.screen {
      let name = Quote.name(step.id)
      let becomes = "names steps after their screens; " + name + " becomes "
      lossLog.add(location, becomes, step.screen, ".")
    }
    if step.content != nil {
      lossLog.add(location, "steps carry no content; that of ", step.id, " is left out.")
    }
    if step.showWhen != nil {
      lossLog.add(location, "always shows a screen; the condition of ", step.id, " is left out.")
    }
    lossLog.add(unknown: step.unknown, location)
    for port in step.ports {
      if port.routes.isEmpty {
        let location = FlowLocation(flow: flow, step: step.id, port: port.name)
        lossLog.add(location, "has no port without a destination; it is left out.")
      }
      for (index, route) in port.routes.enumerated() {
        let location = FlowLocation(flow: flow, step: step.id, port: port.name, route: index)
        write(route, from: step, location)
      }
    }
  }

  private mutating func write(_ route: Route, from step: FlowStep, _ location: FlowLocation) {
    guard route.when == nil else {
      return lossLog.add(
        location, "ports lead to one screen; a route with a condition is left out.")
    }
    guard case .destination(let destination) = route.target else {
      return lossLog.add(location, "ports lead to one screen; a split is left out.")
    }
    guard case .step(let target) = destination.kind else {
      if case .finish(let outcome) = destination.kind {
        return lossLog.add(location, "flows do not end; the end with ", outcome, " is left out.")
      }
      return lossLog.add(location, "cannot enter another flow; the route is left out.")
    }
    if destination.style != .push {
      lossLog.add(style: destination.style, location)
    }
    guard let port = location.port else { return }
    append(route, from: step, port: port, to: target, location)
  }

  private mutating func append(
    _ route: Route, from step: FlowStep, port: Name, to target: Name, _ location: FlowLocation
  ) {
    var screen = target
    if let index = indexByID[target] {
      screen = steps[index].screen
      isReferenced[index] = true
    }
    if let index = indexByID[step.id] { isReferenced[index] = true }
    if firstScreen == nil { firstScreen = step.screen }
    var members = JSONMembers()
    members.add("screenName", step.screen)
    members.add("portName", portName(of: route, port: port, screen: step.screen))
    members.add("destinationView", screen)
    let keys = Self.entryKeys
    for key in ForeignMembers.restore(route.unknown, of: .flowMagic, except: keys, to: &members) {
      lossLog.add(key: key, location)
    }
    entries.append(members.json)
  }

  /// The preserved name of the port, if it still refers to this port; otherwise `Screen.port`.
  private func portName(of route: Route, port: Name, screen: Name) -> Name {
    let preserved = ForeignMembers.preserved(in: route.unknown, of: .flowMagic)
    if let text = preserved["portName"]?.string {
      let name = Name(text)
      if FlowMagicReader.port(name, of: screen) == port { return name }
    }
    return Name(screen.string + "." + port.string)
  }
}
