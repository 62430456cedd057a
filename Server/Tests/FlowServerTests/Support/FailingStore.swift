import Accounts
import FlowStore

/// A store whose checks fail and which stores no events; tests can interrupt some of its reads.
final class FailingStore: Store {
  private let store: SQLiteStore
  private let error: StoreError
  /// Runs after the next token is read and before it is returned.
  let afterTokenRead = Interruption()
  /// Runs after the active SDK keys are next read and before they are returned.
  let afterKeysRead = Interruption()
  let interruptibleAccounts: InterruptibleAccountStore

  init(_ error: StoreError) throws {
    let store = try SQLiteStore(inMemory: ())
    self.store = store
    interruptibleAccounts = InterruptibleAccountStore(store.accounts)
    self.error = error
  }

  func append(_ batches: [EventBatch], quota: Int?) async throws(StoreError) -> [Bool] {
    throw error
  }
  func check() async throws(StoreError) { throw error }
  func checkWritable() async throws(StoreError) { throw error }
}

// Everything else is forwarded to the store.

extension FailingStore {
  func add(_ organization: Organization, audit: AuditEntry) async throws(StoreError) {
    try await store.add(organization, audit: audit)
  }

  var accounts: any AccountStore { interruptibleAccounts }

  func add(_ organization: Organization, owner: Membership, limit: Int?, audit: AuditEntry)
    async throws(StoreError)
  {
    try await store.add(organization, owner: owner, limit: limit, audit: audit)
  }

  func rename(_ organization: String, to name: String, audit: AuditEntry)
    async throws(StoreError)
  {
    try await store.rename(organization, to: name, audit: audit)
  }

  func limitTokens(of organization: String, toDays days: Int?, audit: AuditEntry)
    async throws(StoreError)
  {
    try await store.limitTokens(of: organization, toDays: days, audit: audit)
  }

  func activeTokens(ofUser user: String, at now: Int) async throws(StoreError) -> [APIToken] {
    try await store.activeTokens(ofUser: user, at: now)
  }

  func organization(_ id: String) async throws(StoreError) -> Organization? {
    try await store.organization(id)
  }

  func touchToken(_ id: String, at: Int) async throws(StoreError) {
    try await store.touchToken(id, at: at)
  }

  func revokeTokens(of user: String, in organization: String, at: Int, audit: AuditEntry)
    async throws(StoreError) -> [String]
  {
    try await store.revokeTokens(of: user, in: organization, at: at, audit: audit)
  }

  func organizations() async throws(StoreError) -> [Organization] {
    try await store.organizations()
  }

  func add(_ application: Application, environments: [String], audit: AuditEntry)
    async throws(StoreError)
  {
    try await store.add(application, environments: environments, audit: audit)
  }

  func applications(of organization: String) async throws(StoreError) -> [Application] {
    try await store.applications(of: organization)
  }

  func applications() async throws(StoreError) -> [Application] {
    try await store.applications()
  }

  func application(_ id: String) async throws(StoreError) -> Application? {
    try await store.application(id)
  }

  func add(_ environment: Environment, audit: AuditEntry) async throws(StoreError) {
    try await store.add(environment, audit: audit)
  }

  func setAllowsFollowing(
    _ allowsFollowing: Bool, environment: String, of application: String, audit: AuditEntry
  ) async throws(StoreError) -> Bool {
    try await store.setAllowsFollowing(
      allowsFollowing, environment: environment, of: application, audit: audit)
  }

  func environments(of application: String) async throws(StoreError) -> [Environment] {
    try await store.environments(of: application)
  }

  func put(_ manifest: StoredManifest, audit: AuditEntry) async throws(StoreError) -> Bool {
    try await store.put(manifest, audit: audit)
  }

  func announce(_ manifest: StoredManifest) async throws(StoreError) -> AnnouncementResult {
    try await store.announce(manifest)
  }

  func archiveBuild(
    _ build: StoredManifest, at time: Int?, audit: AuditEntry
  ) async throws(StoreError) -> Bool {
    try await store.archiveBuild(build, at: time, audit: audit)
  }

  func eventVolume(of application: String) async throws(StoreError) -> Int {
    try await store.eventVolume(of: application)
  }

  func space() -> StoreSpace { store.space() }
  func status() async -> StoreStatus { await store.status() }

  func removeEvents(receivedBefore time: Int, now: Int) async throws(StoreError) -> Bool {
    try await store.removeEvents(receivedBefore: time, now: now)
  }

