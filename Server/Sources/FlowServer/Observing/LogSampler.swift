import NIOConcurrencyHelpers

/// Keeps many equal lines a second out of the log, whoever causes them, and counts them instead.
package final class LogSampler: Sendable {
  /// Lines a second of one route and one status.
  package static let linesPerSecond = 10

  private struct Kind: Hashable {
    let route: String
    let status: Int
  }

  private struct Window {
    var second: Int
    var lines = 0
    var skipped = 0
  }

  private struct State {
    var windows: [Kind: Window] = [:]
    var skipped = 0
  }

  private let state = NIOLockedValueBox(State())

  package init() {}

  /// Returns the number of lines of this kind left out since the last one; nil if this one is left
  /// out too.
  ///
  /// NB: routes and statuses are the server's own, so there are only so many kinds.
  package func skipped(route: String, status: Int, at second: Int) -> Int? {
    let kind = Kind(route: route, status: status)
    return state.withLockedValue { state in
      var window = state.windows[kind] ?? Window(second: second)
      defer { state.windows[kind] = window }
      if window.second != second {
        window.second = second
        window.lines = 0
      }
      guard window.lines < Self.linesPerSecond else {
        window.skipped += 1
        state.skipped += 1
        return nil
      }
      window.lines += 1
      defer { window.skipped = 0 }
      return window.skipped
    }
  }

  /// All lines that were left out so far.
  package var total: Int { state.withLockedValue(\.skipped) }
}
