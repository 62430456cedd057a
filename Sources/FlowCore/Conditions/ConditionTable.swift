/// A condition of a ``ConditionTable``.
package struct ConditionID: Sendable, Hashable {
  /// The index of the condition's first instruction.
  package let start: Int32
}

/// All conditions of a release, compiled to paths, literals and instructions in flat arrays.
///
/// Compiling looks up names, reads numbers, pads versions, hashes lists and builds patterns once;
/// evaluating mostly compares. It allocates only in rare cases: for numbers of more than 15
/// characters, for patterns of more than 64 states, and to convert another value to a string.
package struct ConditionTable: Sendable {
  /// The attribute paths that the conditions read; slot `i` holds the value of `paths[i]`.
  package let paths: [AttributePath]

  let instructions: [ConditionInstruction]
  let literals: ConditionLiterals
  /// The paths within the elements that `$elemMatch` looks at.
  let elementPaths: [AttributePath]

  /// The values of all paths in a context; missing ones are null.
  ///
  /// Paths that start with `output.` are looked up in the context's member `output`, if it has
  /// one; a session updates them whenever an output changes.
  ///
  /// Time: linear in the number of paths, multiplied by that of the context's members.
  package func bind(_ attributes: JSONObject) -> [Slot] {
    paths.map { Slot($0.value(in: attributes)) }
  }

  /// The slot of a path to an output, given the outputs by key.
  package func slotValue(_ path: AttributePath, in outputs: JSONObject) -> Slot {
    Slot(path.value(inOutputs: outputs))
  }

  /// Whether a condition is true, given the values of ``paths`` in their order.
  ///
  /// - Parameters:
  ///   - id: A condition returned by the builder of this table.
  ///   - slots: One slot for each path; a missing one counts as null.
  /// - Returns: Whether it is true; false if the table has no instruction at its start.
  package func evaluate(_ id: ConditionID, _ slots: UnsafeBufferPointer<Slot>) -> Bool {
    guard id.start >= 0 && Int(id.start) < instructions.count else { return false }
    return evaluate(Int(id.start), Context(slots: slots))
  }
}
