package import Accounts
package import FlowCore
package import FlowStore

/// Publishes releases: verifies, stores, signs and delivers them.
package struct Publisher: Sendable {
  /// A request to publish: the document, the environment and the actor.
  package struct Request: Sendable {
    package let organization: String
    package let application: String
    package let environment: String
    package let document: FlowDocument
    package let note: String
    package let author: Actor
    package let acceptsWarnings: Bool
    package let rollbackOf: Int?
    /// The reason for publishing although builds in use cannot show all of it; nil for none.
    package var overrideReason: String?
    /// The release of the application whose document this is; nil for other documents.
    package var promotedRelease: StoredRelease?
    /// Whether a port that leads nowhere is an error in a protected environment.
    package var escalatesUnroutedPorts = true
    /// The number of the release that must still be current, 0 for none; nil for any.
    package let replaces: Int?
    /// The portal page that publishes; nil for other clients.
    package let client: String?

    package init(
      organization: String, application: String, environment: String, document: FlowDocument,
      note: String, author: Actor, acceptsWarnings: Bool, rollbackOf: Int? = nil,
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

  private let services: Services
  /// Whether its checks run before those of requests that only read.
  private var isUrgent = false
  var store: any Store { services.store }

  package init(_ services: Services) { self.services = services }

  /// Returns the findings of a document for the builds in use in an environment, with their
  /// severity there.
  ///
  /// - Throws: Any error of the store or of ``check(for:isForApps:_:)``.
  package func findings(
    _ document: FlowDocument, application: String, environment: String,
    escalatesUnroutedPorts: Bool = true
  ) async throws -> [Finding] {
    let builds = try await BuildsInUse(
      of: application, environment: environment, store: store, now: services.clock())
    let findings = try await check(for: application) {
      Verifier(document, manifests: builds.manifests).findings()
    }
    let environments = try await store.environments(of: application)
    let isStrict =
      escalatesUnroutedPorts && ProtectedEnvironment.contains(environment, among: environments)
    return isStrict ? ProtectedEnvironment.escalated(findings) : findings
  }

  /// Runs a check that parses, verifies or compares documents, in the queue of the application's
  /// organization.
  ///
  /// Requests with an SDK key use a queue of their own, so that apps cannot prevent members from
  /// publishing.
  func check<Value: Sendable>(
    for application: String, isForApps: Bool = false,
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let organization = try await store.application(application)?.organization ?? ""
    return try await services.documentChecks.run(
      for: isForApps ? "apps of \(organization)" : organization, isUrgent: isUrgent, body)
  }

  /// Publishes a document.
  ///
  /// The store assigns the number and compares the current release with the one to replace, in the
  /// transaction that adds the release: of two concurrent publishes that replace the same release,
  /// one wins.
  ///
  /// - Throws: The errors of ``PublishingRules``; `conflict` if the current release is not the one
  ///   to replace; `unavailable` if another server has issued the number; any error of the store.
  ///   Nothing is published then. After an error of signing, the release is stored and not
  ///   delivered yet.
  package func publish(_ request: Request) async throws -> StoredRelease {
    let document = labeled(request)
    var urgent = self
    urgent.isUrgent = true
    let overridden = try await PublishingRules(urgent).check(document, request)
    let published = services.clock()
    // NB: read before the number is assigned, which is above those that this server has recorded.
    let recorded = services.numberRecorder.highest(of: request.application)
    // NB: a rollback skips recorded numbers instead of failing until a restart; gaps do no harm.
    if request.rollbackOf != nil { try await skipNumbers(to: recorded, request) }
    let body = UnnumberedBody(document)
    let assets = AssetReferences(document).digests
    let release = try await store.publish(
      to: request.environment, of: request.application, replacing: request.replaces,
      weight: body.count
    ) { number, current throws(StoreError) in
      guard number > recorded else { throw Self.issuedElsewhere(recorded, request.application) }
      let numbered = StoredRelease(
        application: request.application, environment: request.environment, number: number,
        body: body.bytes(number: number), note: request.note, author: request.author,
        published: published, rollbackOf: request.rollbackOf, assets: assets)
      return (numbered, audit(numbered, request, replacing: current, overridden: overridden))
    }
    services.metrics.countPublish(
      application: request.application, environment: request.environment)
    try await services.signer.deliver(release, client: request.client)
    return release
  }

  /// Raises the next number above the one that is recorded, unless no server can have issued that.
  private func skipNumbers(to recorded: Int, _ request: Request) async throws(StoreError) {
    let next = try await store.nextNumber(of: request.application)
    guard recorded >= next, recorded - next < IssuedFloor.maximumGap else { return }
    try await store.raiseNumbers([
      IssuedNumber(
        application: request.application, environment: request.environment, number: recorded)
    ])
  }

  private static func issuedElsewhere(_ number: Int, _ application: String) -> StoreError {
    StoreError(
      .unavailable,
      "Release \(number) of \(application) is recorded beside the signing keys and not in the "
        + "store, so another server has issued it with the same keys: apps would reject another "
        + "release of that number. Stop that server, then restart this one, which continues above "
        + "the number.")
  }

  private func audit(
    _ release: StoredRelease, _ request: Request, replacing current: Int?, overridden: Int
  ) -> AuditEntry {
    var detail: JSONObject = ["number": .number(JSONNumber(release.number))]
    if !request.note.isEmpty { detail["note"] = .string(request.note) }
    detail["to"] = request.rollbackOf.map { .number(JSONNumber($0)) }
    if let source = request.promotedRelease {
      detail["fromRelease"] = .number(JSONNumber(source.number))
      detail["fromEnvironment"] = .string(source.environment)
    }
    if overridden > 0 {
      detail["findings"] = .number(JSONNumber(overridden))
      detail["override"] = request.overrideReason.map { .string($0) }
    }
    let action =
      switch request.rollbackOf {
      case nil: "release.published"
      case current: "release.republished"
      default: "release.rolled-back"
      }
    return AuditEntry(
      at: release.published, actor: request.author, action: action,
      organization: request.organization, application: request.application,
      environment: request.environment, detail: JSON.object(detail).text(.canonical))
  }

  private func labeled(_ request: Request) -> FlowDocument {
    var document = request.document
    document.application = Name(request.application)
    document.environment = Name(request.environment)
    return document
  }
}
