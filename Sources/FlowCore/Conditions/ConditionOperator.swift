/// The operators of a condition for one attribute.
enum ConditionOperator: UInt8, CaseIterable {
  case eq, ne, lt, lte, gt, gte
  case `in`, nin, ini, nini, inGroup, notInGroup
  case exists, type, size, regex, regexi
  case not, all, alli, elemMatch
  case veq, vne, vlt, vlte, vgt, vgte

  /// The operator with this name, with its `$`.
  init?(_ name: Name) {
    let key = UTF8Bytes.with(name.string) { ComparisonKey($0) }
    for index in Self.keys.indices where Self.keys[index] == key {
      self.init(rawValue: UInt8(index))
      return
    }
    return nil
  }

  /// The keys of the names, which are so short that a key is the whole name.
  private static let keys = names.map { name in UTF8Bytes.with(name.string) { ComparisonKey($0) } }

  var name: Name { Self.names[Int(rawValue)] }

  /// The names, in the order of the cases.
  private static let names: [Name] = [
    "$eq", "$ne", "$lt", "$lte", "$gt", "$gte",
    "$in", "$nin", "$ini", "$nini", "$inGroup", "$notInGroup",
    "$exists", "$type", "$size", "$regex", "$regexi",
    "$not", "$all", "$alli", "$elemMatch",
    "$veq", "$vne", "$vlt", "$vlte", "$vgt", "$vgte",
  ]

  /// The operators that combine whole conditions.
  static let logicalOperators: [Name] = ["$and", "$or", "$nor", "$not"]

  /// The name of the operator that a misspelled name probably means; nil if none is similar.
  static func closest(to name: Name) -> Name? {
    closest(to: name, among: names)
  }

  /// The candidate with the smallest edit distance to a name; nil if that is more than two, or half
  /// of the candidate's length or more.
  static func closest(to name: Name, among candidates: [Name]) -> Name? {
    // Longer names are not misspellings, and the comparison is quadratic.
    guard name.string.utf8.count <= 64 else { return nil }
    let misspelled = lowered(name)
    var best: Name?
    var fewest = 3
    for candidate in candidates {
      let letters = lowered(candidate)
      let changes = distance(misspelled, letters)
      if changes < fewest && changes * 2 < letters.count {
        best = candidate
        fewest = changes
      }
    }
    return best
  }

  private static func lowered(_ name: Name) -> [UInt8] {
    UTF8Bytes.with(name.string) { bytes in
      var letters: [UInt8] = []
      for byte in bytes { letters.append(byte &- 0x41 < 26 ? byte | 0x20 : byte) }
      return letters
    }
  }

  /// Returns the number of letters to insert, delete or substitute (the Levenshtein distance).
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (i, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in right.enumerated() {
        let above = row[j + 1]
        row[j + 1] = min(diagonal + (letter == other ? 0 : 1), above + 1, row[j] + 1)
        diagonal = above
      }
    }
    return row[right.count]
  }
}
