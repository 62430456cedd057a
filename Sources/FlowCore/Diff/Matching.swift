/// Matches the entries of two lists by their names.
///
/// The common prefix and suffix of both lists match. Of the rest, the n-th entry with a name
/// matches the n-th one with the same name. Time: linear.
struct Matching {
  /// For each new entry: the index of the matching old one, or -1 if it was added.
  private(set) var oldIndices: [Int]
  /// The indices of the old entries that were removed, in order.
  private(set) var removedIndices: [Int] = []

  init(_ oldNames: [Name], _ newNames: [Name]) {
    oldIndices = Array(repeating: -1, count: newNames.count)
    var start = 0
    var oldEnd = oldNames.count
    var newEnd = newNames.count
    // The common prefix and suffix are most of a document and need no dictionary.
    while start < oldEnd, start < newEnd, oldNames[start] == newNames[start] {
      oldIndices[start] = start
      start += 1
    }
    while oldEnd > start, newEnd > start, oldNames[oldEnd - 1] == newNames[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
      oldIndices[newEnd] = oldEnd
    }
    var first: [Name: Int] = [:]
    var next = Array(repeating: -1, count: oldEnd - start)
    for index in (start..<oldEnd).reversed() {
      next[index - start] = first[oldNames[index]] ?? -1
      first[oldNames[index]] = index
    }
    var isMatched = Array(repeating: false, count: oldEnd - start)
    for index in start..<newEnd {
      guard let match = first[newNames[index]], match >= 0 else { continue }
      oldIndices[index] = match
      isMatched[match - start] = true
      first[newNames[index]] = next[match - start]
    }
    removedIndices = (start..<oldEnd).filter { !isMatched[$0 - start] }
  }

  /// Whether the matching entries are in the same order.
  var isInOrder: Bool {
    var last = -1
    for index in oldIndices where index >= 0 {
      if index < last { return false }
      last = index
    }
    return true
  }
}
