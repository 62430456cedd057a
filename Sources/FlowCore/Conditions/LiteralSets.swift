/// The lists of values in a table's conditions and segments, prepared for membership tests.
///
/// Lists of more than ``linearLimit`` strings and numbers are hashed, so that a segment of 100,000
/// ids is searched as fast as one of ten.
struct LiteralSets: Sendable {
  /// Up to this many strings and numbers are compared one by one.
  static let linearLimit = 8

  private struct List: Sendable {
    var ignoresCase: Bool
    var hasNull = false
    var hasTrue = false
    var hasFalse = false
    var firstEntry: Int32 = 0
    var entryCount: Int32 = 0
    var firstBucket: Int32 = 0
    /// The number of buckets minus one; -1 when the entries are compared one by one.
    var bucketMask: Int32 = -1
  }

  private struct LiteralEntry: Sendable {
    /// The value's key; of the lower-case string if case is ignored.
    var key: ComparisonKey
    var start: Int32
    var count: Int32
  }

  private var lists: [List] = []
  private var entries: [LiteralEntry] = []
  private var buckets: [Int32] = []
  private var bytes: [UInt8] = []

  /// Adds a list and returns its index.
  ///
  /// Arrays and objects in it equal nothing, as in JavaScript.
  mutating func append(_ values: [JSON], ignoringCase: Bool) -> Int32 {
    var list = List(ignoresCase: ignoringCase)
    list.firstEntry = Int32(clamping: entries.count)
    for value in values {
      switch value {
      case .null: list.hasNull = true
      case .bool(let bool): if bool { list.hasTrue = true } else { list.hasFalse = true }
      case .number(let number): append(ComparisonKey(number.double), start: 0, count: 0)
      case .string(let text): append(text, ignoringCase: ignoringCase)
      case .array, .object: break
      }
    }
    list.entryCount = Int32(clamping: entries.count) - list.firstEntry
    if list.entryCount > Self.linearLimit { fillBuckets(&list) }
    lists.append(list)
    return Int32(clamping: lists.count - 1)
  }

  /// Whether a value is in a list; for an array, whether one of its elements is.
  @inline(__always)
  func contains(_ index: Int32, _ slot: UnsafePointer<Slot>) -> Bool {
    let list = lists[Int(index)]
    if slot.pointee.key.isText && !list.ignoresCase && list.bucketMask < 0 {
      return scan(list, slot.pointee.key, slot)
    }
    return search(list, slot)
  }

  @inline(never)
  private func search(_ list: List, _ slot: UnsafePointer<Slot>) -> Bool {
    switch slot.pointee.value {
    case .null: return list.hasNull
    case .bool(let bool): return bool ? list.hasTrue : list.hasFalse
    case .number: return find(list, ComparisonKey(slot.pointee.number), slot)
    case .string(let text):
      if list.ignoresCase { return UTF8Bytes.with(text) { containsIgnoringCase(list, $0) } }
      return find(list, slot.pointee.key, slot)
    case .object: return false
    case .array(let elements):
      for element in elements {
        // A nested array is in no list.
        if case .array = element { continue }
        let slot = Slot(element)
        if withUnsafePointer(to: slot, { search(list, $0) }) { return true }
      }
      return false
    }
  }

  private func find(_ list: List, _ key: ComparisonKey, _ slot: UnsafePointer<Slot>) -> Bool {
    list.bucketMask < 0 ? scan(list, key, slot) : lookUp(list, key, slot)
  }

  /// Looks at each entry of a short list.
  @inline(__always)
  private func scan(_ list: List, _ key: ComparisonKey, _ slot: UnsafePointer<Slot>) -> Bool {
    var index = Int(list.firstEntry)
    let end = index + Int(list.entryCount)
    while index < end {
      if entries[index].key == key && (key.isExact || hasSameBytes(entries[index], slot)) {
        return true
      }
      index += 1
    }
    return false
  }

