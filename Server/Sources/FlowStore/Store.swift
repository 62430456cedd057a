public import Accounts

/// The store of all that must outlive a server: organizations, users, applications, drafts,
/// releases, keys, events and the audit log.
///
/// One protocol for each feature and one test suite for all of them, so that a file on a laptop and
/// a database behind three replicas behave alike. A call that changes something returns when the
/// change is durable; a call that throws has changed nothing. Each change writes its audit entry in
/// the same transaction.
///
/// All functions throw `StoreError`; times are seconds since 1970 and are passed as arguments.
public protocol Store: OrganizationStore, ApplicationStore, ManifestStore, DraftStore, LayoutStore,
  ReleaseStore, SDKKeyStore, TokenStore, EventStore, SnapshotStore, AssetStore, AuditStore,
  MaintenanceStore
{
  /// The users who sign in, in the same database: what happens to members is also in `audit`, and a
  /// user's tokens end with their membership, each in the transaction of the change itself.
  ///
  /// Throws what a closure throws as it is, and `StoreError` if the store cannot be used.
  var accounts: any AccountStore { get }

  /// Finishes what is in progress and closes the store, whole in its file.
  func close() async throws(StoreError)
}

/// Organizations.
public protocol OrganizationStore: Sendable {
  /// Adds an organization; `already-exists` if its id is taken.
  func add(_ organization: Organization, audit: AuditEntry) async throws(StoreError)
  /// Adds an organization with its first owner, in one transaction; `already-exists` if its id is
  /// taken, `not-there` if the user is gone, `limit-reached` if the owner has created `limit`.
  ///
  /// With 0 they may create any number; nil is for an operator, whose organizations count for no
  /// one.
  func add(
    _ organization: Organization, owner: Membership, limit: Int?, audit: AuditEntry
  ) async throws(StoreError)
  /// Gives an organization another name; `not-there` if there is none of this id.
  func rename(
    _ organization: String, to name: String, audit: AuditEntry
  ) async throws(StoreError)
  /// Sets how many days an organization's tokens work at most, nil for the server's own limit, and
  /// ends those that were to work longer when they have; `not-there` if there is none of this id.
  func limitTokens(
    of organization: String, toDays days: Int?, audit: AuditEntry
  ) async throws(StoreError)
  /// The organization, or nil.
  func organization(_ id: String) async throws(StoreError) -> Organization?
  /// All organizations, by name.
  func organizations() async throws(StoreError) -> [Organization]
}

/// Applications and their environments.
public protocol ApplicationStore: Sendable {
  /// Adds an application with its environments; `already-exists` if its id is taken anywhere.
  func add(
    _ application: Application, environments: [String], audit: AuditEntry
  ) async throws(StoreError)
  /// An organization's applications, by name.
  func applications(of organization: String) async throws(StoreError) -> [Application]
  /// The applications of all organizations, by id.
  func applications() async throws(StoreError) -> [Application]
  /// The application, or nil.
  func application(_ id: String) async throws(StoreError) -> Application?

  /// Gives an application another name; `not-there` if there is none of this id.
  func renameApplication(
    _ id: String, to name: String, audit: AuditEntry
  ) async throws(StoreError)

  /// Adds an environment behind the others; `already-exists` if the application has it.
  func add(_ environment: Environment, audit: AuditEntry) async throws(StoreError)
  /// Decides whether sessions of an environment may be followed; `not-there` if there is none of
  /// this name.
  func follow(
    _ isFollowed: Bool, environment: String, of application: String, audit: AuditEntry
  ) async throws(StoreError)
  /// An application's environments in their order.
  func environments(of application: String) async throws(StoreError) -> [Environment]
}

/// The manifests of builds, and how often the builds are used.
public protocol ManifestStore: Sendable {
  /// Keeps what a build declares, in place of what the same build declared before.
  ///
  /// - Returns: False if exactly this was kept already; then nothing is written.
  func put(_ manifest: StoredManifest, audit: AuditEntry) async throws(StoreError) -> Bool
  /// Keeps what a build announces with an SDK key, unless a member or a token has declared this
  /// build; the oldest announcement makes room for more than ``Announcement/most``.
  ///
  /// Nothing is written into the audit log: anyone who has the app can announce.
  func announce(_ manifest: StoredManifest) async throws(StoreError) -> Announcement
  /// An application's manifests, newest first.
  func manifests(of application: String) async throws(StoreError) -> [StoredManifest]
  /// The same without their bodies: which builds have declared something.
  func builds(of application: String) async throws(StoreError) -> [StoredManifest]
  /// Archives a build at a time, or unarchives it with nil.
  ///
  /// `not-there` if the build has declared nothing. Only the build's application, platform, version
  /// and number count in `build`.
  ///
  /// - Returns: False if it was so already; then nothing is written.
  func archiveBuild(
    _ build: StoredManifest, at time: Int?, audit: AuditEntry
  ) async throws(StoreError) -> Bool
  /// Returns the number of sessions that each build started in an environment since then.
  func use(
    of application: String, environment: String, since: Int
  ) async throws(StoreError) -> [BuildUse]
}

