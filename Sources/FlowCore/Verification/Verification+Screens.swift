extension Verification {
  /// Screens, ports and content that the builds in use do not have.
  mutating func checkScreens() {
    guard !builds.isEmpty else { return }
    var schemas = SchemaTable(views)
    for flow in document.flows.indices {
      for (step, each) in zip(release.flows[flow].stepIndices, document.flows[flow].steps) {
        let having = views.indices.filter { views[$0].screenOfStep[step] >= 0 }
        guard !having.isEmpty else {
          reportUnknownScreen(step)
          continue
        }
        if having.count < views.count { reportMissingScreen(step, having) }
        checkPorts(step, having)
        checkContent(step, each.content ?? .null, having, &schemas)
      }
    }
  }

  private mutating func reportUnknownScreen(_ step: Int) {
    report(
      .unknownScreen, spot(step: step),
      "shows the screen " + Quote.name(release.steps[step].screen)
        + ", which no build in use has.",
      mend: "Choose another screen, or ship a build with this one first.")
  }

  private mutating func reportMissingScreen(_ step: Int, _ having: [Int]) {
    let lacking = views.indices.filter { !having.contains($0) }.map { builds[$0] }
    let next = Int(release.steps[step].nextPort)
    let canPass =
      next >= 0
      && release.ports[next].routeIndices.contains {
        coverage[$0].rawValue >= RouteCoverage.identified.rawValue
      }
    report(
      .missingScreenInBuild, spot(step: step),
      "shows the screen " + Quote.name(release.steps[step].screen) + ", which is missing in "
        + Build.list(lacking) + Build.share(lacking)
        + (canPass ? "; people there pass over it." : "; people there cannot go on."),
      mend: canPass
        ? "Publish it if these people can do without the step, or wait until they have updated."
        : "Add a port “next” with a last route without a condition, by which they pass over it.",
      severity: canPass ? .warning : .error)
  }

  private mutating func checkPorts(_ step: Int, _ having: [Int]) {
    let compiled = release.steps[step]
    let screen = Quote.name(compiled.screen)
    let isPassed = facts.ofStep[step] >= 0 || having.count < views.count
    for port in compiled.portIndices {
      let isDeclared = having.contains { views[$0].declaredPort[port] >= 0 }
      if isDeclared || (isPassed && Int(compiled.nextPort) == port) { continue }
      report(
        .unknownPort, spot(port: port),
        "is never left by: the screen " + screen + " has no port of this name.",
        mend: "Move its routes to a port that the screen has: "
          + portNames(step, having) + ".")
    }
    var told: [Name] = []
    for view in having {
      for declared in views[view].screen(of: step)?.declaration.ports ?? [] {
        guard release.portIndex(declared.name, step: step) == nil, !told.contains(declared.name)
        else { continue }
        told.append(declared.name)
        report(
          .unroutedPort, spot(step: step),
          "has no route for the port " + Quote.name(declared.name) + " of the screen " + screen
            + "; who takes it stays where they are.",
          mend: "Add a route for the port.")
      }
    }
  }

  private func portNames(_ step: Int, _ having: [Int]) -> String {
    let ports = views[having[0]].screen(of: step)?.declaration.ports ?? []
    return ports.isEmpty ? "it has none" : Quote.list(ports.map { Quote.name($0.name) }, "or")
  }

  private mutating func checkContent(
    _ step: Int, _ content: JSON, _ having: [Int], _ schemas: inout SchemaTable
  ) {
    var done: [Int] = []
    for view in having {
      let schema = schemas.index(view: view, screen: Int(views[view].screenOfStep[step]))
      guard schema >= 0, !done.contains(schema) else { continue }
      done.append(schema)
      let affected = having.filter {
        schemas.index(view: $0, screen: Int(views[$0].screenOfStep[step])) == schema
      }
      let inBuilds =
        affected.count == views.count ? "" : " in " + Build.list(affected.map { builds[$0] })
      let screen = "the screen " + Quote.name(release.steps[step].screen) + inBuilds
      for mistake in schemas[schema].mistakes(in: content) {
        report(
          .contentMismatch, spot(step: step),
          "has content that " + screen + " cannot read: "
            + (mistake.pointer.isEmpty ? "it " : Quote.text(mistake.pointer) + " ")
            + mistake.message + ".",
          mend: "Change the content to what the screen reads.", pointer: mistake.pointer)
      }
      for rule in schemas.takeNotChecked(schema) {
        report(
          .contentMismatch, spot(step: step),
          "has content that was not checked completely: " + screen + " declares the rule "
            + Quote.text(rule) + ", which is not supported.",
          mend: "Declare the screen's content without this rule.", severity: .warning)
      }
    }
  }
}

/// The content schemas of all builds, each compiled once.
private struct SchemaTable {
  private var schemas: [ContentSchema] = []
  private var indexes: [[Int]] = []
  private var isTold: [Bool] = []

  init(_ views: [BuildView]) {
    var table = JSONTable()
    for view in views {
      indexes.append(
        view.screens.map { screen in
          guard let content = screen.declaration.content else { return -1 }
          let index = Int(table.index(of: content))
          if index == schemas.count { schemas.append(ContentSchema(content)) }
          return index
        })
    }
    isTold = schemas.map { _ in false }
  }

  subscript(index: Int) -> ContentSchema { schemas[index] }

  func index(view: Int, screen: Int) -> Int { indexes[view][screen] }

  /// The rules that are not checked, the first time that they are asked for.
  mutating func takeNotChecked(_ index: Int) -> [String] {
    guard !isTold[index] else { return [] }
    isTold[index] = true
    return schemas[index].notChecked
  }
}
