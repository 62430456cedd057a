public import Accounts

/// The store of all data that must outlive a server process: organizations, users, applications,
/// drafts, releases, keys, events and the audit log.
///
/// One protocol for each feature, and one test suite for all implementations, so that they behave
/// alike. A call that changes something returns when the change is durable; a call that throws has
/// changed nothing. A change with an audit entry writes it in the same transaction. Changes that
/// grant lasting access or take effect for users also throw `not-signed-in` or `not-allowed` there
/// if the credential of their actor is no longer valid or its user no longer has the role.
///
/// All functions throw `StoreError`; times are seconds since 1970 and are passed as arguments.
public protocol Store: OrganizationStore, ApplicationStore, ManifestStore, DraftStore, LayoutStore,
  ReleaseStore, SDKKeyStore, TokenStore, EventStore, ResultStore, SnapshotStore, AssetStore,
  TemplateStore,
  AuditStore, MaintenanceStore
{
  /// The users who sign in, in the same database.
  ///
  /// Changes of members are also recorded in `audit`, and a user's tokens end with their
  /// membership, each in the transaction of the change itself.
  ///
  /// Errors of closures are rethrown; `StoreError` is thrown if the store cannot be used.
  var accounts: any AccountStore { get }

  /// Completes queued changes, and closes the store.
  func close() async throws(StoreError)
}

/// The store of organizations.
public protocol OrganizationStore: Sendable {
  /// Adds an organization; throws `already-exists` if its id is taken.
  func add(_ organization: Organization, audit: AuditEntry) async throws(StoreError)
  /// Adds an organization with its first owner, in one transaction.
  ///
  /// `limit` is the number of organizations that the owner may create: 0 for any number; nil for an
  /// operator, whose organizations count for no user.
  ///
  /// - Throws: `already-exists` if its id is taken, `not-found` if the user does not exist,
  ///   `limit-reached` if the owner has created `limit` organizations.
  func add(
    _ organization: Organization, owner: Membership, limit: Int?, audit: AuditEntry
  ) async throws(StoreError)
  /// Renames an organization that has another name; throws `not-found` if it does not exist.
  func rename(
    _ organization: String, to name: String, audit: AuditEntry
  ) async throws(StoreError)
  /// Sets the maximum lifetime in days of an organization's tokens, nil for the server's default,
  /// and shortens tokens that exceed it, unless it is set already; throws `not-found` if the
  /// organization does not exist.
  func limitTokens(
    of organization: String, toDays days: Int?, audit: AuditEntry
  ) async throws(StoreError)
  /// Returns the organization with an id; nil if it does not exist.
  func organization(_ id: String) async throws(StoreError) -> Organization?
  /// Returns all organizations, by name.
  func organizations() async throws(StoreError) -> [Organization]
}

/// The store of applications and their environments.
public protocol ApplicationStore: Sendable {
  /// Adds an application with its environments; throws `already-exists` if any application has its
  /// id.
  func add(
    _ application: Application, environments: [String], audit: AuditEntry
  ) async throws(StoreError)
  /// Returns an organization's applications, by name.
  func applications(of organization: String) async throws(StoreError) -> [Application]
  /// Returns the applications of all organizations, by id.
  func applications() async throws(StoreError) -> [Application]
  /// Returns the application with an id; nil if it does not exist.
  func application(_ id: String) async throws(StoreError) -> Application?

  /// Renames an application that has another name; throws `not-found` if it does not exist.
  func renameApplication(
    _ id: String, to name: String, audit: AuditEntry
  ) async throws(StoreError)

  /// Appends an environment; throws `already-exists` if the application has it.
  func add(_ environment: Environment, audit: AuditEntry) async throws(StoreError)
  /// Sets whether sessions of an environment may be followed; throws `not-found` if the environment
  /// does not exist.
  ///
  /// - Returns: False if this was set already; nothing is written then.
  func setAllowsFollowing(
    _ allowsFollowing: Bool, environment: String, of application: String, audit: AuditEntry
  ) async throws(StoreError) -> Bool
  /// Returns an application's environments in order.
  func environments(of application: String) async throws(StoreError) -> [Environment]
}

