import FlowCore
import FlowStore

/// Decides whether findings keep a document from being published.
///
/// Errors in the flows themselves always do: no app could run them. Anything that builds in use
/// cannot show does too, unless someone gives a reason to publish anyway. A rollback is never kept
/// back: what was live before must always be within reach, also when a forged event has brought up
/// a build that it does not fit.
struct PublishingRules {
  private let publisher: Publisher

  init(_ publisher: Publisher) { self.publisher = publisher }

  /// - Returns: The number of errors that are published all the same.
  /// - Throws: `missing-asset` for pictures that the server does not have, `findings` for errors,
  ///   `warnings` for warnings that neither the document nor the request accepts.
  func check(_ document: FlowDocument, _ request: Publisher.Request) async throws -> Int {
    let findings = try await publisher.findings(
      document, application: request.application, environment: request.environment,
      raisesOpenPorts: request.raisesOpenPorts)
    let errors = findings.count { $0.severity == .error }
    if request.rollbackOf != nil { return errors }
    try await AssetCheck(store: publisher.store).check(document, of: request.application)
    if request.overrideReason != nil {
      let own = try await publisher.check(for: request.application) {
        Verifier(document).findings().filter { $0.severity == .error }
      }
      guard own.isEmpty else { throw Self.refusal(own, count: own.count) }
      return errors
    }
    guard errors == 0 else { throw Self.refusal(findings, count: errors) }
    let accepted = AcceptedFindings(document)
    let new = findings.filter { !accepted.contains($0) }
    if !new.isEmpty, !request.acceptsWarnings {
      throw Problem(
        .warnings,
        "There \(new.count == 1 ? "is 1 warning" : "are \(new.count) warnings") that nobody has "
          + "accepted; `acceptWarnings` publishes anyway.",
        findings: new)
    }
    return 0
  }

  private static func refusal(_ findings: [Finding], count: Int) -> Problem {
    Problem(
      .findings,
      "The flows have \(count) \(count == 1 ? "error" : "errors"); nothing was published.",
      findings: findings)
  }
}
