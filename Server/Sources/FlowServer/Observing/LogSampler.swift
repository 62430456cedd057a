import NIOConcurrencyHelpers

/// Limits the rate of similar log lines, and counts those that are skipped.
package final class LogSampler: Sendable {
  /// The maximum number of lines per second for a route and status.
  package static let linesPerSecond = 10

  private struct LineKey: Hashable {
    let route: String
    let status: Int
  }

  private struct Window {
    var second: Int
    var lines = 0
    var skipped = 0
  }

  private struct State {
    var windows: [LineKey: Window] = [:]
    var skippedLines = 0
  }

  private let state = NIOLockedValueBox(State())

  package init() {}

  /// Counts a line before it is logged.
  ///
  /// NB: routes and statuses are defined by the server, so the number of windows is bounded.
  ///
  /// - Returns: How many lines with this route and status were skipped since the last one that was
  ///   logged; nil if this one must be skipped too.
  package func countLine(route: String, status: Int, at second: Int) -> Int? {
    let key = LineKey(route: route, status: status)
    return state.withLockedValue { state in
      var window = state.windows[key] ?? Window(second: second)
      defer { state.windows[key] = window }
      if window.second != second {
        window.second = second
        window.lines = 0
      }
      guard window.lines < Self.linesPerSecond else {
        window.skipped += 1
        state.skippedLines += 1
        return nil
      }
      window.lines += 1
      defer { window.skipped = 0 }
      return window.skipped
    }
  }

  /// The total number of skipped lines.
  package var skippedLines: Int { state.withLockedValue(\.skippedLines) }
}
