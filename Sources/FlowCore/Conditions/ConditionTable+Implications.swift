extension ConditionTable {
  /// Returns the outputs whose existence the instructions imply.
  ///
  /// - Parameters:
  ///   - masks: For each of ``paths`` the bit of the output that it reads, or 0.
  ///   - all: The bits of all outputs, which a case that never occurs implies.
  /// - Returns: The bits of the outputs that exist for certain if an instruction, with its
  ///   children, is false, at twice its index, and if it is true, at the index after that. The
  ///   last two are 0: the entry of a condition of which nothing is known.
  func impliedOutputs(_ masks: [UInt64], all: UInt64) -> [UInt64] {
    var implied = [UInt64](repeating: 0, count: instructions.count * 2 + 2)
    // Children follow their parents.
    var index = instructions.count
    while index > 0 {
      index -= 1
      let instruction = instructions[index]
      let first = index * 2
      switch instruction.operation {
      case .not:
        implied[first] = implied[first + 3]
        implied[first + 1] = implied[first + 2]
      case .all, .any:
        // All children are true if the whole is, or all are false if it is.
        let every = instruction.operation == .all ? 1 : 0
        var everyChild: UInt64 = 0
        var anyChild = all
        var child = index + 1
        while child < Int(instruction.end) {
          everyChild |= implied[child * 2 + every]
          anyChild &= implied[child * 2 + 1 - every]
          child = Int(instructions[child].end)
        }
        implied[first + every] = everyChild
        implied[first + 1 - every] = anyChild
      case .always: implied[first] = all
      case .never: implied[first + 1] = all
      default:
        // A result that is impossible for a missing output implies that the output exists.
        let isTrue = evaluate(index, Context(slots: UnsafeBufferPointer(start: nil, count: 0)))
        implied[isTrue ? first : first + 1] =
          instruction.source == .slot ? masks[Int(instruction.subject)] : 0
      }
    }
    return implied
  }
}
