extension Session {
  /// The version of the saved format.
  private static let format = 1

  /// The session as JSON, to be restored after a restart.
  ///
  /// Everything is identified by name, so that the session can be restored into the same release.
  /// The context is not saved: pass the user's current one when restoring.
  public func saved() -> JSON {
    var json = JSONObject([
      .init(key: "session", value: .number(JSONNumber(Session.format))),
      .init(key: "flow", value: .string(release.flows[safe: Int(rootFlow)]?.id.string ?? "")),
      .init(key: "path", value: .array(visits.map { saved($0) })),
      .init(key: "calls", value: .array(calls.map { saved($0) })),
      .init(key: "outputs", value: saved(log)),
      .init(key: "enteredValues", value: saved(enteredValues)),
      .init(key: "exposed", value: .array(exposedVariants.map { saved($0) })),
    ])
    if let number = release.number { json["release"] = .number(JSONNumber(number)) }
    switch status {
    case .active: break
    case .finished(let outcome): json["finished"] = .string(outcome.string)
    case .failed(let error):
      json["failed"] = ["code": .string(error.code.rawValue), "message": .string(error.message)]
    }
    return .object(json)
  }

  private func saved(_ exposed: ExposedVariant) -> JSON {
    guard let variant = exposed.variant else { return .string(exposed.experiment.string) }
    return [
      "experiment": .string(exposed.experiment.string), "variant": .string(variant.string),
    ]
  }

  private func saved(_ visit: Visit) -> JSON {
    [
      "step": .string(release.steps[Int(visit.step)].id.string),
      "style": .string(visit.style.rawValue),
      "depth": .number(JSONNumber(Int(visit.depth))),
      "outputs": .number(JSONNumber(Int(visit.logCount))),
    ]
  }

  private func saved(_ call: SubflowCall) -> JSON {
    let flow = release.flows[Int(release.destinations[Int(call.destination)].target)].id
    let index = release.flowDestinations(of: Int(call.caller)).firstIndex(of: call.destination)
    return [
      "caller": .string(release.steps[Int(call.caller)].id.string),
      "flow": .string(flow.string),
      "index": .number(JSONNumber(index ?? 0)),
    ]
  }

  private func saved(_ entries: [StoredOutput]) -> JSON {
    .array(
      entries.map { entry in
        ["key": .string(entry.key.string), "value": entry.value]
      })
  }
}

extension Session {
  /// Restores a saved session.
  ///
  /// - Parameters:
  ///   - saved: The JSON returned by `saved()`.
  ///   - release: The release that the session was running. Another release is accepted if it has
  ///     every step of the path; to move to a newer release, use `adopt`.
  ///   - context: The user's current attributes.
  /// - Throws: `sessionMismatch` if the JSON is not a saved session or the release lacks a step, a
  ///   flow or a call that it names.
  public init(
    restoring saved: JSON, in release: Release, context: JSONObject = JSONObject()
  ) throws(FlowError) {
    guard saved["session"]?.number?.int == Int64(Session.format) else {
      throw .mismatch("This is not a saved session of format \(Session.format).")
    }
    let flow = Name(try saved.requiredString("flow"))
    guard let root = release.flowIndex(flow) else {
      throw .mismatch("The release has no flow \(flow).")
    }
    self.init(release: release, rootFlow: Int32(root), context: context)
    var flows = [root]
    for call in try saved.requiredArray("calls") {
      let restored = try Session.call(call, in: release, flow: flows[flows.count - 1])
      calls.append(restored)
      flows.append(Int(release.destinations[Int(restored.destination)].target))
    }
    log = try Session.entries(try saved.requiredArray("outputs"))
    enteredValues = try Session.entries(try saved.requiredArray("enteredValues"))
    for experiment in try saved.requiredArray("exposed") {
      exposedVariants.append(try Session.exposedVariant(experiment))
    }
    for visit in try saved.requiredArray("path") {
      visits.append(try restoredVisit(visit, flows: flows))
    }
    try restoreStatus(saved)
    rebind()
  }

