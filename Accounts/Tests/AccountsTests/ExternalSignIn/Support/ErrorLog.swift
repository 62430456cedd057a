import Accounts
import Logging
import Synchronization

/// Captures why sign-in with an identity provider failed, which only the log says.
final class ErrorLog: Sendable {
  private let heard = Mutex<[String]>([])

  /// All that was said, with its metadata.
  var lines: [String] { heard.withLock { $0 } }

  var logger: Logger { Logger(label: "errors") { _ in Handler(log: self) } }

  /// The reason why this was refused; nil if it was not, or not because of the other service.
  func loggedReason<Value>(
    _ body: () async throws -> Value
  ) async throws -> IdentityProviderError.Reason? {
    let before = lines.count
    guard try await refusal(body) == .externalSignIn else { return nil }
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
      let words = (event.metadata ?? [:]).map { "\($0)=\($1) " }.joined()
      log.heard.withLock { $0.append("\(event.message) \(words)") }
    }
  }
}
