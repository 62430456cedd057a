extension Verification {
  /// Checks for steps whose id is also a key that a screen provides.
  ///
  /// Outputs are stored by step and by key under one set of names, so each of the two values would
  /// replace the other.
  func checkOutputs() {
    let candidates = stepsNamedLikeKeys()
    guard !candidates.isEmpty else { return }
    var isReported = [Bool](repeating: false, count: candidates.count)
    for build in resolvedBuilds {
      for index in candidates.indices where !isReported[index] {
        isReported[index] = reportConflict(of: candidates[index], in: build)
      }
    }
  }

  /// The steps that users can reach and whose id is a key of any screen.
  private func stepsNamedLikeKeys() -> [Int] {
    var provided: [Name: Int32] = [:]
    for build in builds {
      for screen in build.screens {
        for key in screen.provides where provided[key.key] == nil { provided[key.key] = 0 }
      }
    }
    guard !provided.isEmpty else { return [] }
    return release.steps.indices.filter { step in
      reachability.isReached[step] && provided[release.steps[step].id] != nil
    }
  }

  /// Reports a step whose output and a key replace each other in a build; returns whether they do.
  private func reportConflict(of step: Int, in build: ResolvedBuild) -> Bool {
    let id = release.steps[step].id
    let provides = build.screen(of: step)?.declaration.provides ?? []
    // A step whose screen provides no key stores no output. A screen's only key has the same value
    // as the step's output, so the two may have the same name.
    guard let first = provides.first, provides.count > 1 || first.key != id else { return false }
    if provides.contains(where: { $0.key == id }) {
      report(.conflictingOutputOfScreen, locationIndex(step: step), ["key": .name(id)])
      return true
    }
    // If the screen provides one key, the step's output has its type. Two values of the same type
    // do not conflict, just as two screens may provide the same key.
    let type = provides.count == 1 ? first.type : nil
    let provider = release.steps.indices.first { other in
      guard reachability.isReached[other], let screen = build.screen(of: other) else {
        return false
      }
      return screen.declaration.provides.contains { key in
        key.key == id && (type.map { $0 != .any && key.type != .any && $0 != key.type } ?? true)
      }
    }
    guard let provider else { return false }
    report(
      .conflictingOutput, locationIndex(step: step),
      ["key": .name(id), "screen": .name(release.screen(of: provider).name)])
    return true
  }
}
