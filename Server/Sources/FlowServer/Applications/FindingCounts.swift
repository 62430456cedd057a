import FlowCore
package import FlowStore

/// The numbers of errors and warnings of applications' flows, without accepted findings, cached.
///
/// Verifying large flows is expensive: the last counts of each application stay in memory until the
/// environment, the draft, the release, the builds in use or a manifest changes.
package actor FindingCounts {
  package struct Counts: Sendable, Equatable {
    package let errors: Int
    package let warnings: Int
  }

  /// The draft or release whose findings were counted.
  package enum Subject: Hashable, Sendable {
    case draft(revision: Int)
    case release(number: Int)
  }

  private struct Key: Hashable {
    let environment: String
    let subject: Subject
    let builds: [BuildID]
    /// Increases whenever a build of the application is declared or announced.
    let generation: Int
  }

  private let store: any Store
  private let checks: DocumentChecks
  private let cache = CountCache<Key, Counts>()
  private var generations: [String: Int] = [:]

  /// The number of counts that were not in the cache.
  package var cacheMisses: Int { get async { await cache.misses } }

  package init(store: any Store, checks: DocumentChecks) {
    self.store = store
    self.checks = checks
  }

  /// Invalidates the counts of an application whose builds have declared something new.
  package func manifestsChanged(in application: String) {
    generations[application, default: 0] += 1
  }

  /// Returns the counts of a draft or a release for the builds in use in an environment.
  ///
  /// - Throws: Any error of the store or of the verification.
  package func counts(
    of subject: Subject, in application: String, environment: String, builds: [BuildTable.Build]
  ) async throws -> Counts {
    let key = Key(
      environment: environment, subject: subject,
      builds: builds.filter(\.isInUse).map { BuildID($0.stored) },
      generation: generations[application] ?? 0)
    return try await cache.count(by: key, of: application) { [store, checks] in
      try await Self.count(
        subject, in: application, environment: environment, for: Set(key.builds), store, checks)
    }
  }

  private static func count(
    _ subject: Subject, in application: String, environment: String, for builds: Set<BuildID>,
    _ store: any Store, _ checks: DocumentChecks
  ) async throws -> Counts {
    let body: [UInt8]? =
      switch subject {
      case .draft: try await store.draft(of: application)?.body
      case .release(let number): try await store.release(number, of: application)?.body
      }
    guard let body else { return Counts(errors: 0, warnings: 0) }
    let stored = try await store.manifests(of: application)
      .filter { builds.contains(BuildID($0)) }
    let environments = try await store.environments(of: application)
    let isProtected = ProtectedEnvironment.contains(environment, among: environments)
    let organization = try await store.application(application)?.organization
    return try await checks.run(for: organization ?? "") {
      try count(body, stored, isProtected: isProtected)
    }
  }

  private static func count(
    _ body: [UInt8], _ stored: [StoredManifest], isProtected: Bool
  ) throws -> Counts {
    let document = try FlowDocument(parsing: body)
    let manifests = try stored.map { try Manifest(ParsedJSON($0.body).root) }
    var findings = Verifier(document, manifests: manifests).findings()
    if isProtected { findings = ProtectedEnvironment.escalated(findings) }
    let accepted = AcceptedFindings(document)
    let unaccepted = findings.filter { !accepted.contains($0) }
    let errors = unaccepted.count { $0.severity == .error }
    return Counts(errors: errors, warnings: unaccepted.count - errors)
  }
}
