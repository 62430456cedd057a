extension PatternProgram {
  /// Whether the pattern matches somewhere in the text.
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if let literal { return literal.matches(text) }
    return states.withUnsafeBufferPointer { states in
      words.withUnsafeBufferPointer { sets in
        states.count <= UInt64.bitWidth
          ? runInWord(states, sets, text) : runInLists(states, sets, text)
      }
    }
  }

  /// Runs a program of up to 64 states: a set of states is one integer.
  private func runInWord(
    _ states: UnsafeBufferPointer<UInt32>, _ sets: UnsafeBufferPointer<UInt32>,
    _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var cursor = PatternCursor(text)
    var waiting: UInt64 = 0
    while true {
      if waiting == 0 && !skipToStart(&cursor) { return false }
      if !isAnchored || cursor.index == 0 { waiting |= 1 }
      cursor.read()
      var reached: UInt64 = 0
      var following: UInt64 = 0
      while waiting != 0 {
        let index = waiting.trailingZeroBitCount
        let bit: UInt64 = 1 &<< UInt64(index)
        reached |= bit
        let state = states[index]
        switch Self.operation(of: state) {
        case .match: return true
        case .split:
          waiting |= bit &<< 1 | 1 &<< UInt64(index &+ Self.relativeTarget(of: state))
        case .jump: waiting |= 1 &<< UInt64(index &+ Self.relativeTarget(of: state))
        case .scalar, .letter, .set:
          if Self.accepts(state, cursor.scalar, sets: sets) { following |= bit &<< 1 }
        default:
          if cursor.satisfies(Self.operation(of: state)) { waiting |= bit &<< 1 }
        }
        waiting &= ~reached
      }
      if cursor.isAtEnd { return false }
      cursor.advance()
      waiting = following
    }
  }

  /// Runs a program of any size: a set of states is a list with a mark for each state.
  private func runInLists(
    _ states: UnsafeBufferPointer<UInt32>, _ sets: UnsafeBufferPointer<UInt32>,
    _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var cursor = PatternCursor(text)
    var waiting = StateList(capacity: states.count)
    var following = StateList(capacity: states.count)
    defer {
      waiting.deallocate()
      following.deallocate()
    }
    while true {
      if waiting.count == 0 && !skipToStart(&cursor) { return false }
      if !isAnchored || cursor.index == 0 { waiting.insert(0) }
      cursor.read()
      var position = 0
      while position < waiting.count {
        let index = waiting[position]
        let state = states[index]
        position += 1
        switch Self.operation(of: state) {
        case .match: return true
        case .split:
          waiting.insert(index &+ Self.relativeTarget(of: state))
          waiting.insert(index &+ 1)
        case .jump: waiting.insert(index &+ Self.relativeTarget(of: state))
        case .scalar, .letter, .set:
          if Self.accepts(state, cursor.scalar, sets: sets) { following.insert(index &+ 1) }
        default:
          if cursor.satisfies(Self.operation(of: state)) { waiting.insert(index &+ 1) }
        }
      }
      if cursor.isAtEnd { return false }
      cursor.advance()
      swap(&waiting, &following)
      following.removeAll()
    }
  }

  /// Advances to where a match can start; false if there is no such position.
  private func skipToStart(_ cursor: inout PatternCursor) -> Bool {
    if isAnchored { return cursor.index == 0 }
    while cursor.index < cursor.text.count {
      if canStart(with: cursor.text[cursor.index]) { return true }
      cursor.index += 1
    }
    return startsOutsideASCII
  }
}

extension PatternProgram.Literal {
  /// Whether the text contains, starts with, ends with or is the literal.
  ///
  /// UTF-8 can be compared byte by byte: no scalar's bytes occur inside another's.
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let room = text.count - bytes.count
    if room < 0 || (startsText && endsText && room > 0) { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      var start = endsText ? room : 0
      let last = startsText ? 0 : room
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
