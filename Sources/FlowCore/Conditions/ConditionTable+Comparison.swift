// Comparing one value with one literal.
extension ConditionTable {
  /// `value + "" === text`.
  func isText(_ operand: ConditionLiterals.Operand, _ slot: UnsafePointer<Slot>) -> Bool {
    if slot.pointee.key.isText { return isSameText(operand, slot) }
    if case .number = slot.pointee.value { return slot.pointee.number == operand.canonicalNumber }
    return isTextOfOther(operand, slot)
  }

  @inline(never)
  private func isTextOfOther(
    _ operand: ConditionLiterals.Operand, _ slot: UnsafePointer<Slot>
  ) -> Bool {
    literals.with(operand.text) { Coercion.compareText(slot.pointee.value, $0) == 0 }
  }

  /// Whether both are strings and equal.
  @inline(__always)
  private func isSameText(
    _ operand: ConditionLiterals.Operand, _ slot: UnsafePointer<Slot>
  ) -> Bool {
    let key = slot.pointee.key
    return key == operand.key && (key.isExact || hasSameBytes(operand, slot))
  }

  @inline(never)
  private func hasSameBytes(
    _ operand: ConditionLiterals.Operand, _ slot: UnsafePointer<Slot>
  ) -> Bool {
    guard case .string(let text) = slot.pointee.value else { return false }
    return UTF8Bytes.with(text) { text in
      literals.with(operand.text) { UTF8Bytes.equal(text, $0) }
    }
  }

  /// `String(value).toLowerCase() === text.toLowerCase()`.
  @inline(never)
  func isTextIgnoringCase(
    _ operand: ConditionLiterals.Operand, _ slot: UnsafePointer<Slot>
  ) -> Bool {
    Coercion.withText(slot.pointee.value) { text in
      literals.with(operand.text) { CaseFolding.equalIgnoringCase(text, $0) }
    }
  }

  /// `value * 1 === number`.
  @inline(never)
  func isNumber(_ operand: ConditionLiterals.Operand, _ slot: UnsafePointer<Slot>) -> Bool {
    Coercion.number(slot.pointee.value, slot.pointee.number) == operand.number
  }

  /// Whether the value equals an array or object of the table, with members in any order.
  @inline(never)
  func isJSON(_ index: Int, _ slot: UnsafePointer<Slot>) -> Bool {
    slot.pointee.value == literals.values[index]
  }

  /// Whether the value's text matches a pattern of the table.
  @inline(never)
  func matches(_ index: Int, _ slot: UnsafePointer<Slot>) -> Bool {
    Coercion.withText(slot.pointee.value) { literals.patterns[index].matches($0) }
  }

  /// `value === literal`.
  func isSame(_ operand: ConditionLiterals.Operand, _ slot: UnsafePointer<Slot>) -> Bool {
    switch slot.pointee.value {
    case .null: operand.kind == .null
    case .bool(let bool): operand.kind == .bool && bool == operand.bool
    case .number: operand.kind == .number && slot.pointee.number == operand.number
    case .string: operand.kind == .text && isSameText(operand, slot)
    case .array, .object: false
    }
  }

  /// JavaScript's `<`, `<=`, `>` and `>=`: two strings by UTF-16 code units, any others as numbers.
  func satisfies(
    _ operation: ConditionInstruction.Operation, _ operand: ConditionLiterals.Operand,
    _ slot: UnsafePointer<Slot>
  ) -> Bool {
    // A number is compared as a number, whatever the literal is.
    if !slot.pointee.number.isNaN { return satisfies(operation, slot.pointee.number, operand) }
    return satisfiesAfterConversion(operation, operand, slot)
  }

  @inline(never)
  private func satisfiesAfterConversion(
    _ operation: ConditionInstruction.Operation, _ operand: ConditionLiterals.Operand,
    _ slot: UnsafePointer<Slot>
  ) -> Bool {
    let isTextual = operand.kind == .text || operand.kind == .other
    guard isTextual && Coercion.isTextual(slot.pointee.value) else {
      let number = Coercion.number(slot.pointee.value, slot.pointee.number)
      return satisfies(operation, number, operand)
    }
    let order = literals.with(operand.text) { Coercion.compareText(slot.pointee.value, $0) }
    return isTrue(operation, order)
  }

  @inline(__always)
  private func satisfies(
    _ operation: ConditionInstruction.Operation, _ number: Double,
    _ operand: ConditionLiterals.Operand
  ) -> Bool {
    switch operation {
    case .less: number < operand.number
    case .lessOrEqual: number <= operand.number
    case .greater: number > operand.number
    default: number >= operand.number
    }
  }

  /// Compares versions; a value that is neither a string nor a number counts as version 0.
  func satisfies(
    _ operation: ConditionInstruction.Operation, _ version: ConditionLiterals.Version,
    _ slot: UnsafePointer<Slot>
  ) -> Bool {
    let left = slot.pointee.version
    if left != VersionText.none && version.packed != VersionText.none {
      return isTrue(operation, left < version.packed ? -1 : left > version.packed ? 1 : 0)
    }
    return satisfiesAsText(operation, version, slot)
  }

  @inline(never)
  private func satisfiesAsText(
    _ operation: ConditionInstruction.Operation, _ version: ConditionLiterals.Version,
    _ slot: UnsafePointer<Slot>
  ) -> Bool {
    let order =
      switch slot.pointee.value {
      case .string(let text): UTF8Bytes.with(text) { compare($0, to: version) }
      case .number:
        UTF8Bytes.with(NumberText.text(slot.pointee.number)) { compare($0, to: version) }
      case .null, .bool, .array, .object: compareZero(to: version)
      }
    return isTrue(operation, order)
  }

  private func compare(
    _ text: UnsafeBufferPointer<UInt8>, to version: ConditionLiterals.Version
  ) -> Int {
    if text.isEmpty { return compareZero(to: version) }
    return literals.with(version.padded) { VersionText.compare(text, toPadded: $0) }
  }

  private func compareZero(to version: ConditionLiterals.Version) -> Int {
    let zero: StaticString = "0"
    return zero.withUTF8Buffer { zero in
      literals.with(version.padded) { VersionText.compare(zero, toPadded: $0) }
    }
  }

  @inline(__always)
  private func isTrue(_ operation: ConditionInstruction.Operation, _ order: Int) -> Bool {
    switch operation {
    case .less, .versionLess: order < 0
    case .lessOrEqual, .versionLessOrEqual: order <= 0
    case .greater, .versionGreater: order > 0
    case .greaterOrEqual, .versionGreaterOrEqual: order >= 0
    default: order == 0
    }
  }
}
