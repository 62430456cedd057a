/// Writes a document in the native format.
struct NativeWriter {
  /// The parts that the format cannot represent: ports, continuations, languages, texts, segments
  /// and attributes with the name of an earlier one, because names are the keys of JSON objects.
  private(set) var losses: [ConversionLoss] = []

  mutating func writeDocument(_ document: FlowDocument) -> JSON {
    var members = JSONMembers()
    members.add("schema", JSON.number(JSONNumber(FlowDocument.schema)))
    members.add("application", document.application)
    members.add("environment", document.environment)
    if let number = document.number { members.add("number", JSONNumber(number)) }
    if let origin = document.origin { members.add("origin", JSON.string(origin.rawValue)) }
    members.add("flows", JSON.array(writeFlows(document.flows)))
    members.add("strings", writeStrings(document.strings))
    members.add("defaultLocale", document.defaultLocale)
    members.add("locales", nonEmpty: document.locales.map { .string($0.string) })
    members.add("segments", writeSegments(document.segments))
    members.add("attributes", writeAttributes(document.attributes))
    members.add(unknown: document.unknown, except: NativeKeys.document)
    return members.json
  }

  mutating func writeFlows(_ flows: [Flow]) -> [JSON] {
    var result: [JSON] = []
    result.reserveCapacity(flows.count)
    for flow in flows { result.append(writeFlow(flow)) }
    return result
  }

  /// Whether two lists of ports are equivalent.
  ///
  /// Ignores the order of ports, which has no meaning. Comparing their JSON instead of the values
  /// adds no code to the browser build, which writes JSON anyway.
  static func areEquivalent(_ left: [FlowPort], _ right: [FlowPort]) -> Bool {
    var writer = NativeWriter()
    let location = FlowLocation()
    return writer.writePorts(left, location) == writer.writePorts(right, location)
      && writer.losses.isEmpty
  }

  /// Whether two flows have the same start and steps.
  static func areEquivalent(
    _ leftStart: Name, _ left: [FlowStep], _ rightStart: Name, _ right: [FlowStep]
  ) -> Bool {
    guard leftStart == rightStart, left.count == right.count else { return false }
    var writer = NativeWriter()
    for index in left.indices
    where writer.writeStep(left[index], in: "") != writer.writeStep(right[index], in: "") {
      return false
    }
    return writer.losses.isEmpty
  }

  private mutating func writeFlow(_ flow: Flow) -> JSON {
    var members = JSONMembers()
    members.add("id", flow.id)
    members.add("start", flow.start)
    var steps: [JSON] = []
    steps.reserveCapacity(flow.steps.count)
    for step in flow.steps { steps.append(writeStep(step, in: flow.id)) }
    members.add("steps", JSON.array(steps))
    members.add(unknown: flow.unknown, except: NativeKeys.flow)
    return members.json
  }

  private mutating func writeStep(_ step: FlowStep, in flow: Name) -> JSON {
    var members = JSONMembers()
    members.add("id", step.id)
    members.add("screen", step.screen)
    members.add("content", step.content)
    members.add("showWhen", step.showWhen)
    if !step.ports.isEmpty {
      members.add("ports", writePorts(step.ports, FlowLocation(flow: flow, step: step.id)))
    }
    members.add(unknown: step.unknown, except: NativeKeys.step)
    return members.json
  }

  private mutating func writePorts(_ ports: [FlowPort], _ location: FlowLocation) -> JSON {
    var members = NamedMembers("port")
    for port in ports {
      members.add(port.name, JSON.array(port.routes.map(Self.route)))
      for (index, route) in port.routes.enumerated() {
        var location = location
        (location.port, location.route) = (port.name, index)
        switch route.target {
        case .destination(let destination): addLosses(of: destination, location)
        case .split(let split):
          for variant in split.variants { addLosses(of: variant.destination, location) }
        }
      }
    }
    return finish(members, location) ?? .null
  }

  /// Records the continuations that are left out because an earlier one is for the same outcome.
  private mutating func addLosses(of destination: Destination, _ location: FlowLocation) {
    guard case .flow(_, let continuations) = destination.kind else { return }
    var outcomes = NamedMembers("continuation")
    for continuation in continuations {
      let isKept = outcomes.add(continuation.outcome ?? Self.anyOutcome, .null)
      if isKept { addLosses(of: continuation.destination, location) }
    }
    _ = finish(outcomes, location)
  }

  private mutating func writeStrings(_ tables: [StringTable]) -> JSON? {
    var members = NamedMembers("language")
    for table in tables {
      var texts = NamedMembers("text")
      for entry in table.entries { texts.add(entry.key, .string(entry.text)) }
      members.add(table.locale, finish(texts, FlowLocation()) ?? .object(JSONObject()))
    }
    return finish(members, FlowLocation())
  }

  private mutating func writeSegments(_ segments: [Segment]) -> JSON? {
    var members = NamedMembers("segment")
    for segment in segments { members.add(segment.name, .array(segment.values)) }
    return finish(members, FlowLocation())
  }

  mutating func writeAttributes(_ attributes: [AttributeDeclaration]) -> JSON? {
    var members = NamedMembers("attribute")
    for attribute in attributes { members.add(attribute.name, .string(attribute.type.rawValue)) }
    return finish(members, FlowLocation())
  }

  /// The object, or nil if it is empty; records duplicate names.
  @inline(never)
  private mutating func finish(_ named: NamedMembers, _ location: FlowLocation) -> JSON? {
    for name in named.duplicates {
      var location = location
      if location.step != nil, location.port == nil { location.port = name }
      let what = "The " + named.what + " " + Quote.name(name)
      losses.append(
        ConversionLoss(
          location: location, message: what + " is defined twice; the first one is kept."))
    }
    return named.members.isEmpty ? .none : .some(.object(JSONObject(named.members)))
  }
}

/// The members of an object, from a list that may contain duplicate names.
private struct NamedMembers {
  let what: String
  private(set) var members: [JSONObject.Member] = []
  private(set) var duplicates: [Name] = []
  private var names = NameIndex()

  init(_ what: String) {
    self.what = what
  }

  /// Adds a member, and returns true; if there is one with this name, records a duplicate instead.
  @inline(never) @discardableResult
  mutating func add(_ name: Name, _ value: JSON) -> Bool {
    // A single member, the usual case for steps, needs no index.
    if let first = members.first {
      if members.count == 1 { _ = names.insertIfNew(first.key) }
      if !names.insertIfNew(name) {
        duplicates.append(name)
        return false
      }
    }
    members.append(JSONObject.Member(key: name, value: value))
    return true
  }
}
