public import Accounts

/// Where a server keeps everything that must outlive it: organizations, people, applications,
/// drafts, releases, keys, events and who changed what.
///
/// One protocol with one test suite, so that a file on a laptop and a database behind three
/// replicas behave alike. A call that changes something returns when the change is durable; a call
/// that throws has changed nothing. Each change writes its audit entry in the same transaction.
///
/// All functions throw `StoreError`; times are seconds since 1970 and come in as arguments.
public protocol FlowStore: Sendable {
  // MARK: People

  /// The people who sign in, in the same place: what happens to members is also in `audit`, and a
  /// person's tokens end with their membership, each in the transaction of the change itself.
  ///
  /// Throws what a closure throws as it is, and `StoreError` if the store cannot be used.
  var accounts: any AccountStore { get }

  // MARK: Organizations and applications

  /// Adds an organization; `already-exists` if its id is taken.
  func add(_ organization: Organization, audit: AuditEntry) async throws(StoreError)
  /// Adds an organization with its first owner, in one transaction; `already-exists` if its id is
  /// taken, `not-there` if the person is gone.
  func add(
    _ organization: Organization, owner: Membership, audit: AuditEntry
  ) async throws(StoreError)
  /// Gives an organization another name; `not-there` if there is none of this id.
  func rename(
    _ organization: String, to name: String, audit: AuditEntry
  ) async throws(StoreError)
  /// The organization, or nil.
  func organization(_ id: String) async throws(StoreError) -> Organization?
  /// All organizations, by name.
  func organizations() async throws(StoreError) -> [Organization]

  /// Adds an application with its environments; `already-exists` if its id is taken anywhere.
  func add(
    _ application: Application, environments: [String], audit: AuditEntry
  ) async throws(StoreError)
  /// An organization's applications, by name.
  func applications(of organization: String) async throws(StoreError) -> [Application]
  /// The application, or nil.
  func application(_ id: String) async throws(StoreError) -> Application?

  /// Gives an application another name; `not-there` if there is none of this id.
  func renameApplication(
    _ id: String, to name: String, audit: AuditEntry
  ) async throws(StoreError)

  /// Adds an environment behind the others; `already-exists` if the application has it.
  func add(_ environment: Environment, audit: AuditEntry) async throws(StoreError)
  /// An application's environments in their order.
  func environments(of application: String) async throws(StoreError) -> [Environment]

  // MARK: Manifests

  /// Keeps what a build declares, in place of what the same build declared before.
  ///
  /// - Returns: False if exactly this was kept already; then nothing is written.
  func put(_ manifest: StoredManifest, audit: AuditEntry) async throws(StoreError) -> Bool
  /// An application's manifests, newest first.
  func manifests(of application: String) async throws(StoreError) -> [StoredManifest]
  /// The same without their bodies: which builds have declared something.
  func builds(of application: String) async throws(StoreError) -> [StoredManifest]
  /// How many sessions each build started in an environment since then.
  func use(
    of application: String, environment: String, since: Int
  ) async throws(StoreError) -> [BuildUse]

  // MARK: Drafts

  /// The application's draft, or nil before the first.
  func draft(of application: String) async throws(StoreError) -> Draft?
  /// The same without its body.
  func draftHead(of application: String) async throws(StoreError) -> Draft?
  /// Replaces the draft if `revision` is still the newest (0 for none yet); `conflict` otherwise.
  ///
  /// - Returns: The draft with its new revision, one higher.
  func replaceDraft(
    of application: String, revision: Int, body: [UInt8], author: String, at: Int
  ) async throws(StoreError) -> Draft
  /// Takes the draft away if `revision` is still the newest; `conflict` otherwise.
  ///
  /// Its revisions are used up: the next draft's is higher, so that no tag ever fits two drafts.
  func removeDraft(
    of application: String, revision: Int, author: String, at: Int
  ) async throws(StoreError)

  // MARK: Layout

  /// Where people have put the steps of an application's flows, by the flow; only flows of which
  /// something is known.
  func layout(of application: String) async throws(StoreError) -> [String: FlowLayout]
  /// Merges a change: of each step that it names the last one counts, all else stays.
  ///
  /// `too-large` if there were more than `limit` steps with a place or more than `limit` collapsed
  /// ones then; nothing is changed.
  ///
  /// - Returns: The flows that the change names, as they are now.
  func changeLayout(
    of application: String, by change: LayoutChange, limit: Int
  ) async throws(StoreError) -> [String: FlowLayout]

  // MARK: Releases

