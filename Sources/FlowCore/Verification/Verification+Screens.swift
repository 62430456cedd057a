extension Verification {
  /// Checks for screens, ports and content that the builds in use do not have.
  func checkScreens() {
    guard !builds.isEmpty else { return }
    var schemas = SchemaTable(resolvedBuilds)
    var supportingBuilds = [[Int]?](repeating: nil, count: release.stepScreens.count)
    for step in release.steps.indices {
      let screen = Int(release.steps[step].screen)
      let supporting: [Int] =
        supportingBuilds[screen]
        ?? resolvedBuilds.indices.filter { resolvedBuilds[$0].screenOfStep[step] >= 0 }
      supportingBuilds[screen] = supporting
      guard !supporting.isEmpty else {
        reportUnknownScreen(step)
        continue
      }
      if supporting.count < resolvedBuilds.count { reportMissingScreen(step, supporting) }
      checkPorts(step, supporting)
      checkContent(step, release.steps[step].content, supporting, &schemas)
    }
  }

  private func reportUnknownScreen(_ step: Int) {
    let name = release.screen(of: step).name
    report(
      drawnScreens.has(name) ? .unknownScreenIsDrawn : .unknownScreen, locationIndex(step: step),
      ["screen": .name(name)])
  }

  private func reportMissingScreen(_ step: Int, _ supporting: [Int]) {
    let affected = resolvedBuilds.indices.filter { !supporting.contains($0) }.map { builds[$0] }
    let next = Int(release.steps[step].nextPort)
    let canSkip =
      next >= 0
      && release.ports[next].routeIndices.contains {
        coverage[$0].rawValue >= RouteCoverage.identifiedUsers.rawValue
      }
    var arguments: JSONObject = [
      "screen": .name(release.screen(of: step).name), "builds": BuildGroup.json(affected),
    ]
    arguments["share"] = BuildGroup.share(affected)
    report(
      canSkip ? .missingScreenIsSkipped : .missingScreenIsDeadEnd, locationIndex(step: step),
      arguments, severity: canSkip ? .warning : .error)
  }

  private func checkPorts(_ step: Int, _ supporting: [Int]) {
    let isSkipped = facts.conditionOfStep[step] >= 0 || supporting.count < resolvedBuilds.count
    let next = Int(release.steps[step].nextPort)
    for port in release.steps[step].portIndices {
      let isDeclared = supporting.contains { resolvedBuilds[$0].declaredPort[port] >= 0 }
      if isDeclared || !checkLimit(.unknownPort) { continue }
      // A step that is skipped is left by `next`; one that is shown needs an exit on its screen.
      if isSkipped, next == port, supporting.allSatisfy({ hasExit(step, in: $0) }) { continue }
      let ports = ports(of: step, in: supporting[0])
      var arguments: JSONObject = ["screen": .name(release.screen(of: step).name)]
      if !ports.isEmpty { arguments["ports"] = .array(ports.map { .name($0.name) }) }
      report(
        ports.isEmpty ? .unknownPortOfScreenWithoutPorts : .unknownPort, locationIndex(port: port),
        arguments)
    }
    var reported: [Name: Int32] = [:]
    for buildIndex in supporting {
      for declared in ports(of: step, in: buildIndex)
      where release.portIndex(declared.name, step: step) == nil && reported[declared.name] == nil {
        reported[declared.name] = 0
        // A step that is skipped but has no port `next` is reported by another check.
        let isReportedElsewhere = isSkipped && declared.name == FlowKitWriter.port
        guard !isReportedElsewhere, checkLimit(.unroutedPort) else { continue }
        report(
          .unroutedPort, locationIndex(step: step),
          [
            "port": .name(declared.name), "screen": .name(release.screen(of: step).name),
          ])
      }
    }
  }

  /// Whether the step routes a port that its screen has in the build.
  private func hasExit(_ step: Int, in buildIndex: Int) -> Bool {
    ports(of: step, in: buildIndex).contains { release.portIndex($0.name, step: step) != nil }
  }

  /// The ports declared by a build that has the step's screen.
  private func ports(of step: Int, in buildIndex: Int) -> [PortDeclaration] {
    let build = resolvedBuilds[buildIndex]
    return build.screens[Int(build.screenOfStep[step])].declaration.ports
  }

  private func checkContent(
    _ step: Int, _ content: JSON, _ supporting: [Int], _ schemas: inout SchemaTable
  ) {
    func schemaIndex(_ buildIndex: Int) -> Int {
      schemas.index(build: buildIndex, screen: Int(resolvedBuilds[buildIndex].screenOfStep[step]))
    }
    for (position, buildIndex) in supporting.enumerated() {
      let schema = schemaIndex(buildIndex)
      guard schema >= 0, !supporting[..<position].contains(where: { schemaIndex($0) == schema })
      else { continue }
      let violations = schemas.violations(schema, in: content)
      let notChecked = schemas.takeNotChecked(schema)
      if violations.isEmpty, notChecked.isEmpty { continue }
      let affected = supporting.filter { schemaIndex($0) == schema }
      var screen: JSONObject = ["screen": .name(release.screen(of: step).name)]
      if affected.count < resolvedBuilds.count {
        screen["builds"] = BuildGroup.json(affected.map { builds[$0] })
      }
      for violation in violations where checkLimit(.contentMismatch) {
        var arguments = screen
        arguments["value"] = .string(violation.pointer)
        if let (name, value) = violation.argument { arguments[name] = value }
        report(violation.id, locationIndex(step: step), arguments, pointer: violation.pointer)
      }
      for rule in notChecked {
        var arguments = screen
        arguments["rule"] = .string(rule)
        report(.contentNotChecked, locationIndex(step: step), arguments, severity: .warning)
      }
    }
  }
}

/// The content schemas of all builds, with each distinct one compiled once.
private struct SchemaTable {
  private var schemas: [ContentSchema.Checker] = []
  private var indexes: [[Int]] = []
  private var isReported: [Bool] = []

  init(_ resolvedBuilds: [ResolvedBuild]) {
    var table = JSONTable()
    for build in resolvedBuilds {
      indexes.append(
        build.screens.map { screen in
          guard let content = screen.declaration.content else { return -1 }
          let index = Int(table.index(of: content))
          if index == schemas.count {
            schemas.append(ContentSchema.Checker(ContentSchema(content)))
          }
          return index
        })
    }
    isReported = [Bool](repeating: false, count: schemas.count)
  }

  mutating func violations(_ index: Int, in content: JSON) -> [ContentSchema.Violation] {
    schemas[index].violations(in: content)
  }

  func index(build: Int, screen: Int) -> Int { indexes[build][screen] }

  /// Returns the rules that are not checked, only on the first call.
  mutating func takeNotChecked(_ index: Int) -> [String] {
    guard !isReported[index] else { return [] }
    isReported[index] = true
    return schemas[index].notChecked
  }
}