/// Drafts.
public protocol DraftStore: Sendable {
  /// The application's draft, or nil before the first.
  func draft(of application: String) async throws(StoreError) -> Draft?
  /// The same without its body.
  func draftHead(of application: String) async throws(StoreError) -> Draft?
  /// Replaces the draft if `revision` is still the newest (0 for none yet); `conflict` otherwise.
  ///
  /// - Returns: The draft with its new revision, one higher.
  func replaceDraft(
    of application: String, revision: Int, body: [UInt8], author: Actor, at: Int
  ) async throws(StoreError) -> Draft
  /// Takes the draft away if `revision` is still the newest; `conflict` otherwise.
  ///
  /// Its revisions are used up: the next draft's is higher, so that no tag ever fits two drafts.
  func removeDraft(
    of application: String, revision: Int, author: Actor, at: Int
  ) async throws(StoreError)
}

/// The layout of the canvas.
public protocol LayoutStore: Sendable {
  /// Returns the layouts of an application's flows, by flow; only those that have one.
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
}

/// Releases.
public protocol ReleaseStore: Sendable {
  /// Numbers a release, adds it and makes it the environment's current one, in one transaction.
  ///
  /// `conflict` unless `expected` is the number of the environment's current release: 0 for none,
  /// nil if any may be. Of two callers that expect the same release one wins.
  ///
  /// A number is used once in an application, also after an older backup was restored: the next
  /// one is above the newest release and above what `raiseNumbers` knows. `make` is called inside
  /// the transaction with the next number; what it throws comes out, and nothing is changed then.
  /// `weight` is the approximate size of the release in bytes.
  ///
  /// - Returns: The release as it was stored.
  func publish(
    to environment: String, of application: String, replacing expected: Int?, weight: Int,
    _ make: @escaping @Sendable (Int) throws(StoreError) -> (StoredRelease, audit: AuditEntry)
  ) async throws(StoreError) -> StoredRelease
  /// The number that the application's next release has.
  func nextNumber(of application: String) async throws(StoreError) -> Int
  /// The highest number that is known to be issued in each environment, also of releases that the
  /// store does not have any more; by application and environment.
  func issuedNumbers() async throws(StoreError) -> [IssuedNumber]
  /// Makes the next numbers higher than these, for a store that is older than what apps have.
  ///
  /// - Returns: Those that the store did not know of.
  func raiseNumbers(_ numbers: [IssuedNumber]) async throws(StoreError) -> [IssuedNumber]
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
}

/// SDK keys.
public protocol SDKKeyStore: Sendable {
  /// Adds a publishable SDK key.
  func add(_ key: StoredSDKKey, audit: AuditEntry) async throws(StoreError)
  /// An application's SDK keys, newest first, revoked ones included.
  func sdkKeys(of application: String) async throws(StoreError) -> [StoredSDKKey]
  /// All SDK keys that are not revoked, for a server that starts.
  func activeSDKKeys() async throws(StoreError) -> [StoredSDKKey]
  /// Ends a key; false if there is none of this id that is active.
  func revokeSDKKey(_ id: String, at: Int, audit: AuditEntry) async throws(StoreError) -> Bool
}

/// API tokens.
public protocol TokenStore: Sendable {
  /// Adds an API token.
  func add(_ token: APIToken, audit: AuditEntry) async throws(StoreError)
  /// An organization's tokens, newest first, revoked ones included.
  func tokens(of organization: String) async throws(StoreError) -> [APIToken]
  /// A user's own API tokens that work at this time, in all organizations, newest first.
  func activeTokens(ofUser user: String, at now: Int) async throws(StoreError) -> [APIToken]
  /// The token with this id, or nil.
  func token(_ id: String) async throws(StoreError) -> APIToken?
  /// Revokes a token; false if there is none of this id that is active.
  func revokeToken(_ id: String, at: Int, audit: AuditEntry) async throws(StoreError) -> Bool
  /// Notes that a token was used, unless a later use is noted; for once a minute.
  func touchToken(_ id: String, at: Int) async throws(StoreError)
  /// Ends all of a user's tokens in an organization; writes the entry if there were any.
  ///
  /// - Returns: The ids of those that were active.
  func endTokens(
    of user: String, in organization: String, at: Int, audit: AuditEntry
  ) async throws(StoreError) -> [String]
}

