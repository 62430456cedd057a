import Logging
import NIOConcurrencyHelpers

/// A log that tests read and wait for.
final class CapturedLog: Sendable {
  private struct State {
    var lines: [String] = []
    var waiters: [(isDone: @Sendable ([String]) -> Bool, CheckedContinuation<Void, Never>)] = []
  }

  // NB: the closures only compare strings; they are called under the lock.
  private let state = NIOLockedValueBox(State())

  /// A logger that writes to this log.
  var logger: Logger {
    var logger = Logger(label: "test") { _ in Handler(log: self) }
    logger.logLevel = .debug
    return logger
  }

  /// Each line as `level message key=value …`, sorted by key.
  var lines: [String] { state.withLockedValue { $0.lines } }
  var text: String { lines.joined(separator: "\n") }

  /// Returns once `count` lines contain the text.
  func wait(for count: Int, _ text: String) async {
    await withCheckedContinuation { continuation in
      let isDone: @Sendable ([String]) -> Bool = { lines in
        lines.count { $0.contains(text) } >= count
      }
      let isDoneNow = state.withLockedValue { state in
        if isDone(state.lines) { return true }
        state.waiters.append((isDone, continuation))
        return false
      }
      if isDoneNow { continuation.resume() }
    }
  }

  private func add(_ line: String) {
    let ready = state.withLockedValue { state in
      state.lines.append(line)
      let ready = state.waiters.filter { $0.isDone(state.lines) }
      state.waiters.removeAll { $0.isDone(state.lines) }
      return ready.map(\.1)
    }
    for continuation in ready { continuation.resume() }
  }

  private struct Handler: LogHandler {
    let log: CapturedLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.debug

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let all = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
      let parts = ["\(event.level)", "\(event.message)"] + all.map { "\($0)=\($1)" }
      log.add(parts.joined(separator: " "))
    }
  }
}
