/// Reads a document in the FlowKit format: one flow whose steps have the single port `next`.
enum FlowKitReader {
  static func readDocument(_ view: JSONView) throws(FlowError) -> FlowDocument {
    var reader = try ObjectReader(view)
    var flow = Flow(
      id: try reader.requiredName("id"), start: try reader.requiredName("initialStepId"), steps: [])
    let array = try reader.required("steps")
    flow.steps.reserveCapacity(array.count)
    for element in try array.requireArray() {
      do {
        flow.steps.append(try readStep(element))
      } catch {
        throw error.located(flow: flow.id, step: element["id"]?.name)
      }
    }
    flow.unknown = ForeignMembers.preserving(
      reader.unknown(except: FlowKitWriter.documentKeys), sourceForm: JSONObject(), of: .flowKit,
      except: NativeKeys.flow)
    return FlowDocument(origin: .flowKit, flows: [flow])
  }

  /// Returns the step that a preserved FlowKit object stands for; nil if the object is invalid.
  static func readStep(reparsing object: JSON) -> FlowStep? {
    guard let parsed = try? ParsedJSON(object.utf8(.compact)) else { return nil }
    return try? readStep(parsed.root)
  }

  private static func readStep(_ view: JSONView) throws(FlowError) -> FlowStep {
    var reader = try ObjectReader(view)
    var step = FlowStep(id: try reader.requiredName("id"), screen: try reader.requiredName("type"))
    step.content = reader.json("content")
    let next = reader.member("nextStep")
    let list = reader.member("nextSteps")
    let conditions = reader.member("displayConditions")
    let routes = try readRoutes(next, list)
    step.ports = [FlowPort(name: FlowKitWriter.port, routes: routes)]
    if let conditions, !conditions.isNull {
      step.showWhen = try FlowKitCondition.read(conditions, .display)
    }
    // Source text that the writer would not reproduce is preserved for a lossless round trip.
    var sourceForm = JSONObject()
    if list != nil || next?.isNull == true {
      preserveNext(next?.value, list?.value, routes, in: &sourceForm)
    }
    if let conditions = conditions?.value {
      let written = step.showWhen.flatMap { FlowKitCondition.write($0, .display) }
      if written != conditions { sourceForm["displayConditions"] = conditions }
    }
    step.unknown = ForeignMembers.preserving(
      reader.unknown(except: FlowKitWriter.stepKeys), sourceForm: sourceForm, of: .flowKit,
      except: NativeKeys.step)
    return step
  }

  private static func preserveNext(
    _ next: JSON?, _ list: JSON?, _ routes: [Route], in sourceForm: inout JSONObject
  ) {
    var writer = FlowKitWriter()
    var written = JSONMembers()
    writer.write(next: routes, FlowLocation(), to: &written)
    var read = JSONMembers()
    read.add("nextStep", next)
    read.add("nextSteps", list)
    if read.json == written.json { return }
    for member in read.members { sourceForm[member.key] = member.value }
  }

  private static func readRoutes(
    _ next: JSONView?, _ list: JSONView?
  ) throws(FlowError) -> [Route] {
    if let next, !next.isNull { return [route(to: try next.requireName())] }
    var routes: [Route] = []
    var defaults: [Route] = []
    if let list, !list.isNull {
      for element in try list.requireArray() {
        let route = try readEntry(element)
        if route.when == nil { defaults.append(route) } else { routes.append(route) }
      }
    }
    if defaults.isEmpty {
      let end = Destination(.finish(FlowDocument.completed))
      defaults.append(Route(target: .destination(end)))
    }
    // The default always comes last, wherever it was written.
    return routes + defaults
  }

  private static func readEntry(_ view: JSONView) throws(FlowError) -> Route {
    var reader = try ObjectReader(view)
    var route = route(to: try reader.requiredName("nextStepId"))
    if let conditions = reader.optional("conditions") {
      route.when = try FlowKitCondition.read(conditions, .next)
    }
    route.unknown = ForeignMembers.preserving(
      reader.unknown(except: FlowKitWriter.entryKeys), sourceForm: JSONObject(), of: .flowKit,
      except: NativeKeys.route)
    return route
  }

  private static func route(to step: Name) -> Route {
    Route(target: .destination(Destination(.step(step))))
  }
}

extension FlowDocument {
  /// The outcome of a flow that ends as in FlowKit: after a step without a next one.
  public static var completed: Name { "completed" }
}
