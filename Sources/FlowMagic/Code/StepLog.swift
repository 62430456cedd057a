package import FlowCore

/// What was answered while a step was performed, so that it can be repeated up to any point.
package struct StepLog: Sendable {
  /// One thing that happened, in order.
  package enum Entry: Sendable, Equatable {
    /// A screen was left.
    case answer(screen: Name, Reply)
    /// A result was remembered.
    case value(JSON)
  }

  package private(set) var entries: [Entry] = []
  /// How far the present repetition is.
  package private(set) var position = 0
  /// What was entered on the screens that were gone back over, nearest last.
  private var drafts: [(index: Int, reply: Reply)] = []

  package init() {}

  /// The number of screens answered before the present point.
  package var questionIndex: Int {
    entries[..<position].count { if case .answer = $0 { true } else { false } }
  }

  /// Begins anew.
  package mutating func rewind() { position = 0 }

  /// The answer given before, if this point was reached before.
  package mutating func replay(_ screen: Name) -> Reply? {
    guard position < entries.count else { return nil }
    guard case .answer(screen, let reply) = entries[position] else {
      // The step took another way than last time: what came after no longer holds.
      entries.removeSubrange(position...)
      return nil
    }
    position += 1
    return reply
  }

  /// The result remembered before, if this point was reached before.
  package mutating func replayValue() -> JSON? {
    guard position < entries.count else { return nil }
    guard case .value(let value) = entries[position] else {
      entries.removeSubrange(position...)
      return nil
    }
    position += 1
    return value
  }

  /// Adds what happened.
  package mutating func append(_ entry: Entry) {
    entries.removeSubrange(position...)
    entries.append(entry)
    position += 1
  }

  /// What was entered on the present screen before the person went back over it.
  package var draft: JSON? {
    let index = questionIndex
    return drafts.last { $0.index == index }?.reply.output
  }

  /// Takes back the last answer and what followed from it.
  ///
  /// - Returns: Whether there was one.
  package mutating func takeBack() -> Bool {
    let last = entries.lastIndex { if case .answer = $0 { true } else { false } }
    guard let last, case .answer(_, let reply) = entries[last] else { return false }
    entries.removeSubrange(last...)
    position = min(position, last)
    let index = entries.count { if case .answer = $0 { true } else { false } }
    drafts.removeAll { $0.index == index }
    drafts.append((index, reply))
    return true
  }
}
