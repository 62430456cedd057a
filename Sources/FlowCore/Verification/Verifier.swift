/// Finds problems in a document: what would leave users stuck, and what is probably not intended.
///
/// The server rejects publishing a document with errors, the portal shows the findings while
/// someone edits, and a file can be checked offline. The verifier analyzes the document and the
/// builds in use; it runs nothing and needs no user data. Drawn screens are checked like screens in
/// code.
///
/// ```swift
/// let findings = Verifier(document, manifests: buildsInUse).findings()
/// let canPublish = !findings.contains { $0.severity == .error }
/// ```
public struct Verifier: Sendable {
  let document: FlowDocument
  let manifests: [Manifest]

  /// Creates a verifier.
  ///
  /// - Parameters:
  ///   - document: The flows.
  ///   - manifests: The manifests of the builds in use; if empty, it is not checked whether builds
  ///     have the screens of steps.
  public init(_ document: FlowDocument, manifests: [Manifest] = []) {
    self.document = document
    self.manifests = manifests
  }

  /// The findings: errors first, then in the document's order.
  ///
  /// The result is deterministic. Of each code and severity at most 1,000 are listed; one more
  /// finding then counts all others, so add up `count` instead of counting findings.
  ///
  /// - Complexity: Linear in steps, routes, conditions and texts, for each batch of 63 needed
  ///   outputs and each build with different screens; in an entered flow's outcomes for each place
  ///   that enters it. Searches for example paths are bounded (see `docs/findings.md`).
  public func findings() -> [Finding] { findingsAndCost().findings }

  /// The findings, and the cost of finding them: the edges of the graph that were visited, and a
  /// fixed amount for each check of a condition's feasibility.
  package func findingsAndCost() -> (findings: [Finding], cost: Int) {
    do throws(FlowError) {
      var compiler = ReleaseCompiler(document, manifest: nil)
      try compiler.compile()
      let verification = Verification(compiler, DrawnScreens(document, manifests))
      verification.checkNames()
      verification.checkTargets()
      verification.checkPorts()
      verification.checkSplits()
      verification.checkConditions()
      verification.checkScreens()
      verification.checkDrawnScreens()
      verification.checkStrings()
      verification.checkReachability()
      verification.checkSkipCycles()
      verification.checkNeeds()
      verification.checkOutputs()
      return (verification.sortedFindings(), verification.cost)
    } catch {
      let finding = Finding(
        .tooManyParts, location: error.location,
        arguments: ["limit": .number(JSONNumber(Int(Int32.max)))])
      return ([finding], 0)
    }
  }
}
