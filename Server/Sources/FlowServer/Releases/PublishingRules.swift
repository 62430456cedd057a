import FlowCore
import FlowStore

/// Decides whether findings prevent publishing a document.
///
/// Errors in the flows themselves always do: no app could run them. Errors for builds in use do
/// too, unless someone overrides them with a reason. A rollback is never prevented: it must always
/// be possible to return to an earlier release, even if forged events have put a build in use that
/// it does not fit.
struct PublishingRules {
  private let publisher: Publisher

  init(_ publisher: Publisher) { self.publisher = publisher }

  /// Verifies a document, and rejects it if its findings prevent publishing.
  ///
  /// - Returns: The number of errors despite which it may be published.
  /// - Throws: `missing-asset` for pictures that the server does not have, `findings` for errors,
  ///   `warnings` for warnings that neither the document nor the request accepts.
  func check(_ document: FlowDocument, _ request: Publisher.Request) async throws -> Int {
    let findings = try await publisher.findings(
      document, application: request.application, environment: request.environment,
      escalatesUnroutedPorts: request.escalatesUnroutedPorts)
    let errors = findings.count { $0.severity == .error }
    if request.rollbackOf != nil { return errors }
    try await AssetCheck(store: publisher.store).check(document, of: request.application)
    if request.overrideReason != nil {
      let flowErrors = try await publisher.check(for: request.application) {
        Verifier(document).findings().filter { $0.severity == .error }
      }
      guard flowErrors.isEmpty else { throw Self.refusal(flowErrors, count: flowErrors.count) }
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
      "The flows have \(Plural.text(count, "error")); nothing was published.",
      findings: findings)
  }
}
