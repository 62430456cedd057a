extension Verification {
  /// Checks the drawn screens, in themselves and in builds in use.
  func checkDrawnScreens() {
    checkScreensMember()
    checkTheme()
    for (index, name, issues) in drawnScreens.unreadable { report(issues, of: name, index) }
    for duplicate in drawnScreens.duplicates {
      report(
        .duplicateScreen, LocationIndex(), ["screen": .name(duplicate.name)],
        pointer: pointer(duplicate.index, "/name"))
    }
    for (position, screen) in drawnScreens.screens.enumerated() {
      report(screen.issues, of: screen.screen.name, screen.index)
      checkBindings(of: screen)
      checkConditions(of: screen)
      checkBuilds(position, screen)
    }
  }

  private func pointer(_ screen: Int, _ suffix: String) -> String {
    "/screens/" + screen.description + suffix
  }

  private func report(_ issues: [ScreenIssue], of screen: Name, _ index: Int) {
    let name = screen.isEmpty ? Name("#" + (index + 1).description) : screen
    for issue in issues where checkLimit(issue.code) {
      let at = issue.id == .screenTooLarge ? nil : issue.pointer
      report(
        issue.id, LocationIndex(), screenArguments(name, at, issue.arguments),
        pointer: pointer(index, issue.pointer))
    }
  }

  /// The arguments for a screen and a pointer in it, together with others.
  private func screenArguments(_ screen: Name?, _ at: String?, _ others: JSONObject) -> JSONObject {
    var arguments = JSONObject()
    arguments["screen"] = screen.map { .name($0) }
    arguments["at"] = at.map { .string($0.isEmpty ? "/" : $0) }
    for member in others.members { arguments[member.key] = member.value }
    return arguments
  }

  private func checkScreensMember() {
    guard let member = document.unknown["screens"], member.array == nil else { return }
    report(
      .invalidProperty, LocationIndex(), screenArguments(nil, "/screens", ["expected": "list"]),
      pointer: "/screens")
  }

  // MARK: Colors

  private func checkTheme() {
    guard let json = document.unknown["theme"] else { return }
    let theme = ScreenTheme(json) { pointer, values in
      var others: JSONObject = ["expected": values.isEmpty ? "color" : "enum"]
      if !values.isEmpty { others["values"] = .array(values.map { .name($0) }) }
      report(
        .invalidProperty, LocationIndex(), screenArguments(nil, pointer, others), pointer: pointer)
    }
    for pair in theme.lowContrasts() {
      report(
        .lowContrast, LocationIndex(),
        [
          "text": .name(pair.text.name), "background": .name(pair.background.name),
          "ratio": .number(JSONNumber(pair.hundredths)),
          "appearance": pair.isDark ? "dark" : "light",
        ], pointer: "/theme/colors")
    }
  }

  // MARK: References

  /// Checks for assets that the document does not have.
  private func checkBindings(of drawn: DrawnScreens.Screen) {
    let assets = document.unknown["assets"]
    drawn.screen.root.visit { block in
      for property in block.properties {
        guard let asset = block.asset(property), assets?[asset] == nil else { continue }
        let at = ScreenParser.pointer(block.pointer, property.key.name)
        report(
          .unknownBinding, LocationIndex(),
          screenArguments(drawn.screen.name, at, ["name": .name(asset)]),
          pointer: pointer(drawn.index, at))
      }
    }
  }

  /// Checks conditions in a screen, which can also read its state, its content and elements of
  /// lists.
  private func checkConditions(of drawn: DrawnScreens.Screen) {
    var conditionCheck = ConditionCheck(vocabulary: vocabulary)
    drawn.screen.root.visit { block in
      for property in block.properties {
        guard case .condition(let condition) = property.value else { continue }
        for issue in Condition(condition, segments: document.segments).issues {
          conditionCheck.add(issue)
        }
        conditionCheck.check(condition)
        let at = ScreenParser.pointer(block.pointer, property.key.name)
        for problem in conditionCheck.take() where !problem.isAboutScreenValue {
          report(
            problem.id, LocationIndex(), problem.arguments,
            pointer: pointer(drawn.index, at + problem.pointer))
        }
      }
    }
  }

  // MARK: Builds

  private func checkBuilds(_ position: Int, _ drawn: DrawnScreens.Screen) {
    let name = drawn.screen.name
    let manifestsWithCode = drawnScreens.supportGroups.flatMap { group in
      group.manifests.filter { $0.hasInCode(name) }
    }
    if !manifestsWithCode.isEmpty {
      report(
        .drawnScreenInCode, LocationIndex(),
        ["screen": .name(name), "builds": BuildGroup.json(BuildGroup.distinct(manifestsWithCode))],
        pointer: pointer(drawn.index, "/name"))
    }
    var reported: [String] = []
    for group in drawnScreens.supportGroups {
      for block in group.missing[position]
      where !reported.contains(where: { UTF8Bytes.equal($0, block.pointer) }) {
        reported.append(block.pointer)
        reportMissing(block, position, drawn)
      }
    }
    guard drawn.screen.root.hasExitBlock else { return }
    let groupsWithoutExit = drawnScreens.supportGroups.filter { group in
      guard let declaration = group.declarations[position] else { return false }
      return declaration.ports.isEmpty && !group.missing[position].contains { $0.isNeeded }
    }
    report(.noExitInBuild, groupsWithoutExit, of: drawn)
  }

  private func reportMissing(_ block: Block, _ position: Int, _ drawn: DrawnScreens.Screen) {
    let groupsWithoutBlock = drawnScreens.supportGroups.filter { group in
      group.missing[position].contains { UTF8Bytes.equal($0.pointer, block.pointer) }
    }
    report(
      block.isNeeded ? .blockIsNeeded : .blockIsOptional, groupsWithoutBlock, of: drawn,
      at: block.pointer)
  }

  /// Reports what builds lack, unless they have a screen with this name in code.
  private func report(
    _ id: FindingMessageID, _ groups: [DrawnScreens.SupportGroup], of drawn: DrawnScreens.Screen,
    at blockPointer: String? = nil
  ) {
    let manifests = groups.flatMap { $0.manifests }
      .filter { !$0.hasInCode(drawn.screen.name) }
    guard !manifests.isEmpty else { return }
    let affected = BuildGroup.distinct(manifests)
    var arguments = screenArguments(
      drawn.screen.name, blockPointer, ["builds": BuildGroup.json(affected)])
    arguments["share"] = BuildGroup.share(affected)
    report(
      id, LocationIndex(), arguments, severity: id == .blockIsOptional ? .warning : .error,
      pointer: pointer(drawn.index, blockPointer ?? "/root"))
  }
}

extension ConditionProblem {
  /// Whether the path reads a value that only drawn screens have.
  fileprivate var isAboutScreenValue: Bool {
    guard id == .unknownAttribute, let name = arguments["attribute"]?.string,
      let path = BindingPath(Name(name))
    else { return false }
    return path.scope != .attribute
  }
}

extension Block {
  /// Calls a closure for the block and all blocks in it, including fallbacks in `else`.
  package func visit(_ body: (Block) -> Void) {
    body(self)
    for property in properties {
      for block in property.value.blocks { block.visit(body) }
    }
  }

  /// The asset that a property names; nil for any other property, and for a URL.
  package func asset(_ property: Block.Property) -> Name? {
    switch property.key {
    case .image, .video, .poster, .captions:
      guard let name = property.value.name, !UTF8Bytes.has(prefix: "https://", name.string) else {
        return nil
      }
      return name
    default: return nil
    }
  }
}