/// Events of apps, and the attributes that they report.
public protocol EventStore: Sendable {
  /// Keeps batches of events in one transaction; a batch whose key was kept already is skipped.
  ///
  /// `quota-reached` if an application's batches would take more than `quota` bytes then; nothing
  /// is kept. A batch that is there already is never refused.
  ///
  /// - Returns: For each batch, whether it was new.
  func append(_ batches: [EventBatch], quota: Int?) async throws(StoreError) -> [Bool]
  /// Returns the size of an application's batches as counted by its quota, in bytes.
  func eventVolume(of application: String) async throws(StoreError) -> Int
  /// Batches in the order they came, those behind `after`.
  func eventBatches(
    of application: String, after: Int, limit: Int
  ) async throws(StoreError) -> [EventBatch]

  /// Returns the attributes of users that apps have reported, by name; see `AttributeLimits`.
  func attributes(of application: String) async throws(StoreError) -> [ReportedAttribute]
}

/// Pictures of screens.
public protocol SnapshotStore: Sendable {
  /// Keeps a screen's picture in place of the one before.
  func put(_ snapshot: Snapshot) async throws(StoreError) -> Snapshot.PutResult
  /// A screen's picture, or nil.
  func snapshot(of screen: String, in application: String) async throws(StoreError) -> Snapshot?
  /// An application's pictures without their bytes, by the screen's name.
  func snapshots(of application: String) async throws(StoreError) -> [Snapshot]
  /// Takes pictures away.
  ///
  /// - Returns: The number of snapshots removed.
  func removeSnapshots(
    of screens: [String], in application: String
  ) async throws(StoreError) -> Int
}

/// Pictures that documents name by hash.
public protocol AssetStore: Sendable {
  /// Adds an asset, unless the application has it.
  func put(_ asset: StoredAsset) async throws(StoreError) -> StoredAsset.PutResult
  /// Returns an asset with its bytes, or nil.
  func asset(_ digest: String, of application: String) async throws(StoreError) -> StoredAsset?
  /// Returns an application's assets without their bytes, newest first, with their use.
  func assets(of application: String) async throws(StoreError) -> [StoredAsset]
  /// Returns the digests of which the application has no asset, in the same order.
  func missingAssets(
    among digests: [String], of application: String
  ) async throws(StoreError) -> [String]
  /// Removes an asset that neither the draft nor a release names.
  func removeAsset(
    _ digest: String, of application: String
  ) async throws(StoreError) -> StoredAsset.RemovalResult
  /// Removes some of the assets that nothing has named for `StoredAsset.unusedSeconds`.
  ///
  /// - Returns: Whether there may be more of them.
  func removeUnusedAssets(at now: Int) async throws(StoreError) -> Bool
}

/// The audit log.
public protocol AuditStore: Sendable {
  /// Returns the entries of an organization's audit log, newest first: those with an id below
  /// `before`.
  func audit(
    of organization: String, matching filter: AuditFilter, before: Int?, limit: Int
  ) async throws(StoreError) -> [AuditEntry]
}

extension EventStore {
  /// Keeps batches of events without a quota.
  public func append(_ batches: [EventBatch]) async throws(StoreError) -> [Bool] {
    try await append(batches, quota: nil)
  }
}

extension AuditStore {
  /// Returns the entries of the audit log of an application or of all, newest first.
  public func audit(
    of organization: String, application: String?, before: Int?, limit: Int
  ) async throws(StoreError) -> [AuditEntry] {
    try await audit(
      of: organization, matching: AuditFilter(application: application), before: before,
      limit: limit)
  }
}

extension ReleaseStore {
  /// Adds a release that has its number already; `conflict` unless that is the next one.
  public func publish(_ release: StoredRelease, audit: AuditEntry) async throws(StoreError) {
    _ = try await publish(
      to: release.environment, of: release.application, replacing: nil,
      weight: release.body.count
    ) { next throws(StoreError) in
      guard release.number == next else {
        throw StoreError(
          .conflict,
          "The next release of \"\(release.application)\" is number \(next), not "
            + "\(release.number): someone else has published since.")
      }
      return (release, audit: audit)
    }
  }
}