/// The store of builds' manifests, and of counts of their sessions.
public protocol ManifestStore: Sendable {
  /// Stores the manifest that a member or a token declares, replacing the same build's previous
  /// one.
  ///
  /// - Returns: False if the same manifest was already stored; nothing is written then.
  func put(_ manifest: StoredManifest, audit: AuditEntry) async throws(StoreError) -> Bool
  /// Stores a manifest announced with an SDK key, unless a member or a token has declared this
  /// build; beyond ``StoredManifest/maximumAnnounced``, the oldest announcement is replaced.
  ///
  /// Nothing is written to the audit log: anyone who has the app can announce.
  func announce(_ manifest: StoredManifest) async throws(StoreError) -> AnnouncementResult
  /// Returns an application's manifests, newest first.
  func manifests(of application: String) async throws(StoreError) -> [StoredManifest]
  /// Returns an application's manifests without their bodies, newest first.
  func builds(of application: String) async throws(StoreError) -> [StoredManifest]
  /// Archives a build at a time; unarchives it if the time is nil.
  ///
  /// Only the application, platform, version and build number of `build` are used. Throws
  /// `not-found` if the build has no manifest.
  ///
  /// - Returns: False if it was already in that state; nothing is written then.
  func archiveBuild(
    _ build: StoredManifest, at time: Int?, audit: AuditEntry
  ) async throws(StoreError) -> Bool
  /// Returns the number of sessions that each build has started in an environment since a time.
  func buildUse(
    of application: String, environment: String, since: Int
  ) async throws(StoreError) -> [BuildUse]
}

/// The store of drafts.
public protocol DraftStore: Sendable {
  /// Returns the application's draft; nil if there is none.
  func draft(of application: String) async throws(StoreError) -> Draft?
  /// Returns the application's draft without its body; nil if there is none.
  func draftMetadata(of application: String) async throws(StoreError) -> Draft?
  /// Replaces the draft if `revision` is still current (0 for none); throws `conflict` otherwise.
  ///
  /// - Returns: The draft with its new, higher revision.
  func replaceDraft(
    of application: String, revision: Int, body: [UInt8], author: Actor, at: Int
  ) async throws(StoreError) -> Draft
  /// Removes the draft if `revision` is still current; throws `conflict` otherwise.
  ///
  /// Its revisions are not reused: the next draft's is higher, so that no entity tag ever matches
  /// two drafts.
  func removeDraft(
    of application: String, revision: Int, author: Actor, at: Int
  ) async throws(StoreError)
}

/// The store of the canvas layout.
public protocol LayoutStore: Sendable {
  /// Returns the existing layouts of an application's flows, by flow.
  func layout(of application: String) async throws(StoreError) -> [String: FlowLayout]
  /// Merges a change: the last change of each step wins, and other steps are kept.
  ///
  /// Throws `too-large` if there would be more than `limit` positioned steps or more than `limit`
  /// collapsed nodes; nothing is changed then.
  ///
  /// - Returns: The resulting layouts of the changed flows.
  func changeLayout(
    of application: String, by change: LayoutChange, limit: Int
  ) async throws(StoreError) -> [String: FlowLayout]
}

/// The store of releases.
public protocol ReleaseStore: Sendable {
  /// Numbers a release, adds it and makes it the environment's current one, in one transaction.
  ///
  /// Throws `conflict` unless `expected` is the number of the environment's current release: 0 for
  /// none, nil for any. Of two concurrent callers that expect the same release, one wins.
  ///
  /// A number is used once in an application, even after an older backup was restored: the next one
  /// is higher than the newest release and the numbers passed to `raiseNumbers`. `make` is called
  /// inside the transaction with the next number and that of the environment's current release, nil
  /// for none; its errors are rethrown, and nothing is changed then. `weight` is the approximate
  /// size of the release in bytes.
  ///
  /// - Returns: The stored release.
  func publish(
    to environment: String, of application: String, replacing expected: Int?, weight: Int,
    _ make:
      @escaping @Sendable (_ number: Int, _ current: Int?) throws(StoreError) -> (
        StoredRelease, audit: AuditEntry
      )
  ) async throws(StoreError) -> StoredRelease
  /// Returns the number of the application's next release.
  func nextNumber(of application: String) async throws(StoreError) -> Int
  /// Returns the highest known issued number of each environment, including of releases that the
  /// store no longer has; by application and environment.
  func issuedNumbers() async throws(StoreError) -> [IssuedNumber]
  /// Raises the next numbers above these, for a store that is older than apps' releases.
  func raiseNumbers(_ numbers: [IssuedNumber]) async throws(StoreError)
  /// Returns the current release of an environment; nil if there is none.
  func currentRelease(
    of application: String, environment: String
  ) async throws(StoreError) -> StoredRelease?
  /// Returns the current releases of all environments, for a server's startup.
  func currentReleases() async throws(StoreError) -> [StoredRelease]
  /// Returns the release with a number; nil if it does not exist.
  func release(_ number: Int, of application: String) async throws(StoreError) -> StoredRelease?
  /// Returns releases with a number below `before`, without their bodies, newest first.
  func releases(
    of application: String, environment: String?, before: Int?, limit: Int
  ) async throws(StoreError) -> [StoredRelease]
}

