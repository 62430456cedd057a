package import FlowCore

/// The exits of the screens that a step has presented, so that the step can be replayed up to any
/// point.
package struct StepLog: Sendable {
  /// A recorded value.
  package enum Record: Sendable, Equatable {
    /// A screen fired a port.
    case exit(screen: Name, AnyScreenExit)
    /// ``Step/once(_:)`` stored a result.
    case result(JSON)
  }

  package private(set) var records: [Record] = []
  /// The number of records that the current run has replayed or added.
  package private(set) var position = 0
  /// The outputs of the screens that the user went back over, latest last.
  private var drafts: [(index: Int, exit: AnyScreenExit)] = []

  package init() {}

  /// The number of screens that were left before the current point.
  package var screenIndex: Int {
    records[..<position].count { if case .exit = $0 { true } else { false } }
  }

  /// Starts a replay.
  package mutating func rewind() { position = 0 }

  /// The recorded exit of a screen, if an earlier run reached this point.
  package mutating func replay(_ screen: Name) -> AnyScreenExit? {
    guard position < records.count else { return nil }
    guard case .exit(screen, let exit) = records[position] else {
      // The step took another branch than last time: later records no longer apply.
      records.removeSubrange(position...)
      return nil
    }
    position += 1
    return exit
  }

  /// The stored result, if an earlier run reached this point.
  package mutating func replayResult() -> JSON? {
    guard position < records.count else { return nil }
    guard case .result(let result) = records[position] else {
      records.removeSubrange(position...)
      return nil
    }
    position += 1
    return result
  }

  /// Adds a record at the current point.
  package mutating func append(_ record: Record) {
    records.removeSubrange(position...)
    records.append(record)
    position += 1
  }

  /// The output of the current screen from before the user went back over it.
  package var draft: JSON? {
    let index = screenIndex
    return drafts.last { $0.index == index }?.exit.output
  }

  /// Removes the latest exit and all records after it.
  ///
  /// - Returns: Whether there was one.
  package mutating func undoLastExit() -> Bool {
    let last = records.lastIndex { if case .exit = $0 { true } else { false } }
    guard let last, case .exit(_, let exit) = records[last] else { return false }
    records.removeSubrange(last...)
    position = min(position, last)
    let index = records.count { if case .exit = $0 { true } else { false } }
    drafts.removeAll { $0.index == index }
    drafts.append((index, exit))
    return true
  }
}
