extension Verification {
  /// Ids that are empty or used twice, and flows without a start.
  func checkNames() {
    if document.flows.isEmpty {
      report(.noFlows, Site(), "has no flow.", fix: "Add a flow with one step.")
    }
    var seen: [Name: Int32] = [:]
    for flow in release.flows.indices {
      let compiled = release.flows[flow]
      if seen[compiled.id] != nil {
        report(
          .duplicateFlow, site(flow: flow), "is there twice; only the first is ever entered.",
          fix: "Give one of the two flows another id.")
      }
      seen[compiled.id] = 0
      if compiled.id.isEmpty { reportEmpty("a flow's id", site(flow: flow)) }
      if compiled.start < 0 {
        report(
          .missingStart, site(flow: flow),
          "starts at " + Quote.name(document.flows[flow].start)
            + ", which is not one of its steps.",
          fix: "Choose one of the flow's steps as its start.")
      }
      for step in compiled.stepIndices { checkNames(step: step, in: compiled) }
    }
  }

  private func checkNames(step: Int, in flow: CompiledFlow) {
    let compiled = release.steps[step]
    if compiled.id.isEmpty { reportEmpty("a step's id", site(step: step)) }
    if release.screen(of: step).name.isEmpty {
      reportEmpty("the name of its screen", site(step: step))
    }
    if flow.hasDuplicates, flow.stepsByID[compiled.id] != Int32(step) {
      report(
        .duplicateStep, site(step: step), "is there twice; only the first is ever shown.",
        fix: "Give one of the two steps another id.")
    }
    var seen: [Name: Int32] = [:]
    for port in compiled.portIndices {
      let name = release.ports[port].name
      if name.isEmpty { reportEmpty("a port's name", site(port: port)) }
      let first = Int(compiled.firstPort)
      let isTwice: Bool
      if compiled.portCount < 8 {
        isTwice = (first..<port).contains { release.ports[$0].name == name }
      } else {
        isTwice = seen.updateValue(0, forKey: name) != nil
      }
      if isTwice {
        report(
          .duplicatePort, site(port: port), "is there twice; only the first is ever taken.",
          fix: "Put the routes of both together on one port.")
      }
    }
  }

  func reportEmpty(_ what: String, _ site: Site) {
    report(
      .emptyID, site, "has no text where " + what + " should be.", fix: "Give it a name.")
  }
}
