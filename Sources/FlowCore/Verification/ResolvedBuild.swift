/// One build's declarations, resolved against a release's steps and ports.
struct ResolvedBuild {
  /// A screen's declaration with the needed keys as indexes.
  final class Screen {
    let declaration: ScreenDeclaration
    let needs: [Int32]
    /// For each declared port, the needed keys that leaving by it always writes.
    let provides: [[Int32]]
    /// For each declared port, whether leaving by it always writes an output.
    let writes: [Bool]

    init(_ declaration: ScreenDeclaration, _ keys: [Name: Int32]) {
      self.declaration = declaration
      needs = declaration.needs.compactMap { keys[$0.key] }
      provides = declaration.ports.map { port in
        (port.provides ?? declaration.provides.map { $0.key }).compactMap { keys[$0] }
      }
      writes = declaration.ports.map { port in
        !(port.provides?.isEmpty ?? declaration.provides.isEmpty)
      }
    }
  }

  let screens: [Screen]
  /// The screen of each step, or -1 if the build lacks it.
  let screenOfStep: [Int32]
  /// For each port, the index of its declaration on the screen, or -1.
  let declaredPort: [Int32]

  /// Looks up the screens; outputs that are not among the needed `keys` are ignored.
  init(_ release: Release, screens declarations: [ScreenDeclaration], keys: [Name: Int32]) {
    var indexes: [Name: Int32] = [:]
    var screens: [Screen] = []
    for declaration in declarations where indexes[declaration.name] == nil {
      indexes[declaration.name] = Int32(truncatingIfNeeded: screens.count)
      screens.append(Screen(declaration, keys))
    }
    var declaredPort = [Int32](repeating: -1, count: release.ports.count)
    let screenOf = release.stepScreens.map { indexes[$0.name] ?? -1 }
    screenOfStep = release.steps.indices.map { step in
      let screen = screenOf[Int(release.steps[step].screen)]
      if screen >= 0 {
        for port in release.steps[step].portIndices {
          declaredPort[port] = screens[Int(screen)].port(release.ports[port].name)
        }
      }
      return screen
    }
    self.declaredPort = declaredPort
    self.screens = screens
  }

  /// The screen of a step; nil if the build lacks it.
  func screen(of step: Int) -> Screen? {
    let index = screenOfStep[step]
    return index < 0 ? nil : screens[Int(index)]
  }

  /// Whether a step's screen has a port without a route: a user who fires it stays on the step.
  func hasUnroutedPort(_ release: Release, _ step: Int) -> Bool {
    for port in screen(of: step)?.declaration.ports ?? []
    where release.portIndex(port.name, step: step) == nil { return true }
    return false
  }
}

extension ResolvedBuild.Screen {
  /// The index of a declared port, or -1.
  fileprivate func port(_ name: Name) -> Int32 {
    for index in declaration.ports.indices where declaration.ports[index].name == name {
      return Int32(truncatingIfNeeded: index)
    }
    return -1
  }
}

extension Array where Element == Int32 {
  /// The elements from `base` to `base` + 62, as a bit mask.
  func mask(from base: Int32) -> UInt64 {
    var mask: UInt64 = 0
    for index in self where index >= base && index - base < NeedFacts.batchSize {
      mask |= 1 << UInt64(index - base)
    }
    return mask
  }
}
