import FlowCore

/// A vector's session, with the results of its start and its events.
struct VectorRun {
  private(set) var session: Session
  private(set) var start: SessionTransition?
  /// The result of each event, in the short form of `expect.steps`.
  private(set) var steps: [JSON] = []
  private(set) var exposures: [JSON] = []
  private(set) var edges: [JSON] = []

  init(_ vector: Vector, _ release: Release) throws(FlowError) {
    let flow = vector.json["flow"]?.string.map { Name($0) }
    if let saved = vector.json["restore"] {
      session = try Session(restoring: saved, in: release, context: vector.context)
      return
    }
    let started: (session: Session, transition: SessionTransition)
    if let open = vector.json["open"] {
      started = Session.open(
        Name(open["step"]?.string ?? ""), of: open["flow"]?.string.map { Name($0) }, in: release,
        outputs: open["outputs"]?.object ?? JSONObject(), context: vector.context)
    } else {
      started = Session.start(flow, in: release, context: vector.context)
    }
    session = started.session
    start = started.transition
    record(started.transition)
  }

  mutating func run(_ event: JSON, manifest: Manifest?) throws {
    if let port = event["fire"]?.string {
      let transition = session.fire(Name(port), output: event["output"])
      record(transition)
      steps.append(VectorRun.shortForm(of: transition.json["effect"]))
    } else if event["back"] != nil {
      let transition = session.back()
      record(transition)
      steps.append(VectorRun.shortForm(of: transition.json["effect"]))
    } else if let context = event["context"]?.object {
      session.context = context
      steps.append(.null)
    } else if event["restart"] != nil {
      let saved = try JSON(parsing: session.saved().text(.compact))
      session = try Session(restoring: saved, in: session.release, context: session.context)
      steps.append(.null)
    } else if let document = event["adopt"] {
      let next = try Release(
        FlowDocument(parsing: document.text(.compact)), manifest: manifest)
      switch session.adopt(next) {
      case .moved: steps.append(["adopted": true])
      case .stayed(let reason): steps.append(["stayed": .string(reason.code.rawValue)])
      }
    } else {
      throw FlowError(.invalidValue, "There is no such event: \(event.text())")
    }
  }

  private mutating func record(_ transition: SessionTransition) {
    exposures += transition.json["exposures"]?.array ?? []
    edges += transition.json["edges"]?.array ?? []
  }

  /// An effect in the form of `expect.steps`, such as `{"show": "a", "flow": …}`.
  ///
  /// The value of the effect's name is the step, or the code of an error.
  static func shortForm(of effect: JSON?) -> JSON {
    var short = JSONObject()
    for member in effect?.object?.members ?? [] {
      guard let inner = member.value.object else {
        short[member.key] = member.value
        continue
      }
      short[member.key] = inner["step"]
      if member.key == "fail" {
        short[member.key] = inner["code"]
        short["step"] = inner["step"]
      }
      for detail in inner.members where detail.key != "step" { short[detail.key] = detail.value }
    }
    return .object(short)
  }

  /// The state of the session, with the members that `expect` uses.
  var summary: JSONObject {
    var summary = JSONObject([
      .init(key: "path", value: .array(session.path.map { .string($0.step.string) })),
      .init(key: "outputs", value: .object(session.outputs)),
      .init(key: "content", value: session.content),
      .init(key: "start", value: VectorRun.shortForm(of: start?.json["effect"])),
    ])
    summary["release"] = session.release.number.map { .number(JSONNumber($0)) }
    switch session.status {
    case .active: summary["status"] = "active"
    case .finished(let outcome):
      summary["status"] = "finished"
      summary["outcome"] = .string(outcome.string)
    case .failed(let error):
      summary["status"] = "failed"
      summary["error"] = error.json
    }
    return summary
  }
}