  func truncateWAL() async throws(StoreError) { try await store.truncateWAL() }

  func removeBuildUse(before time: Int) async throws(StoreError) -> Bool {
    try await store.removeBuildUse(before: time)
  }

  func reclaimSpace() async throws(StoreError) -> Bool { try await store.reclaimSpace() }

  func manifests(of application: String) async throws(StoreError) -> [StoredManifest] {
    try await store.manifests(of: application)
  }

  func buildUse(of application: String, environment: String, since: Int) async throws(StoreError)
    -> [BuildUse]
  {
    try await store.buildUse(of: application, environment: environment, since: since)
  }

  func renameApplication(_ id: String, to name: String, audit: AuditEntry)
    async throws(StoreError)
  {
    try await store.renameApplication(id, to: name, audit: audit)
  }

  func builds(of application: String) async throws(StoreError) -> [StoredManifest] {
    try await store.builds(of: application)
  }

  func draftMetadata(of application: String) async throws(StoreError) -> Draft? {
    try await store.draftMetadata(of: application)
  }

  func layout(of application: String) async throws(StoreError) -> [String: FlowLayout] {
    try await store.layout(of: application)
  }

  func changeLayout(of application: String, by change: LayoutChange, limit: Int)
    async throws(StoreError) -> [String: FlowLayout]
  {
    try await store.changeLayout(of: application, by: change, limit: limit)
  }

  func draft(of application: String) async throws(StoreError) -> Draft? {
    try await store.draft(of: application)
  }

  func replaceDraft(of application: String, revision: Int, body: [UInt8], author: Actor, at: Int)
    async throws(StoreError) -> Draft
  {
    try await store.replaceDraft(
      of: application, revision: revision, body: body, author: author, at: at)
  }

  func removeDraft(of application: String, revision: Int, author: Actor, at: Int)
    async throws(StoreError)
  {
    try await store.removeDraft(of: application, revision: revision, author: author, at: at)
  }

  func publish(
    to environment: String, of application: String, replacing expected: Int?, weight: Int,
    _ make:
      @escaping @Sendable (_ number: Int, _ current: Int?) throws(StoreError) -> (
        StoredRelease, audit: AuditEntry
      )
  ) async throws(StoreError) -> StoredRelease {
    try await store.publish(
      to: environment, of: application, replacing: expected, weight: weight, make)
  }

  func nextNumber(of application: String) async throws(StoreError) -> Int {
    try await store.nextNumber(of: application)
  }

  func issuedNumbers() async throws(StoreError) -> [IssuedNumber] {
    try await store.issuedNumbers()
  }

  func raiseNumbers(_ numbers: [IssuedNumber]) async throws(StoreError) {
    try await store.raiseNumbers(numbers)
  }

  func currentRelease(of application: String, environment: String) async throws(StoreError)
    -> StoredRelease?
  {
    try await store.currentRelease(of: application, environment: environment)
  }

  func currentReleases() async throws(StoreError) -> [StoredRelease] {
    try await store.currentReleases()
  }

  func release(_ number: Int, of application: String) async throws(StoreError) -> StoredRelease? {
    try await store.release(number, of: application)
  }

  func releases(of application: String, environment: String?, before: Int?, limit: Int)
    async throws(StoreError) -> [StoredRelease]
  {
    try await store.releases(
      of: application, environment: environment, before: before, limit: limit)
  }

  func add(_ key: StoredSDKKey, audit: AuditEntry) async throws(StoreError) {
    try await store.add(key, audit: audit)
  }

  func sdkKeys(of application: String) async throws(StoreError) -> [StoredSDKKey] {
    try await store.sdkKeys(of: application)
  }

  func activeSDKKeys() async throws(StoreError) -> [StoredSDKKey] {
    let keys = try await store.activeSDKKeys()
    await afterKeysRead.run()
    return keys
  }

  func revokeSDKKey(_ id: String, at: Int, audit: AuditEntry) async throws(StoreError) -> Bool {
    try await store.revokeSDKKey(id, at: at, audit: audit)
  }

  func add(_ token: APIToken, audit: AuditEntry) async throws(StoreError) {
    try await store.add(token, audit: audit)
  }

  func tokens(of organization: String) async throws(StoreError) -> [APIToken] {
    try await store.tokens(of: organization)
  }

