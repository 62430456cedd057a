extension Verification {
  /// Checks for empty and duplicate ids, and for flows whose start is not one of their steps.
  func checkNames() {
    if document.flows.isEmpty {
      report(.noFlows, LocationIndex())
    }
    var seen: [Name: Int32] = [:]
    for flow in release.flows.indices {
      let compiled = release.flows[flow]
      if seen[compiled.id] != nil {
        report(.duplicateFlow, locationIndex(flow: flow))
      }
      seen[compiled.id] = 0
      if compiled.id.isEmpty { report(.emptyFlowID, locationIndex(flow: flow)) }
      if compiled.start < 0 {
        report(
          .missingStart, locationIndex(flow: flow), ["start": .name(document.flows[flow].start)])
      }
      for step in compiled.stepIndices { checkNames(step: step, in: compiled) }
    }
  }

  private func checkNames(step: Int, in flow: CompiledFlow) {
    let compiled = release.steps[step]
    if compiled.id.isEmpty { report(.emptyStepID, locationIndex(step: step)) }
    if release.screen(of: step).name.isEmpty {
      report(.emptyScreen, locationIndex(step: step))
    }
    if flow.hasDuplicates, flow.stepsByID[compiled.id] != Int32(step) {
      report(.duplicateStep, locationIndex(step: step))
    }
    var seen: [Name: Int32] = [:]
    for port in compiled.portIndices {
      let name = release.ports[port].name
      if name.isEmpty { report(.emptyPort, locationIndex(port: port)) }
      let first = Int(compiled.firstPort)
      let isDuplicate: Bool
      if compiled.portCount < 8 {
        isDuplicate = (first..<port).contains { release.ports[$0].name == name }
      } else {
        isDuplicate = seen.updateValue(0, forKey: name) != nil
      }
      if isDuplicate {
        report(.duplicatePort, locationIndex(port: port))
      }
    }
  }
}
