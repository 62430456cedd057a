/// The problems that have been reported, so that each is reported once.
struct ReportedProblems {
  private var problems: [FlowMagicError] = []
  private static let limit = 64

  /// Adds a problem; the oldest is dropped when there are too many.
  ///
  /// - Returns: Whether it is new.
  mutating func insert(_ problem: FlowMagicError) -> Bool {
    // Systems describe a missing network in many ways; it counts as one problem.
    let isKnown = problems.contains {
      $0 == problem || ($0.code == .unreachable && problem.code == .unreachable)
    }
    guard !isKnown else { return false }
    if problems.count == Self.limit { problems.removeFirst() }
    problems.append(problem)
    return true
  }

  /// Removes the problems with these codes.
  mutating func remove(_ codes: [FlowMagicError.Code]) {
    problems.removeAll { codes.contains($0.code) }
  }
}