  private static func exposedVariant(_ saved: JSON) throws(FlowError) -> ExposedVariant {
    if let name = saved.string { return ExposedVariant(experiment: Name(name)) }
    guard let name = saved["experiment"]?.string, let variant = saved["variant"]?.string else {
      throw .mismatch("An exposure lacks its experiment or variant.")
    }
    return ExposedVariant(experiment: Name(name), variant: Name(variant))
  }

  private func restoredVisit(_ saved: JSON, flows: [Int]) throws(FlowError) -> Visit {
    let depth = try saved.requiredCount("depth", atMost: flows.count - 1)
    let logCount = try saved.requiredCount("outputs", atMost: log.count)
    if let last = visits.last, last.depth > depth || last.logCount > logCount {
      throw .mismatch("The steps of the path are out of order.")
    }
    let id = Name(try saved.requiredString("step"))
    guard let step = release.stepIndex(id, flow: flows[depth]) else {
      throw .mismatch("Flow \(release.flows[flows[depth]].id) has no step \(id).")
    }
    let name = try saved.requiredString("style")
    let style = Destination.Style.allCases.first { UTF8Bytes.equal($0.rawValue, name) }
    guard let style else { throw .mismatch("\(name) is not a style.") }
    return Visit(
      step: Int32(step), style: style, depth: Int32(depth), logCount: Int32(logCount))
  }

  private mutating func restoreStatus(_ saved: JSON) throws(FlowError) {
    if let outcome = saved["finished"]?.string {
      status = .finished(Name(outcome))
    } else if let failure = saved["failed"] {
      let name = try failure.requiredString("code")
      let code = FlowError.Code.allCases.first { UTF8Bytes.equal($0.rawValue, name) }
      status = .failed(FlowError(code ?? .sessionMismatch, try failure.requiredString("message")))
    } else if visits.isEmpty {
      throw .mismatch("The session shows no step and has not ended.")
    }
  }

  private static func call(
    _ saved: JSON, in release: Release, flow: Int
  ) throws(FlowError) -> SubflowCall {
    let id = Name(try saved.requiredString("caller"))
    let target = Name(try saved.requiredString("flow"))
    guard let caller = release.stepIndex(id, flow: flow) else {
      throw .mismatch("Flow \(release.flows[flow].id) has no step \(id).")
    }
    let index = try saved.requiredCount("index", atMost: Int(Int32.max))
    guard let destination = release.flowDestination(from: caller, to: target, index: index) else {
      throw .mismatch("Step \(id) no longer enters flow \(target).")
    }
    return SubflowCall(caller: Int32(caller), destination: destination)
  }

  private static func entries(_ saved: [JSON]) throws(FlowError) -> [StoredOutput] {
    var entries: [StoredOutput] = []
    for entry in saved {
      guard let value = entry["value"] else { throw .mismatch("An output has no value.") }
      entries.append(StoredOutput(key: Name(try entry.requiredString("key")), value: value))
    }
    return entries
  }
}

extension FlowError {
  static func mismatch(_ message: String) -> FlowError {
    FlowError(.sessionMismatch, message)
  }
}

extension JSON {
  fileprivate func requiredString(_ key: Name) throws(FlowError) -> String {
    guard let text = self[key]?.string else {
      throw .mismatch("The saved session lacks the string `\(key)`.")
    }
    return text
  }

  fileprivate func requiredArray(_ key: Name) throws(FlowError) -> [JSON] {
    guard let list = self[key]?.array else {
      throw .mismatch("The saved session lacks the array `\(key)`.")
    }
    return list
  }

  fileprivate func requiredCount(_ key: Name, atMost limit: Int) throws(FlowError) -> Int {
    guard let count = self[key]?.number?.int, count >= 0, count <= Int64(limit) else {
      throw .mismatch("In the saved session, `\(key)` must be from 0 to \(limit).")
    }
    return Int(count)
  }
}

extension Array {
  subscript(safe index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