  /// Adds a release and makes it the environment's current one, in one transaction.
  ///
  /// A number is given once in an application and has no gaps: `conflict` unless it is one higher
  /// than the application's newest, and then the caller makes the document anew.
  func publish(_ release: StoredRelease, audit: AuditEntry) async throws(StoreError)
  /// The number that the application's next release has.
  func nextNumber(of application: String) async throws(StoreError) -> Int
  /// The release that is current in an environment, or nil before the first.
  func currentRelease(
    of application: String, environment: String
  ) async throws(StoreError) -> StoredRelease?
  /// All environments' current releases, for a server that starts.
  func currentReleases() async throws(StoreError) -> [StoredRelease]
  /// The release with this number, or nil.
  func release(_ number: Int, of application: String) async throws(StoreError) -> StoredRelease?
  /// Releases without their bodies, newest first, those with a number below `before`.
  func releases(
    of application: String, environment: String?, before: Int?, limit: Int
  ) async throws(StoreError) -> [StoredRelease]

  // MARK: Keys and tokens

  /// Adds a publishable SDK key.
  func add(_ key: StoredSDKKey, audit: AuditEntry) async throws(StoreError)
  /// An application's SDK keys, newest first, revoked ones included.
  func sdkKeys(of application: String) async throws(StoreError) -> [StoredSDKKey]
  /// All SDK keys that are not revoked, for a server that starts.
  func activeSDKKeys() async throws(StoreError) -> [StoredSDKKey]
  /// Ends a key; false if there is none of this id that is active.
  func revokeSDKKey(_ id: String, at: Int, audit: AuditEntry) async throws(StoreError) -> Bool

  /// Adds an API token.
  func add(_ token: APIToken, audit: AuditEntry) async throws(StoreError)
  /// An organization's tokens, newest first, revoked ones included.
  func tokens(of organization: String) async throws(StoreError) -> [APIToken]
  /// The token with this id, or nil.
  func token(_ id: String) async throws(StoreError) -> APIToken?
  /// Ends a token; false if there is none of this id that is active.
  func revokeToken(_ id: String, at: Int, audit: AuditEntry) async throws(StoreError) -> Bool
  /// Notes that a token was used, unless a later use is noted; for once a minute.
  func touchToken(_ id: String, at: Int) async throws(StoreError)
  /// Ends all of a person's tokens in an organization; writes the entry if there were any.
  ///
  /// - Returns: The ids of those that were active.
  func endTokens(
    of person: String, in organization: String, at: Int, audit: AuditEntry
  ) async throws(StoreError) -> [String]

  // MARK: Events

  /// Keeps batches of events in one transaction; a batch whose key was kept already is skipped.
  ///
  /// - Returns: For each batch, whether it was new.
  func append(_ batches: [EventBatch]) async throws(StoreError) -> [Bool]
  /// Batches in the order they came, those behind `after`.
  func eventBatches(
    of application: String, after: Int, limit: Int
  ) async throws(StoreError) -> [EventBatch]

  /// What apps have told of people's attributes, by name; see `AttributeLimits`.
  func attributes(of application: String) async throws(StoreError) -> [SeenAttribute]

  // MARK: Pictures of screens

  /// Keeps a screen's picture in place of the one before.
  func put(_ snapshot: Snapshot) async throws(StoreError) -> Snapshot.Keeping
  /// A screen's picture, or nil.
  func snapshot(of screen: String, in application: String) async throws(StoreError) -> Snapshot?
  /// An application's pictures without their bytes, by the screen's name.
  func snapshots(of application: String) async throws(StoreError) -> [Snapshot]
  /// Takes pictures away.
  ///
  /// - Returns: How many there were.
  func removeSnapshots(
    of screens: [String], in application: String
  ) async throws(StoreError) -> Int

  // MARK: Audit

  /// Who changed what, newest first, those with an id below `before`.
  func audit(
    of organization: String, matching filter: AuditFilter, before: Int?, limit: Int
  ) async throws(StoreError) -> [AuditEntry]

  // MARK: The store itself

  /// Writes something that means nothing, to see that the store can be written to.
  func check() async throws(StoreError)
  /// Finishes what is under way and lets the store go.
  func close() async throws(StoreError)
}

extension FlowStore {
  /// Who changed what, newest first, of an application or of all.
  public func audit(
    of organization: String, application: String?, before: Int?, limit: Int
  ) async throws(StoreError) -> [AuditEntry] {
    try await audit(
      of: organization, matching: AuditFilter(application: application), before: before,
      limit: limit)
  }
}
