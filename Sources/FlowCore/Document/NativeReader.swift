/// Reads a document in the native format.
///
/// Validates the structure only: what the verifier reports in terms of flows, such as a route to a
/// step that does not exist, is not an error here.
enum NativeReader {
  static func readDocument(_ view: JSONView) throws(FlowError) -> FlowDocument {
    var reader = try ObjectReader(view)
    try checkSchema(reader.required("schema"), reads: FlowDocument.schema, what: "flow documents")
    var document = FlowDocument()
    document.application = try reader.name("application")
    document.environment = try reader.name("environment")
    document.number = try reader.int("number")
    document.origin = try readOrigin(reader.optional("origin"))
    document.flows = try readFlows(reader.required("flows"))
    document.strings = try readStrings(reader.optional("strings"))
    document.defaultLocale = try reader.name("defaultLocale")
    document.locales = try readNames(reader.optional("locales"))
    document.segments = try readSegments(reader.optional("segments"))
    document.attributes = try readAttributes(reader.optional("attributes"))
    document.unknown = reader.unknown(except: NativeKeys.document)
    return document
  }

  /// Throws `wrongType` if the schema is not a number, and `unknownSchema` if it is not the one
  /// that this engine reads.
  static func checkSchema(
    _ view: JSONView, reads schema: Int, what: String
  ) throws(FlowError) {
    guard let number = view.number else { throw view.wrongType(expected: "a whole number") }
    guard let version = number.int, version == Int64(schema) else {
      // NB: a number may have as many digits as the document has bytes.
      let excerpt = String(decoding: number.text.utf8.prefix(20), as: UTF8.self)
      let message =
        "is " + excerpt + "; this engine reads " + what + " of schema " + schema.description
        + ". Update the app or the engine that reads this document"
      throw view.error(.unknownSchema, message)
    }
  }

  private static func readOrigin(_ view: JSONView?) throws(FlowError) -> DocumentFormat? {
    guard let view else { return nil }
    _ = try view.requireString()
    if view.isString("native") { return .native }
    if view.isString("flowmagic") { return .flowMagic }
    if view.isString("flowkit") { return .flowKit }
    throw view.invalidValue(expected: "one of native, flowmagic and flowkit")
  }

  static func readFlows(_ view: JSONView) throws(FlowError) -> [Flow] {
    var flows: [Flow] = []
    for element in try view.requireArray() { flows.append(try readFlow(element)) }
    return flows
  }

  private static func readFlow(_ view: JSONView) throws(FlowError) -> Flow {
    var reader = try ObjectReader(view)
    let id = try reader.requiredName("id")
    let start = try reader.requiredName("start")
    let array = try reader.required("steps")
    var steps: [FlowStep] = []
    steps.reserveCapacity(array.count)
    for element in try array.requireArray() {
      do {
        steps.append(try readStep(element))
      } catch {
        throw error.located(flow: id, step: element["id"]?.name)
      }
    }
    let unknown = reader.unknown(except: NativeKeys.flow)
    return Flow(id: id, start: start, steps: steps, unknown: unknown)
  }

  private static func readStep(_ view: JSONView) throws(FlowError) -> FlowStep {
    var reader = try ObjectReader(view)
    var step = FlowStep(
      id: try reader.requiredName("id"), screen: try reader.requiredName("screen"))
    step.content = reader.json("content")
    step.showWhen = reader.json("showWhen")
    if let ports = reader.optional("ports") {
      try ports.requireObject()
      step.ports.reserveCapacity(ports.count)
      for member in ports.members { step.ports.append(try readPort(member)) }
    }
    step.unknown = reader.unknown(except: NativeKeys.step)
    return step
  }

  private static func readPort(_ member: JSONView.Member) throws(FlowError) -> FlowPort {
    var routes: [Route] = []
    routes.reserveCapacity(member.value.count)
    for element in try member.value.requireArray() { routes.append(try readRoute(element)) }
    return FlowPort(name: member.key, routes: routes)
  }
}

extension FlowError {
  /// The same error with the location where it occurred.
  func located(flow: Name, step: Name?) -> FlowError {
    var error = self
    error.location = FlowLocation(flow: flow, step: step)
    return error
  }
}
