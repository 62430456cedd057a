extension PatternProgram {
  /// Whether the pattern matches somewhere in the text.
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if let literal { return literal.matches(text) }
    return states.withUnsafeBufferPointer { states in
      sets.withUnsafeBufferPointer { sets in
        states.count <= UInt64.bitWidth
          ? runWithBitSet(states, sets, text) : runWithStateLists(states, sets, text)
      }
    }
  }

  /// Runs a program of up to 64 states: a set of states is one integer.
  private func runWithBitSet(
    _ states: UnsafeBufferPointer<UInt32>, _ sets: UnsafeBufferPointer<UInt32>,
    _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var cursor = PatternCursor(text)
    var current: UInt64 = 0
    while true {
      if current == 0 && !skipToStart(&cursor) { return false }
      if !isAnchored || cursor.index == 0 { current |= 1 }
      cursor.read()
      var reached: UInt64 = 0
      var next: UInt64 = 0
      while current != 0 {
        let index = current.trailingZeroBitCount
        let bit: UInt64 = 1 &<< UInt64(index)
        reached |= bit
        let state = states[index]
        switch Self.operation(of: state) {
        case .match: return true
        case .split:
          current |= bit &<< 1 | 1 &<< UInt64(index &+ Self.relativeTarget(of: state))
        case .jump: current |= 1 &<< UInt64(index &+ Self.relativeTarget(of: state))
        case .scalar, .letter, .set:
          if Self.accepts(state, cursor.scalar, sets: sets) { next |= bit &<< 1 }
        default:
          if cursor.satisfies(Self.operation(of: state)) { current |= bit &<< 1 }
        }
        current &= ~reached
      }
      if cursor.isAtEnd { return false }
      cursor.advance()
      current = next
    }
  }

  /// Runs a program of any size: a set of states is a list with a mark for each state.
  private func runWithStateLists(
    _ states: UnsafeBufferPointer<UInt32>, _ sets: UnsafeBufferPointer<UInt32>,
    _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var cursor = PatternCursor(text)
    var current = StateList(capacity: states.count)
    var next = StateList(capacity: states.count)
    defer {
      current.deallocate()
      next.deallocate()
    }
    while true {
      if current.count == 0 && !skipToStart(&cursor) { return false }
      if !isAnchored || cursor.index == 0 { current.insert(0) }
      cursor.read()
      var position = 0
      while position < current.count {
        let index = current[position]
        let state = states[index]
        position += 1
        switch Self.operation(of: state) {
        case .match: return true
        case .split:
          current.insert(index &+ Self.relativeTarget(of: state))
          current.insert(index &+ 1)
        case .jump: current.insert(index &+ Self.relativeTarget(of: state))
        case .scalar, .letter, .set:
          if Self.accepts(state, cursor.scalar, sets: sets) { next.insert(index &+ 1) }
        default:
          if cursor.satisfies(Self.operation(of: state)) { current.insert(index &+ 1) }
        }
      }
      if cursor.isAtEnd { return false }
      cursor.advance()
      swap(&current, &next)
      next.removeAll()
    }
  }

  /// Advances to where a match can start; false if there is no such position.
  private func skipToStart(_ cursor: inout PatternCursor) -> Bool {
    if isAnchored { return cursor.index == 0 }
    while cursor.index < cursor.text.count {
      if canStart(with: cursor.text[cursor.index]) { return true }
      cursor.index += 1
    }
    return canStartOutsideASCII
  }
}

extension PatternProgram.Literal {
  /// Whether the text contains, starts with, ends with or is the literal.
  ///
  /// UTF-8 can be compared byte by byte: no scalar's bytes occur inside another's.
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let lastStart = text.count - bytes.count
    if lastStart < 0 || (isAnchoredAtStart && isAnchoredAtEnd && lastStart > 0) { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      var start = isAnchoredAtEnd ? lastStart : 0
      let last = isAnchoredAtStart ? 0 : lastStart
      while start <= last {
        if isAt(start, in: text, bytes) { return true }
        start += 1
      }
      return false
    }
  }

  private func isAt(
    _ start: Int, in text: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var index = 0
    while index < bytes.count {
      var byte = text[start + index]
      if ignoresCase && byte &- 0x41 < 26 { byte |= 0x20 }
      if byte != bytes[index] { return false }
      index += 1
    }
    return true
  }
}
