package import FlowCore
package import FlowStore

/// Makes releases: verifies, numbers, stores and sends them out.
package struct Publisher: Sendable {
  /// What is to be published, where, and by whom.
  package struct Order: Sendable {
    package let organization: String
    package let application: String
    package let environment: String
    package let document: FlowDocument
    package let note: String
    package let author: String
    package let acceptsWarnings: Bool
    package let rollbackOf: Int?
    /// The release that must still be current, 0 for none; nil if any may be.
    package let replaces: Int?
    /// The page that publishes, if it is one.
    package let client: String?

    package init(
      organization: String, application: String, environment: String, document: FlowDocument,
      note: String, author: String, acceptsWarnings: Bool, rollbackOf: Int? = nil,
      replaces: Int? = nil, client: String? = nil
    ) {
      self.organization = organization
      self.application = application
      self.environment = environment
      self.document = document
      self.note = note
      self.author = author
      self.acceptsWarnings = acceptsWarnings
      self.rollbackOf = rollbackOf
      self.replaces = replaces
      self.client = client
    }
  }

  /// How often a number that somebody else took in the meantime is asked for anew.
  private static let attempts = 50

  private let services: Services
  private var store: any FlowStore { services.store }

  package init(_ services: Services) { self.services = services }

  /// What the verifier says about a document for the builds in use in an environment.
  package func findings(
    _ document: FlowDocument, application: String, environment: String
  ) async throws -> [Finding] {
    let builds = try await BuildsInUse(
      of: application, environment: environment, store: store, now: services.clock())
    return Verifier(document, manifests: builds.manifests).findings()
  }

  /// Makes a release and sends it out.
  ///
  /// - Throws: `findings` for errors, `warnings` for warnings that are not accepted, `conflict` if
  ///   others publish all the time or have replaced what the order replaces, and what the store
  ///   throws; then nothing is published.
  package func publish(_ order: Order) async throws -> StoredRelease {
    let document = labelled(order)
    try check(
      try await findings(
        document, application: order.application, environment: order.environment), order)
    for _ in 0..<Self.attempts {
      let release = try await release(of: document, order)
      // Behind the number: whoever publishes from now on takes it away, and this is looked at anew.
      try await checkCurrent(order)
      do throws(StoreError) {
        try await store.publish(release, audit: audit(release, order))
      } catch {
        if error.code == .conflict { continue }
        throw error
      }
      services.metrics.countPublish(
        application: order.application, environment: order.environment)
      try await services.live.announce(release, client: order.client)
      return release
    }
    throw Problem(.conflict, "Others publish in this application all the time; try again.")
  }

  private func checkCurrent(_ order: Order) async throws {
    guard let expected = order.replaces else { return }
    let environments = try await store.environments(of: order.application)
    let current = environments.first { $0.name == order.environment }?.current
    guard current ?? 0 != expected else { return }
    let now = current.map { "Release \($0)" } ?? "Nothing"
    let before = expected == 0 ? "nothing" : "release \(expected)"
    throw Problem(
      .conflict,
      "\(now) is current in \(order.environment), and no longer \(before); nothing was published.")
  }

  private func audit(_ release: StoredRelease, _ order: Order) -> AuditEntry {
    var detail: JSONObject = ["number": .number(JSONNumber(release.number))]
    if !order.note.isEmpty { detail["note"] = .string(order.note) }
    detail["to"] = order.rollbackOf.map { .number(JSONNumber($0)) }
    return AuditEntry(
      at: release.published, actor: order.author,
      action: order.rollbackOf == nil ? "release.published" : "release.rolled-back",
      organization: order.organization, application: order.application,
      environment: order.environment, detail: JSON.object(detail).text(.canonical))
  }

  private func labelled(_ order: Order) -> FlowDocument {
    var document = order.document
    document.application = Name(order.application)
    document.environment = Name(order.environment)
    return document
  }

  private func release(of document: FlowDocument, _ order: Order) async throws -> StoredRelease {
    let number = try await store.nextNumber(of: order.application)
    var document = document
    document.number = number
    return StoredRelease(
      application: order.application, environment: order.environment, number: number,
      body: document.json.utf8(.canonical), note: order.note, author: order.author,
      published: services.clock(), rollbackOf: order.rollbackOf)
  }

  private func check(_ findings: [Finding], _ order: Order) throws(Problem) {
    let errors = findings.count { $0.severity == .error }
    if errors > 0 {
      throw Problem(
        .findings,
        "The flows have \(errors) \(errors == 1 ? "error" : "errors"); nothing was published.",
        findings: findings)
    }
    if !findings.isEmpty, !order.acceptsWarnings {
      throw Problem(
        .warnings,
        "There \(findings.count == 1 ? "is 1 warning" : "are \(findings.count) warnings"); "
          + "`acceptWarnings` publishes all the same.",
        findings: findings)
    }
  }
}
