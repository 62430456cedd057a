extension ConditionFacts {
  /// Whether some value of one attribute gives all of these results of its comparisons.
  ///
  /// A result is the index of its leaf, doubled, plus 1 if the leaf is true.
  ///
  /// Bounded: of more than 32 different results for one attribute, the rest is ignored; of more
  /// than about 400 values to try, the rest is not tried, and the results count as possible.
  func isFeasible(_ results: [Int32], attributePath: Int32, mayBeArray: Bool) -> Bool {
    var needed: [Int32] = []
    for result in results where leaves[Int(result / 2)].path == attributePath {
      if needed.contains(result ^ 1) { return false }
      if needed.count < 32, !needed.contains(result) { needed.append(result) }
    }
    guard needed.count > 1, !mayBeArray else { return true }
    var isInconclusive = false
    var isListed = false
    var samples = Samples()
    for result in needed {
      let spec = leaves[Int(result / 2)].spec
      if result & 1 == 1, spec.listsItsValues { isListed = true }
      if !spec.isDecidedBySamples { isInconclusive = true }
      samples.add(spec)
    }
    for value in samples.all where hasResults(needed, for: value) { return true }
    return samples.isTruncated || (isInconclusive && !isListed)
  }

  private func hasResults(_ results: [Int32], for value: JSON) -> Bool {
    for result in results where isTrue(result / 2, for: value) != (result & 1 == 1) {
      return false
    }
    return true
  }
}

/// Values that distinguish comparisons: the values they name, and their neighbors.
private struct Samples {
  private var values: [JSON] = [.null, true, false, "", [], [:]]
  private var numbers: [Double] = []
  private(set) var isTruncated = false

  var all: [JSON] {
    var all = values
    let sorted = StableSort.indices(numbers.count) { numbers[$0] < numbers[$1] }.map { numbers[$0] }
    for index in sorted.indices {
      all.append(JSON(sorted[index]))
      let next = index + 1 < sorted.count ? sorted[index + 1] : sorted[index] + 1
      all.append(JSON((sorted[index] + next) / 2))
    }
    if let first = sorted.first { all.append(JSON(first - 1)) }
    return all
  }

  mutating func add(_ spec: JSON) {
    guard values.count + numbers.count < 400 else {
      isTruncated = true
      return
    }
    switch spec {
    case .null, .bool: break
    case .number(let number): numbers.append(number.double)
    case .string(let text):
      values.append(spec)
      values.append(.string(text + "\0"))  // the next string in order
      if let next = text.nextVersion { values.append(.string(next)) }
    case .array(let elements):
      values.append(spec)
      for element in elements { add(element) }
    case .object(let object):
      values.append(spec)
      for member in object.members { add(member.value) }
    }
  }
}

extension String {
  /// The next version, such as 1.2.4 after 1.2.3 and 1.2.1 after 1.2; nil unless a digit is last.
  fileprivate var nextVersion: String? {
    guard let last = utf8.last, last &- 0x30 < 10 else { return nil }
    var digits: Int64 = 0
    var parts = 1
    for byte in utf8 {
      digits = byte &- 0x30 < 10 ? min(digits &* 10 &+ Int64(byte &- 0x30), 1 << 56) : 0
      if byte == 0x2E { parts += 1 }
    }
    guard parts > 2, let dot = utf8.lastIndex(of: 0x2E) else { return self + ".1" }
    return String(decoding: utf8[...dot].map { $0 }, as: UTF8.self) + (digits + 1).description
  }
}

extension JSON {
  /// Whether a comparison is true only for values that it lists.
  fileprivate var listsItsValues: Bool {
    guard let object, let first = object.members.first,
      UTF8Bytes.has(prefix: "$", first.key.string)
    else { return true }
    return object["$eq"] != nil || object["$in"] != nil
  }

  /// Whether trying the values that a comparison names, and their neighbors, is sufficient.
  fileprivate var isDecidedBySamples: Bool {
    guard let object, let first = object.members.first,
      UTF8Bytes.has(prefix: "$", first.key.string)
    else { return true }
    for member in object.members {
      if member.key == "$not" {
        if !member.value.isDecidedBySamples { return false }
      } else if !JSON.sampledOperators.contains(member.key) {
        return false
      }
    }
    return true
  }

  private static let sampledOperators: [Name] = [
    "$eq", "$ne", "$lt", "$lte", "$gt", "$gte", "$in", "$nin", "$exists", "$type", "$veq", "$vne",
    "$vlt", "$vlte", "$vgt", "$vgte",
  ]
}
