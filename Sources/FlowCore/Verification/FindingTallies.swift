/// The number of findings of each kind, which limits how many of one kind are listed.
struct FindingTallies {
  /// The numbers of findings of one code and severity.
  struct Tally {
    let code: FindingCode
    let severity: Severity
    var listedCount = 0
    /// The number of further findings, which are not listed.
    var unlistedCount = 0
  }

  /// The maximum number of listed findings of one kind.
  private static let maximumListed = 1_000

  private(set) var all: [Tally] = []

  /// Returns whether another finding of a kind may be listed; counts it otherwise.
  mutating func checkLimit(_ code: FindingCode, _ severity: Severity) -> Bool {
    let tally = index(code, severity)
    if all[tally].listedCount < FindingTallies.maximumListed { return true }
    all[tally].unlistedCount += 1
    return false
  }

  /// Counts a finding, and returns whether to list it.
  mutating func add(_ code: FindingCode, _ severity: Severity) -> Bool {
    guard checkLimit(code, severity) else { return false }
    all[index(code, severity)].listedCount += 1
    return true
  }

  private mutating func index(_ code: FindingCode, _ severity: Severity) -> Int {
    var index = 0
    while index < all.count {
      if all[index].code == code, all[index].severity == severity { return index }
      index += 1
    }
    all.append(Tally(code: code, severity: severity))
    return index
  }
}
