/// Which problems were told already, so that a device that is offline all day says so once.
struct ReportedProblems {
  private var problems: [FlowMagicError] = []
  private static let limit = 64

  /// Whether this was not told yet; the oldest are forgotten when there are many.
  mutating func isNews(_ problem: FlowMagicError) -> Bool {
    // Systems say in many ways that there is no network; it is one thing all the same.
    let isKnown = problems.contains {
      $0 == problem || ($0.code == .unreachable && problem.code == .unreachable)
    }
    guard !isKnown else { return false }
    if problems.count == Self.limit { problems.removeFirst() }
    problems.append(problem)
    return true
  }

  /// Forgets problems of these codes.
  mutating func forget(_ codes: [FlowMagicError.Code]) {
    problems.removeAll { codes.contains($0.code) }
  }
}
