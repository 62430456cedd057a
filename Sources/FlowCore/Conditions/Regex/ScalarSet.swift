/// A set of Unicode scalars, used while a pattern is compiled.
///
/// It is a sorted list of the scalars at which membership changes: a scalar is in the set if an odd
/// number of bounds are less than or equal to it. Inverting it adds or removes a bound at each end.
struct ScalarSet {
  /// One more than the greatest scalar.
  static let end: UInt32 = 0x110000

  private(set) var bounds: [UInt32] = []

  /// The line terminators of ECMAScript, which a dot does not match.
  static var lineTerminators: ScalarSet {
    ScalarSet([0x0A, 0x0B, 0x0D, 0x0E, 0x2028, 0x202A])
  }

  /// The members of `\d`, `\w` or `\s`; of their complements for `\D`, `\W` and `\S`.
  static func escape(_ letter: UInt8) -> ScalarSet {
    var set: ScalarSet
    switch letter | 0x20 {
    case UInt8(ascii: "d"):
      set = ScalarSet([0x30, 0x3A])
    case UInt8(ascii: "w"):
      set = ScalarSet([0x30, 0x3A, 0x41, 0x5B, 0x5F, 0x60, 0x61, 0x7B])
    default:
      set = ScalarSet([
        0x09, 0x0E, 0x20, 0x21, 0xA0, 0xA1, 0x1680, 0x1681, 0x2000, 0x200B, 0x2028, 0x202A,
        0x202F, 0x2030, 0x205F, 0x2060, 0x3000, 0x3001, 0xFEFF, 0xFF00,
      ])
    }
    if letter & 0x20 == 0 { set.invert() }
    return set
  }

  /// A set from its bounds in rising order: the first member, one past the last, and so on.
  init(_ bounds: [UInt32] = []) {
    self.bounds = bounds
  }

  /// The only member, if there is exactly one.
  var onlyMember: UInt32? {
    bounds.count == 2 && bounds[1] == bounds[0] + 1 ? bounds[0] : nil
  }

  func contains(_ scalar: UInt32) -> Bool {
    firstBound(above: scalar) & 1 == 1
  }

  /// Adds `first...last`.
  mutating func insert(_ first: UInt32, through last: UInt32) {
    let end = last + 1
    // Bounds within or at the ends of the new range are removed; new bounds are added outside of
    // other ranges.
    let low = first == 0 ? 0 : firstBound(above: first - 1)
    let high = firstBound(above: end)
    let opens = low & 1 == 0
    let closes = high & 1 == 0
    if low == bounds.count && opens {
      bounds.push(first)
      bounds.push(end)
      return
    }
    var joined: [UInt32] = []
    joined.reserveCapacity(bounds.count + 2)
    for index in 0..<low { joined.push(bounds[index]) }
    if opens { joined.push(first) }
    if closes { joined.push(end) }
    for index in high..<bounds.count { joined.push(bounds[index]) }
    bounds = joined
  }

  mutating func formUnion(_ other: ScalarSet) {
    var index = 0
    while index < other.bounds.count {
      insert(other.bounds[index], through: other.bounds[index + 1] - 1)
      index += 2
    }
  }

  mutating func invert() {
    let old = bounds
    bounds = []
    if old.first != 0 { bounds.push(0) }
    for bound in old where bound != 0 && bound != Self.end { bounds.push(bound) }
    if old.last != Self.end { bounds.push(Self.end) }
  }

  @inline(never)
  private func firstBound(above scalar: UInt32) -> Int {
    var low = 0
    var high = bounds.count
    while low < high {
      let middle = (low + high) / 2
      if bounds[middle] <= scalar { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension ScalarSet {
  /// Adds every scalar with the same canonical form as a member, like JavaScript's flag `i`.
  mutating func closeOverCase() {
    guard !bounds.isEmpty else { return }
    // First from lower case to the canonical upper case, then from there to all lower cases: ς
    // leads to Σ, and Σ to σ.
    addCaseVariants(towardsUpper: true)
    addCaseVariants(towardsUpper: false)
  }

  private mutating func addCaseVariants(towardsUpper: Bool) {
    let last = bounds[bounds.count - 1]
    for index in 0..<CaseFolding.runs.count {
      let run = CaseFolding.Run(index: index)
      // Most sets are small; a run outside of both ends cannot overlap them.
      let from = towardsUpper ? run.lower(of: run.first) : run.first
      let to = towardsUpper ? run.lower(of: run.last) : run.last
      if run.isForLowerOnly || to < bounds[0] || from >= last { continue }
      var upper = run.first
      while upper <= run.last {
        let lower = run.lower(of: upper)
        let variant = towardsUpper ? upper : lower
        if contains(towardsUpper ? lower : upper) && !contains(variant) {
          insert(variant, through: variant)
        }
        upper += run.stride
      }
    }
  }
}

extension [UInt32] {
  /// Appends in a single function: inlined at each of its many calls, it takes kilobytes.
  @inline(never)
  mutating func push(_ word: UInt32) {
    append(word)
  }
}