  /// Looks into the buckets of a long list.
  private func lookUp(_ list: List, _ key: ComparisonKey, _ slot: UnsafePointer<Slot>) -> Bool {
    var bucket = Int32(truncatingIfNeeded: key.hash) & list.bucketMask
    while true {
      let index = buckets[Int(list.firstBucket + bucket)]
      if index < 0 { return false }
      let entry = entries[Int(index)]
      if entry.key == key && (key.isExact || hasSameBytes(entry, slot)) { return true }
      bucket = (bucket + 1) & list.bucketMask
    }
  }

  private func containsIgnoringCase(
    _ list: List, _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let first = Int(list.firstEntry)
    if list.bucketMask < 0 {
      for entry in entries[first..<first + Int(list.entryCount)] where !entry.key.isNumber {
        if bytes(of: entry, { CaseFolding.equalIgnoringCase(text, $0) }) { return true }
      }
      return false
    }
    let key = Self.keyIgnoringCase(text)
    var bucket = Int32(truncatingIfNeeded: key.hash) & list.bucketMask
    while true {
      let index = buckets[Int(list.firstBucket + bucket)]
      if index < 0 { return false }
      let entry = entries[Int(index)]
      if entry.key == key && bytes(of: entry, { CaseFolding.equalIgnoringCase(text, $0) }) {
        return true
      }
      bucket = (bucket + 1) & list.bucketMask
    }
  }

  @inline(never)
  private func hasSameBytes(_ entry: LiteralEntry, _ slot: UnsafePointer<Slot>) -> Bool {
    guard case .string(let text) = slot.pointee.value else { return false }
    return UTF8Bytes.with(text) { text in bytes(of: entry) { UTF8Bytes.equal(text, $0) } }
  }

  @inline(__always)
  private func bytes(
    of entry: LiteralEntry, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      let start = Int(entry.start)
      return body(UnsafeBufferPointer(rebasing: bytes[start..<start + Int(entry.count)]))
    }
  }

  private mutating func append(_ text: String, ignoringCase: Bool) {
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    let key = UTF8Bytes.with(text) { ignoringCase ? Self.keyIgnoringCase($0) : ComparisonKey($0) }
    append(key, start: start, count: bytes.count - start)
  }

  private mutating func append(_ key: ComparisonKey, start: Int, count: Int) {
    entries.append(
      LiteralEntry(key: key, start: Int32(clamping: start), count: Int32(clamping: count)))
  }

  /// Creates at least twice as many buckets as there are entries, and inserts each entry.
  private mutating func fillBuckets(_ list: inout List) {
    var size = 16
    while size < Int(list.entryCount) * 2 { size *= 2 }
    let first = buckets.count
    list.firstBucket = Int32(clamping: first)
    list.bucketMask = Int32(clamping: size - 1)
    buckets.append(contentsOf: repeatElement(-1, count: size))
    for index in list.firstEntry..<list.firstEntry + list.entryCount {
      let entry = entries[Int(index)]
      var bucket = Int(truncatingIfNeeded: entry.key.hash) & (size - 1)
      while buckets[first + bucket] >= 0 { bucket = (bucket + 1) & (size - 1) }
      buckets[first + bucket] = index
    }
  }

  /// A key of the lower-case scalars: FNV-1a.
  private static func keyIgnoringCase(_ text: UnsafeBufferPointer<UInt8>) -> ComparisonKey {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var index = 0
    while index < text.count {
      let (scalar, length) = UTF8Scalars.decode(text, at: index)
      let lowered = CaseFolding.lower(scalar)
      // NB: the two small sigmas are one letter here, as in `CaseFolding.equalIgnoringCase`.
      hash = (hash ^ UInt64(lowered == 0x3C2 ? 0x3C3 : lowered)) &* 0x0000_0100_0000_01B3
      index += length
    }
    return ComparisonKey(hash: hash)
  }
}
