// Evaluating the instructions.
//
// NB: these are methods of the table: a separate evaluator that stores the table would retain and
// release each of its arrays.
extension ConditionTable {
  /// The values that instructions read.
  struct Context {
    let slots: UnsafeBufferPointer<Slot>
    /// The element or length that is tested; nil outside arrays.
    var current: UnsafePointer<Slot>?

    func within(_ current: UnsafePointer<Slot>) -> Context {
      Context(slots: slots, current: current)
    }
  }

  /// Whether the instruction, with its children, is true.
  ///
  /// The depth of the recursion is limited by the builder.
  func evaluate(_ index: Int, _ context: Context) -> Bool {
    let instruction = instructions[index]
    switch instruction.operation {
    case .always: return true
    case .never: return false
    case .not: return !evaluate(index + 1, context)
    case .all: return evaluateChildren(of: index, until: false, context)
    case .any: return evaluateChildren(of: index, until: true, context)
    default: break
    }
    let slots = context.slots
    guard instruction.source == .slot, Int(instruction.subject) < slots.count,
      let base = slots.baseAddress
    else { return testOther(index, instruction, context) }
    return test(index, instruction, base + Int(instruction.subject), context)
  }

  /// Tests a value that has no slot: an element or a length, a member of an element, or nothing.
  @inline(never)
  private func testOther(
    _ index: Int, _ instruction: ConditionInstruction, _ context: Context
  ) -> Bool {
    var value = JSON.null
    switch instruction.source {
    case .slot: break
    case .current:
      if let current = context.current { return test(index, instruction, current, context) }
    case .path:
      if let current = context.current {
        value = elementPaths[Int(instruction.subject)].value(from: 0, in: current.pointee.value)
      }
    }
    let slot = Slot(value)
    return withUnsafePointer(to: slot) { test(index, instruction, $0, context) }
  }

  /// Evaluates the children until one gives `decisive`, which then is the result.
  @inline(__always)
  private func evaluateChildren(
    of index: Int, until decisive: Bool, _ context: Context
  ) -> Bool {
    let end = Int(instructions[index].end)
    var child = index + 1
    while child < end {
      if evaluate(child, context) == decisive { return decisive }
      child = Int(instructions[child].end)
    }
    return !decisive
  }

  @inline(__always)
  private func test(
    _ index: Int, _ instruction: ConditionInstruction, _ slot: UnsafePointer<Slot>,
    _ context: Context
  ) -> Bool {
    let literal = Int(instruction.literal)
    switch instruction.operation {
    case .always, .never, .not, .all, .any: return false
    case .isText: return isText(literals.operands[literal], slot)
    case .isTextIgnoringCase: return isTextIgnoringCase(literals.operands[literal], slot)
    case .isNumber: return isNumber(literals.operands[literal], slot)
    case .isTrue: return Coercion.isTruthy(slot.pointee.value, slot.pointee.number)
    case .isFalse:
      return !slot.pointee.value.isNull
        && !Coercion.isTruthy(slot.pointee.value, slot.pointee.number)
    case .isNull: return slot.pointee.value.isNull
    case .exists: return !slot.pointee.value.isNull
    case .isJSON: return isJSON(literal, slot)
    case .equal: return isSame(literals.operands[literal], slot)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return satisfies(instruction.operation, literals.operands[literal], slot)
    case .hasType: return ConditionTypes.number(of: slot.pointee.value) == instruction.literal
    case .isIn: return literals.sets.contains(instruction.literal, slot)
    case .matches: return matches(literal, slot)
    case .versionEqual, .versionLess, .versionLessOrEqual, .versionGreater,
      .versionGreaterOrEqual:
      return satisfies(instruction.operation, literals.versions[literal], slot)
    case .size: return testSize(index, slot, context)
    case .contains: return testElements(index, slot, context, onlyTruthy: false)
    case .containsTruthy: return testElements(index, slot, context, onlyTruthy: true)
    }
  }

  @inline(never)
  private func testSize(
    _ index: Int, _ slot: UnsafePointer<Slot>, _ context: Context
  ) -> Bool {
    guard case .array(let elements) = slot.pointee.value else { return false }
    let count = Slot(count: elements.count)
    return withUnsafePointer(to: count) { evaluate(index + 1, context.within($0)) }
  }

  @inline(never)
  private func testElements(
    _ index: Int, _ slot: UnsafePointer<Slot>, _ context: Context, onlyTruthy: Bool
  ) -> Bool {
    guard case .array(let elements) = slot.pointee.value else { return false }
    for value in elements {
      let element = Slot(value)
      if onlyTruthy && !Coercion.isTruthy(element.value, element.number) { continue }
      if withUnsafePointer(to: element, { evaluate(index + 1, context.within($0)) }) { return true }
    }
    return false
  }
}
