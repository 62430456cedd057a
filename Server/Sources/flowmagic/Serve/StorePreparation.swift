import Accounts
import FlowCore
import FlowServer
import FlowStore
import Logging

/// Puts into a store what a start needs, and leaves alone what is there.
struct StorePreparation {
  private let store: any Store
  private let signing: SigningKeys
  private let services: Services
  private let mode: SiteSettings.Mode
  private let actor = "flowmagic init"

  init(store: any Store, keys: KeyFolder, site: SiteSettings) async throws {
    self.store = store
    mode = site.mode
    signing = try await keys.keys(for: store)
    let logger = LogFormat.human.logger("init", level: .error)
    let accounts = AccountServices(
      store: store.accounts, keys: try await keys.accountKeys(for: store.accounts),
      settings: site.accounts, logger: logger, clock: Timestamp.now)
    services = Services(
      store: store, keys: signing, minimumIssueTime: keys.minimumIssueTime(), accounts: accounts,
      logger: logger,
      clock: Timestamp.now)
  }

  /// - Returns: What there is now, and what was added.
  func prepare(
    organization: String, name: String, hasSample: Bool, makesToken: Bool
  ) async throws -> PreparedStore {
    var result = PreparedStore(organization: organization)
    let organizations = try await store.organizations()
    if !organizations.contains(where: { $0.id == organization }) {
      try await store.add(
        Organization(id: organization, name: name, created: services.clock()),
        audit: audit("organization.added", organization, detail: ["name": .string(name)]))
      result.added.append("the organization \(organization)")
    }
    if hasSample {
      try await addSample(to: &result)
      if mode == .development { try await addPeople(to: &result) }
    }
    let tokens = try await store.tokens(of: organization)
    if makesToken || !tokens.contains(where: { $0.revoked == nil }) {
      result.token = try await addToken(organization)
      result.added.append("an admin token")
    }
    return result
  }

  private func addToken(_ organization: String) async throws -> String {
    let text = TokenText()
    let token = APIToken(
      id: text.id, organization: organization, name: "init", hash: text.hash,
      scopes: [Scope.admin.rawValue], created: services.clock())
    try await store.add(
      token,
      audit: audit("token.added", organization, detail: ["id": .string(token.id), "name": "init"]))
    return text.text
  }

  private func addPeople(to result: inout PreparedStore) async throws {
    let (password, added) = try await SamplePeople.add(
      to: result.organization, of: services.accounts)
    result.password = password
    result.people = SamplePeople.roles.map { ($0.rawValue, SamplePeople.email($0)) }
    result.added += added.map { "the sample person \(SamplePeople.email($0))" }
  }

  private func addSample(to result: inout PreparedStore) async throws {
    let id = SampleShop.application
    result.application = id
    let application = try await store.application(id)
    if let application, application.organization != result.organization {
      throw StoreError(
        .alreadyExists, "The application \(id) belongs to \(application.organization).")
    }
    if application == nil {
      try await store.add(
        Application(
          id: id, organization: result.organization, name: "Shop", created: services.clock()),
        environments: SampleShop.environments,
        audit: audit("application.added", result.organization, id, detail: ["name": "Shop"]))
      result.added.append("the application \(id)")
    }
    try await addManifest(result.organization)
    for environment in try await store.environments(of: id) {
      try await addKey(environment, to: &result)
      if environment.current == nil { try await publish(environment, to: &result) }
    }
  }

  private func addManifest(_ organization: String) async throws {
    let stored = try SampleShop.manifest(at: services.clock())
    let known = try await store.manifests(of: stored.application)
    // What the app itself has said since then is newer.
    guard !known.contains(where: { $0.platform == stored.platform }) else { return }
    _ = try await store.put(
      stored,
      audit: audit(
        "manifest.added", organization, stored.application,
        detail: [
          "platform": .string(stored.platform), "version": .string(stored.version),
          "build": .string(stored.build),
        ]))
  }

  private func addKey(
    _ environment: Environment, to result: inout PreparedStore
  ) async throws {
    let keys = try await store.sdkKeys(of: environment.application)
    var key = keys.first { $0.environment == environment.name && $0.revoked == nil }
    if key == nil {
      let new = StoredSDKKey(
        id: SDKKeyText.newID(), application: environment.application,
        environment: environment.name, name: "init", created: services.clock())
      try await store.add(
        new,
        audit: audit(
          "sdk-key.added", result.organization, environment.application, environment.name,
          detail: ["id": .string(new.id), "name": "init"]))
      result.added.append("an SDK key for \(environment.name)")
      key = new
    }
    guard let key else { return }
    result.sdkKeys.append((environment.name, SDKKeyText.text(key, trusting: signing.publicKey)))
  }

  private func publish(
    _ environment: Environment, to result: inout PreparedStore
  ) async throws {
    let release = try await Publisher(services).publish(
      Publisher.Request(
        organization: result.organization, application: environment.application,
        environment: environment.name, document: try SampleShop.document(),
        note: "The shop as it comes with FlowMagic", author: actor, acceptsWarnings: true))
    result.added.append("release \(release.number) in \(environment.name)")
  }

  private func audit(
    _ action: String, _ organization: String, _ application: String? = nil,
    _ environment: String? = nil, detail: JSONObject
  ) -> AuditEntry {
    AuditEntry(
      at: services.clock(), actor: actor, action: action, organization: organization,
      application: application, environment: environment,
      detail: JSON.object(detail).text(.canonical))
  }
}
