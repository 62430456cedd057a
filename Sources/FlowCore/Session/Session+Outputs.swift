extension Session {
  /// Records a step's output under its id and under the keys that its screen provides.
  package mutating func record(_ output: JSON, step: Int) {
    record(release.steps[step].id, output)
    let provides = release.screen(of: step).provides
    if provides.count == 1 {
      if provides[0].key != release.steps[step].id { record(provides[0].key, output) }
    } else {
      for declaration in provides {
        if let value = output[declaration.key] { record(declaration.key, value) }
      }
    }
  }

  package mutating func record(_ key: Name, _ value: JSON) {
    log.append(StoredOutput(key: key, value: value))
    evaluationContext.set(key, to: value, in: release)
  }

  /// Removes the outputs recorded since the log had `count` entries.
  package mutating func removeOutputs(after count: Int, keepingEnteredValues: Bool) {
    guard log.count > count else { return }
    let removed = Array(log[count...])
    log.removeLast(removed.count)
    for entry in removed {
      evaluationContext.set(entry.key, to: output(entry.key), in: release)
      guard keepingEnteredValues else { continue }
      enteredValues.removeAll { $0.key == entry.key }
      enteredValues.append(entry)
    }
  }

  /// Removes the log's entries from an index on that a later entry with the same key replaces.
  package mutating func compactLog(from start: Int) {
    var end = start
    for index in start..<log.count {
      let key = log[index].key
      guard !log[(index + 1)...].contains(where: { $0.key == key }) else { continue }
      log[end] = log[index]
      end += 1
    }
    log.removeLast(log.count - end)
  }

  /// Removes the first step of a path that has become too long, keeping its outputs.
  package mutating func removeOldestVisit() {
    visits.removeFirst()
    guard let first = visits.first else { return }
    let later = Array(log[Int(first.logCount)...])
    log.removeLast(later.count)
    compactLog(from: 0)
    let shift = Int(first.logCount) - log.count
    log.append(contentsOf: later)
    for index in visits.indices {
      visits[index].logCount -= Int32(truncatingIfNeeded: shift)
    }
  }
}
