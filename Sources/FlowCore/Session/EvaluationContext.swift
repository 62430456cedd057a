/// The values that routes are evaluated against: the user's attributes and outputs in slots, and
/// the user's bucket numbers.
///
/// Creating it looks up every attribute once and hashes every bucket once, so that evaluating a
/// route repeats neither.
package struct EvaluationContext: Sendable {
  package private(set) var slots: [Slot]
  /// The user's number for each bucket of the release; negative if the user has no identifying
  /// attribute.
  package private(set) var bucketNumbers: [Double]

  package init(_ release: Release, context: JSONObject) {
    slots = release.conditions.bind(context)
    bucketNumbers = []
    bucketNumbers.reserveCapacity(release.buckets.count)
    for index in release.conditions.paths.indices
    where release.conditions.paths[index].isOutput {
      slots[index] = Slot(.null)
    }
    for index in release.buckets.indices {
      bucketNumbers.append(number(release.buckets[index]))
    }
  }

  /// Updates the slots and bucket numbers for an output's new value, which is nil if the session no
  /// longer has it.
  package mutating func set(_ key: Name, to value: JSON?, in release: Release) {
    // A step's id may contain dots: `output.address.city` then reads that step's output as well as
    // a member. Most ids have none, and splitting those would allocate at each step.
    let hasDots = key.string.utf8.contains(UInt8(ascii: "."))
    let parts = hasDots ? AttributePath(key).components : []
    guard let changed = release.slotsByOutput[parts.first ?? key] else { return }
    for index in changed {
      let path = release.conditions.paths[Int(index)]
      guard parts.isEmpty || path.components[1...].starts(with: parts) else { continue }
      slots[Int(index)] = Slot(path.value(from: 1 + max(parts.count, 1), in: value ?? .null))
    }
    guard release.hasOutputBuckets else { return }
    for index in release.buckets.indices {
      let bucket = release.buckets[index]
      if changed.contains(bucket.slot) || changed.contains(bucket.fallbackSlot) {
        bucketNumbers[index] = number(bucket)
      }
    }
  }

  private func number(_ bucket: CompiledBucket) -> Double {
    guard let identity = identity(bucket) else { return -1 }
    return bucket.prefix.number(identity.value)
  }

  /// The attribute that identifies the user for a bucket, and its value as text; nil if neither the
  /// attribute nor the fallback has a value.
  package func identity(_ bucket: CompiledBucket) -> (attribute: Name, value: String)? {
    if let value = EvaluationContext.text(slots[Int(bucket.slot)].value) {
      return (bucket.attribute, value)
    }
    if let attribute = bucket.fallbackAttribute,
      let value = EvaluationContext.text(slots[Int(bucket.fallbackSlot)].value)
    {
      return (attribute, value)
    }
    return nil
  }

  /// An identifying value as JavaScript would format it; nil if it cannot identify a user.
  private static func text(_ value: JSON) -> String? {
    switch value {
    case .string(let text): text.utf8.isEmpty ? nil : text
    case .number(let number):
      number.int.map { $0.description } ?? DecimalText.shortest(number.double)
    default: nil
    }
  }
}
