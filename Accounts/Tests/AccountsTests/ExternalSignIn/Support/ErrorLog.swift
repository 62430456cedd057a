import Accounts
import Logging
import Synchronization

/// Captures why sign-in with an identity provider failed, which is only in the log.
final class ErrorLog: Sendable {
  private let recorded = Mutex<[String]>([])

  /// All log lines, with their metadata.
  var lines: [String] { recorded.withLock { $0 } }

  var logger: Logger { Logger(label: "errors") { _ in Handler(log: self) } }

  /// The logged reason for a failure; nil if there was none, or if the provider did not cause it.
  func loggedReason<Value>(
    _ body: () async throws -> Value
  ) async throws -> IdentityProviderError.Reason? {
    let before = lines.count
    guard try await errorCode(body) == .externalSignIn else { return nil }
    let new = lines[before...]
    let reasons = new.compactMap { line in
      IdentityProviderError.Reason.allCases.first { line.contains("reason=\($0.rawValue) ") }
    }
    return reasons.last
  }

  private struct Handler: LogHandler {
    let log: ErrorLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let fields = (event.metadata ?? [:]).map { "\($0)=\($1) " }.joined()
      log.recorded.withLock { $0.append("\(event.message) \(fields)") }
    }
  }
}