/// The store of SDK keys.
public protocol SDKKeyStore: Sendable {
  /// Adds an SDK key.
  func add(_ key: StoredSDKKey, audit: AuditEntry) async throws(StoreError)
  /// Returns an application's SDK keys, newest first, including revoked ones.
  func sdkKeys(of application: String) async throws(StoreError) -> [StoredSDKKey]
  /// Returns all active SDK keys, for a server's startup.
  func activeSDKKeys() async throws(StoreError) -> [StoredSDKKey]
  /// Revokes a key; returns false if no active key has this id.
  func revokeSDKKey(_ id: String, at: Int, audit: AuditEntry) async throws(StoreError) -> Bool
}

/// The store of API tokens.
public protocol TokenStore: Sendable {
  /// Adds an API token, with at most the lifetime that its organization allows, and at most until
  /// the expiry of the token that creates it.
  func add(_ token: APIToken, audit: AuditEntry) async throws(StoreError)
  /// Returns an organization's tokens, newest first, including revoked ones.
  func tokens(of organization: String) async throws(StoreError) -> [APIToken]
  /// Returns a user's own tokens that are active at a time, in all organizations, newest first.
  func activeTokens(ofUser user: String, at now: Int) async throws(StoreError) -> [APIToken]
  /// Returns the token with an id; nil if it does not exist.
  func token(_ id: String) async throws(StoreError) -> APIToken?
  /// Revokes a token; returns false if no active token has this id.
  func revokeToken(_ id: String, at: Int, audit: AuditEntry) async throws(StoreError) -> Bool
  /// Records the use of a token unless a later use is recorded; to be called at most once a minute.
  ///
  /// A use later by more than `APIToken.maximumClockSkew` is from before the clock was set back,
  /// and is replaced.
  func touchToken(_ id: String, at: Int) async throws(StoreError)
  /// Revokes all of a user's tokens in an organization; writes the audit entry if there were any.
  ///
  /// - Returns: The ids of the tokens that were active.
  func revokeTokens(
    of user: String, in organization: String, at: Int, audit: AuditEntry
  ) async throws(StoreError) -> [String]
}

/// The store of apps' events, and of the attributes that they report.
public protocol EventStore: Sendable {
  /// Stores batches of events in one transaction; skips batches whose key was already stored.
  ///
  /// Throws `quota-reached` if an application's batches would exceed `quota` bytes; nothing is
  /// stored then. A batch that was already stored is never refused.
  ///
  /// - Returns: For each batch, whether it was new.
  func append(_ batches: [EventBatch], quota: Int?) async throws(StoreError) -> [Bool]
  /// Returns the size of an application's batches as counted by its quota, in bytes.
  func eventVolume(of application: String) async throws(StoreError) -> Int
  /// Returns batches in the order of arrival, starting after `after`.
  func eventBatches(
    of application: String, after: Int, limit: Int
  ) async throws(StoreError) -> [EventBatch]

  /// Returns the attributes that apps have reported, by name; see `AttributeLimits`.
  func attributes(of application: String) async throws(StoreError) -> [ReportedAttribute]
}

/// The store of results, which are counted from apps' events.
public protocol ResultStore: Sendable {
  /// Returns the oldest batches that are not counted yet, and the id of the newest that is: at most
  /// `limit`, and at most `bytes` of bodies and `events` in them unless a single one has more.
  func uncountedEvents(
    limit: Int, bytes: Int, events: Int
  ) async throws(StoreError) -> (after: Int, batches: [EventBatch])
  /// Counts what sessions did in the batches after `after` up to `last`, in one transaction, so
  /// that each batch counts exactly once.
  ///
  /// - Returns: Whether it was counted; not if `after` is no longer the newest counted batch.
  func count(
    _ activities: [SessionActivity], of batches: (after: Int, last: Int)
  ) async throws(StoreError) -> Bool
  /// Returns the results of sessions that started, and of users for whom an experiment took effect
  /// first, on a day or later; days are counted since 1970.
  func results(
    of application: String, environment: String, since day: Int
  ) async throws(StoreError) -> FlowResults
  /// Removes some of the counts from before a time, and of the records of users who did nothing
  /// since, and of sessions that did nothing since `sessionsBefore`.
  ///
  /// - Returns: Whether there may be more.
  func removeResults(
    before time: Int, sessionsBefore: Int
  ) async throws(StoreError) -> Bool
}