  func token(_ id: String) async throws(StoreError) -> APIToken? {
    let token = try await store.token(id)
    await afterTokenRead.run()
    return token
  }

  func revokeToken(_ id: String, at: Int, audit: AuditEntry) async throws(StoreError) -> Bool {
    try await store.revokeToken(id, at: at, audit: audit)
  }

  func eventBatches(of application: String, after: Int, limit: Int) async throws(StoreError)
    -> [EventBatch]
  {
    try await store.eventBatches(of: application, after: after, limit: limit)
  }

  func uncountedEvents(
    limit: Int, bytes: Int, events: Int
  ) async throws(StoreError) -> (after: Int, batches: [EventBatch]) {
    try await store.uncountedEvents(limit: limit, bytes: bytes, events: events)
  }

  func count(
    _ activities: [SessionActivity], of batches: (after: Int, last: Int)
  ) async throws(StoreError) -> Bool {
    try await store.count(activities, of: batches)
  }

  func results(
    of application: String, environment: String, since day: Int
  ) async throws(StoreError) -> FlowResults {
    try await store.results(of: application, environment: environment, since: day)
  }

  func removeResults(
    before time: Int, sessionsBefore: Int
  ) async throws(StoreError) -> Bool {
    try await store.removeResults(before: time, sessionsBefore: sessionsBefore)
  }

  func attributes(of application: String) async throws(StoreError) -> [ReportedAttribute] {
    try await store.attributes(of: application)
  }

  func put(_ snapshot: Snapshot) async throws(StoreError) -> Snapshot.PutResult {
    try await store.put(snapshot)
  }

  func snapshot(of screen: String, in application: String) async throws(StoreError) -> Snapshot? {
    try await store.snapshot(of: screen, in: application)
  }

  func snapshots(of application: String) async throws(StoreError) -> [Snapshot] {
    try await store.snapshots(of: application)
  }

  func removeSnapshots(of screens: [String], in application: String) async throws(StoreError)
    -> Int
  {
    try await store.removeSnapshots(of: screens, in: application)
  }

  func put(_ asset: StoredAsset) async throws(StoreError) -> StoredAsset.PutResult {
    try await store.put(asset)
  }

  func asset(_ digest: String, of application: String) async throws(StoreError) -> StoredAsset? {
    try await store.asset(digest, of: application)
  }

  func assets(of application: String) async throws(StoreError) -> [StoredAsset] {
    try await store.assets(of: application)
  }

  func missingAssets(
    among digests: [String], of application: String
  ) async throws(StoreError) -> [String] {
    try await store.missingAssets(among: digests, of: application)
  }

  func removeAsset(
    _ digest: String, of application: String
  ) async throws(StoreError) -> StoredAsset.RemovalResult {
    try await store.removeAsset(digest, of: application)
  }

  func removeUnusedAssets(at now: Int) async throws(StoreError) -> Bool {
    try await store.removeUnusedAssets(at: now)
  }

  func add(
    _ template: ScreenTemplate, assets: [ScreenTemplate.Asset], audit: AuditEntry
  ) async throws(StoreError) {
    try await store.add(template, assets: assets, audit: audit)
  }

  func screenTemplates(of organization: String) async throws(StoreError) -> [ScreenTemplate] {
    try await store.screenTemplates(of: organization)
  }

  func screenTemplate(
    _ id: String, version: Int?, of organization: String
  ) async throws(StoreError) -> ScreenTemplate? {
    try await store.screenTemplate(id, version: version, of: organization)
  }

  func change(
    _ change: ScreenTemplate.Change, audit: AuditEntry
  ) async throws(StoreError) -> ScreenTemplate {
    try await store.change(change, audit: audit)
  }

  func removeScreenTemplate(
    _ id: String, revision: Int, of organization: String, audit: AuditEntry
  ) async throws(StoreError) {
    try await store.removeScreenTemplate(id, revision: revision, of: organization, audit: audit)
  }

  func applicationsWithDraft(
    containing text: String, of organization: String
  ) async throws(StoreError) -> [String] {
    try await store.applicationsWithDraft(containing: text, of: organization)
  }

  func audit(of organization: String, matching filter: AuditFilter, before: Int?, limit: Int)
    async throws(StoreError) -> [AuditEntry]
  {
    try await store.audit(of: organization, matching: filter, before: before, limit: limit)
  }

  func close() async throws(StoreError) {
    try await store.close()
  }
}
