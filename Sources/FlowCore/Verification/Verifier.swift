/// Finds everything in a document that would leave users stuck or is probably not intended.
///
/// The server refuses to publish a document with errors, the portal shows the findings while
/// users edit, and a file can be checked offline. It is the document as it is and the builds
/// in use that are looked at; nothing is run and no user data is needed. Screens that the document
/// draws are checked as those that builds have in code.
///
/// ```swift
/// let findings = Verifier(document, manifests: buildsInUse).findings()
/// let canPublish = !findings.contains { $0.severity == .error }
/// ```
public struct Verifier: Sendable {
  let document: FlowDocument
  let manifests: [Manifest]

  /// Prepares a check.
  ///
  /// - Parameters:
  ///   - document: The flows.
  ///   - manifests: The manifests of the builds in use; without any, screens are not checked.
  public init(_ document: FlowDocument, manifests: [Manifest] = []) {
    self.document = document
    self.manifests = manifests
  }

  /// The findings: errors first, then in the document's order; always the same for the same input.
  ///
  /// Of one code and severity at most 1,000 are listed; one more then says how many others there
  /// are, so add up `count` rather than counting findings.
  ///
  /// - Complexity: Linear in steps, routes, conditions and texts, for each 63 needed outputs and
  ///   each build with screens of its own; in an entered flow's outcomes for each place that
  ///   enters it. Searches for a path to show are bounded (see `docs/findings.md`).
  public func findings() -> [Finding] { counted().findings }

  /// The findings, and how many links of the graph were looked at for them.
  package func counted() -> (findings: [Finding], work: Int) {
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
      verification.checkSkipped()
      verification.checkNeeds()
      return (verification.sorted(), verification.work)
    } catch {
      let finding = Finding(
        .tooManyParts, location: error.location,
        arguments: ["limit": .number(JSONNumber(Int(Int32.max)))])
      return ([finding], 0)
    }
  }
}