/// The store of screens' snapshots.
public protocol SnapshotStore: Sendable {
  /// Stores a screen's snapshot, replacing the previous one.
  func put(_ snapshot: Snapshot) async throws(StoreError) -> Snapshot.PutResult
  /// Returns a screen's snapshot; nil if there is none.
  func snapshot(of screen: String, in application: String) async throws(StoreError) -> Snapshot?
  /// Returns an application's snapshots without their bytes, by screen name.
  func snapshots(of application: String) async throws(StoreError) -> [Snapshot]
  /// Removes snapshots.
  ///
  /// - Returns: The number of snapshots removed.
  func removeSnapshots(
    of screens: [String], in application: String
  ) async throws(StoreError) -> Int
}

/// The store of pictures that documents reference by hash.
public protocol AssetStore: Sendable {
  /// Adds an asset unless the application already has it.
  func put(_ asset: StoredAsset) async throws(StoreError) -> StoredAsset.PutResult
  /// Returns an asset with its bytes; nil if it does not exist.
  func asset(_ digest: String, of application: String) async throws(StoreError) -> StoredAsset?
  /// Returns an application's assets without their bytes, newest first, with their uses.
  func assets(of application: String) async throws(StoreError) -> [StoredAsset]
  /// Returns those of the digests for which the application has no asset, in the same order.
  func missingAssets(
    among digests: [String], of application: String
  ) async throws(StoreError) -> [String]
  /// Removes an asset that the draft, the releases and the templates do not use.
  func removeAsset(
    _ digest: String, of application: String
  ) async throws(StoreError) -> StoredAsset.RemovalResult
  /// Removes some of the assets that have been unused for `StoredAsset.unusedSeconds`.
  ///
  /// - Returns: Whether there may be more of them.
  func removeUnusedAssets(at now: Int) async throws(StoreError) -> Bool
}

/// The store of screen templates.
public protocol TemplateStore: Sendable {
  /// Adds a template with its first version; throws `already-exists` if another one has its name,
  /// and `too-large` if the organization has reached its limit.
  func add(
    _ template: ScreenTemplate, assets: [ScreenTemplate.Asset], audit: AuditEntry
  ) async throws(StoreError)
  /// Returns an organization's templates without their content, by name.
  func screenTemplates(of organization: String) async throws(StoreError) -> [ScreenTemplate]
  /// Returns a template in its newest or another stored version; nil if it does not exist.
  func screenTemplate(
    _ id: String, version: Int?, of organization: String
  ) async throws(StoreError) -> ScreenTemplate?
  /// Renames a template or adds a version, and removes versions beyond the limit.
  ///
  /// Throws `not-found` if it does not exist, `conflict` if it is at another revision,
  /// `already-exists` if another template has the name, and `too-large` beyond the limit. Nothing
  /// is written if nothing changes.
  ///
  /// - Returns: The resulting template.
  func change(
    _ change: ScreenTemplate.Change, audit: AuditEntry
  ) async throws(StoreError) -> ScreenTemplate
  /// Removes a template with all versions; throws like `change`.
  func removeScreenTemplate(
    _ id: String, revision: Int, of organization: String, audit: AuditEntry
  ) async throws(StoreError)
  /// Returns the applications of an organization whose draft contains a text, such as an id.
  func applicationsWithDraft(
    containing text: String, of organization: String
  ) async throws(StoreError) -> [String]
}

/// The store of the audit log.
public protocol AuditStore: Sendable {
  /// Returns the entries of an organization's audit log with an id below `before`, newest first.
  func audit(
    of organization: String, matching filter: AuditFilter, before: Int?, limit: Int
  ) async throws(StoreError) -> [AuditEntry]
}

extension EventStore {
  /// Stores batches of events without a quota.
  public func append(_ batches: [EventBatch]) async throws(StoreError) -> [Bool] {
    try await append(batches, quota: nil)
  }
}

extension AuditStore {
  /// Returns audit entries of one application or of all, newest first.
  public func audit(
    of organization: String, application: String?, before: Int?, limit: Int
  ) async throws(StoreError) -> [AuditEntry] {
    try await audit(
      of: organization, matching: AuditFilter(application: application), before: before,
      limit: limit)
  }
}

extension ReleaseStore {
  /// Adds a release with a given number; throws `conflict` unless that is the next one.
  public func publish(_ release: StoredRelease, audit: AuditEntry) async throws(StoreError) {
    _ = try await publish(
      to: release.environment, of: release.application, replacing: nil,
      weight: release.body.count
    ) { next, _ throws(StoreError) in
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
