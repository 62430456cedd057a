extension Verification {
  /// Screens, ports and content that the builds in use do not have.
  func checkScreens() {
    guard !builds.isEmpty else { return }
    var schemas = SchemaTable(views)
    var havingScreen = [[Int]?](repeating: nil, count: release.stepScreens.count)
    for step in release.steps.indices {
      let screen = Int(release.steps[step].screen)
      let having: [Int] =
        havingScreen[screen] ?? views.indices.filter { views[$0].screenOfStep[step] >= 0 }
      havingScreen[screen] = having
      guard !having.isEmpty else {
        reportUnknownScreen(step)
        continue
      }
      if having.count < views.count { reportMissingScreen(step, having) }
      checkPorts(step, having)
      checkContent(step, release.steps[step].content, having, &schemas)
    }
  }

  private func reportUnknownScreen(_ step: Int) {
    report(
      .unknownScreen, site(step: step),
      "shows the screen " + Quote.name(release.screen(of: step).name)
        + ", which no build in use has.",
      fix: "Choose another screen, or ship a build with this one first.")
  }

  private func reportMissingScreen(_ step: Int, _ having: [Int]) {
    let lacking = views.indices.filter { !having.contains($0) }.map { builds[$0] }
    let next = Int(release.steps[step].nextPort)
    let canPass =
      next >= 0
      && release.ports[next].routeIndices.contains {
        coverage[$0].rawValue >= RouteCoverage.identified.rawValue
      }
    report(
      .missingScreenInBuild, site(step: step),
      "shows the screen " + Quote.name(release.screen(of: step).name) + ", which is missing in "
        + Build.list(lacking) + Build.share(lacking)
        + (canPass ? "; people there skip it." : "; people there cannot go on."),
      fix: canPass
        ? "Publish it if these people can do without the step, or wait until they have updated."
        : "Add a port “next” with a last route without a condition, by which they skip it.",
      severity: canPass ? .warning : .error)
  }

  private func checkPorts(_ step: Int, _ having: [Int]) {
    let isSkipped = facts.ofStep[step] >= 0 || having.count < views.count
    let next = Int(release.steps[step].nextPort)
    for port in release.steps[step].portIndices {
      let isDeclared = having.contains { views[$0].declaredPort[port] >= 0 }
      if isDeclared || (isSkipped && next == port) || !isListed(.unknownPort) { continue }
      report(
        .unknownPort, site(port: port),
        "is never left by: the screen " + Quote.name(release.screen(of: step).name)
          + " has no port of this name.",
        fix: "Move its routes to a port that the screen has: "
          + portNames(step, having) + ".")
    }
    var told: [Name] = []
    for view in having {
      for declared in ports(of: step, in: view)
      where release.portIndex(declared.name, step: step) == nil && !told.contains(declared.name) {
        told.append(declared.name)
        guard isListed(.unroutedPort) else { continue }
        report(
          .unroutedPort, site(step: step),
          "has no route for the port " + Quote.name(declared.name) + " of the screen "
            + Quote.name(release.screen(of: step).name) + "; who takes it stays where they are.",
          fix: "Add a route for the port.")
      }
    }
  }

  /// The ports that a build which has the step's screen declares.
  private func ports(of step: Int, in view: Int) -> [PortDeclaration] {
    views[view].screens[Int(views[view].screenOfStep[step])].declaration.ports
  }

  private func portNames(_ step: Int, _ having: [Int]) -> String {
    let ports = ports(of: step, in: having[0])
    return ports.isEmpty ? "it has none" : Quote.list(ports.map { Quote.name($0.name) }, "or")
  }

  private func checkContent(
    _ step: Int, _ content: JSON, _ having: [Int], _ schemas: inout SchemaTable
  ) {
    func schemaIndex(_ view: Int) -> Int {
      schemas.index(view: view, screen: Int(views[view].screenOfStep[step]))
    }
    for (position, view) in having.enumerated() {
      let schema = schemaIndex(view)
      guard schema >= 0, !having[..<position].contains(where: { schemaIndex($0) == schema }) else {
        continue
      }
      let mistakes = schemas.mistakes(schema, in: content)
      let notChecked = schemas.takeNotChecked(schema)
      if mistakes.isEmpty, notChecked.isEmpty { continue }
      func screen() -> String {
        let affected = having.filter { schemaIndex($0) == schema }
        return "the screen " + Quote.name(release.screen(of: step).name)
          + (affected.count == views.count
            ? "" : " in " + Build.list(affected.map { builds[$0] }))
      }
      for mistake in mistakes where isListed(.contentMismatch) {
        report(
          .contentMismatch, site(step: step),
          "has content that " + screen() + " cannot read: "
            + (mistake.pointer.isEmpty ? "it " : Quote.text(mistake.pointer) + " ")
            + mistake.message + ".",
          fix: "Change the content to what the screen reads.", pointer: mistake.pointer)
      }
      for rule in notChecked {
        report(
          .contentMismatch, site(step: step),
          "has content that was not checked completely: " + screen() + " declares the rule "
            + Quote.text(rule) + ", which is not supported.",
          fix: "Declare the screen's content without this rule.", severity: .warning)
      }
    }
  }
}

/// The content schemas of all builds, each compiled once.
private struct SchemaTable {
  private var schemas: [ContentSchema.Checking] = []
  private var indexes: [[Int]] = []
  private var isTold: [Bool] = []

  init(_ views: [BuildView]) {
    var table = JSONTable()
    for view in views {
      indexes.append(
        view.screens.map { screen in
          guard let content = screen.declaration.content else { return -1 }
          let index = Int(table.index(of: content))
          if index == schemas.count {
            schemas.append(ContentSchema.Checking(ContentSchema(content)))
          }
          return index
        })
    }
    isTold = [Bool](repeating: false, count: schemas.count)
  }

  mutating func mistakes(_ index: Int, in content: JSON) -> [ContentSchema.Mistake] {
    schemas[index].mistakes(in: content)
  }

  func index(view: Int, screen: Int) -> Int { indexes[view][screen] }

  /// The rules that are not checked, the first time that they are asked for.
  mutating func takeNotChecked(_ index: Int) -> [String] {
    guard !isTold[index] else { return [] }
    isTold[index] = true
    return schemas[index].notChecked
  }
}
