/// Measures commits, and stores the result of the latest.
final class CommitMeter: Sendable {
  private struct State {
    var commits = StoreStatus.Commits()
    var failure: (error: StoreError, at: ContinuousClock.Instant)?
  }

  private let state = Locked(State())

  /// Records a commit.
  func record(_ duration: Duration, _ failure: StoreError?) {
    let seconds = duration / .seconds(1)
    state.withLock { state in
      for (index, bound) in StoreStatus.Commits.bounds.enumerated() where seconds <= bound {
        state.commits.buckets[index] += 1
      }
      state.commits.seconds += seconds
      state.commits.count += 1
      if failure != nil { state.commits.failures += 1 }
      state.failure = failure.map { ($0, ContinuousClock.now) }
    }
  }

  var commits: StoreStatus.Commits { state.withLock { $0.commits } }

  /// The error of the latest commit if it failed within the last 10 seconds; otherwise nil.
  var recentFailure: StoreError? {
    state.withLock { state in
      guard let failure = state.failure, ContinuousClock.now - failure.at < .seconds(10) else {
        return nil
      }
      return failure.error
    }
  }
}
