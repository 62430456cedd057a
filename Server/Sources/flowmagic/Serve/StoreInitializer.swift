import Accounts
import FlowCore
import FlowServer
import FlowStore

/// Adds the data that a server needs to start; existing data is left unchanged, except that sample
/// users who are disabled are enabled, and those who left the organization join it again.
struct StoreInitializer {
  private let store: any Store
  private let services: Services
  private let mode: SiteSettings.Mode
  private let actor = Actor.operator("flowmagic init")

  /// Creates an initializer with the services of the running server, or with new ones.
  init(_ services: Services, mode: SiteSettings.Mode) {
    store = services.store
    self.services = services
    self.mode = mode
  }

  /// Adds the organization, the requested application and an admin token if they are missing; with
  /// `createsToken`, always a new token.
  ///
  /// - Returns: What was added, the admin tokens, and the SDK keys of the requested application.
  /// - Throws: `AccountError` `.invalidInput` for an invalid name, before anything is added.
  func initialize(
    organization: String, name: String, addsSample: Bool, firstFlow: String?, createsToken: Bool,
    tokenDays: Int?
  ) async throws -> InitResult {
    let name = try DisplayName.checkedNonEmpty(name)
    var result = InitResult(organization: organization)
    if addsSample { try await checkOwner(of: SampleShop.application, is: organization) }
    if let firstFlow { try await checkOwner(of: firstFlow, is: organization) }
    let organizations = try await store.organizations()
    if !organizations.contains(where: { $0.id == organization }) {
      try await store.add(
        Organization(id: organization, name: name, created: services.clock()),
        audit: audit("organization.added", organization, detail: ["name": .string(name)]))
      result.added.append("the organization \(organization)")
    }
    if addsSample {
      try await add(try .sampleShop(at: services.clock()), to: &result)
      if mode == .development { try await addUsers(to: &result) }
    }
    if let firstFlow { try await add(.firstFlow(of: firstFlow), to: &result) }
    let hasToken = try await !adminTokens(of: organization).isEmpty
    if createsToken || !hasToken {
      (result.token, result.tokenExpires) = try await addToken(organization, days: tokenDays)
      result.added.append("an admin token")
    }
    result.adminTokens = try await adminTokens(of: organization).map { .init($0) }
    return result
  }

  /// The active admin tokens for the whole organization that belong to no user, the last to expire
  /// first.
  private func adminTokens(of organization: String) async throws -> [APIToken] {
    let now = services.clock()
    return try await store.tokens(of: organization).filter {
      $0.revoked == nil && $0.expires ?? .max > now && $0.user == nil && $0.application == nil
        && $0.scopes.contains(Scope.admin.rawValue)
    }
    .sorted { ($0.expires ?? .max, $0.created) > ($1.expires ?? .max, $1.created) }
  }

  private func addToken(
    _ id: String, days: Int?
  ) async throws -> (text: String, expires: String) {
    let organization = try await store.organization(id)
    let limit = organization?.tokenDays ?? TokenLifetime.defaultLimit
    guard days ?? 1 <= limit else {
      throw AccountError(
        .invalidInput,
        "--token-days must be at most \(limit), the limit of \(id). Its owners can change it in "
          + "the organization's settings.")
    }
    let credential = TokenCredential()
    let now = services.clock()
    let expires = now + (days ?? min(TokenLifetime.default, limit)) * 86_400
    let token = APIToken(
      id: credential.id, organization: id, name: "init", hash: credential.hash,
      scopes: [Scope.admin.rawValue], created: now, expires: expires)
    try await store.add(
      token,
      audit: audit(
        "token.added", id,
        detail: [
          "id": .string(token.id), "name": "init", "expires": .string(Timestamp.string(expires)),
        ]))
    try await services.accounts.organizations.notifyOfNewToken(
      TokenNotice(
        name: token.name, scope: Scope.admin.rawValue, organization: organization?.name ?? id,
        resource: "", expires: expires),
      in: id, toOwners: true, by: actor,
      client: Client(address: "local", userAgent: "the operator's command line"))
    return (credential.string, Timestamp.string(expires))
  }

  private func addUsers(to result: inout InitResult) async throws {
    let (password, added, joined) = try await SampleUsers.add(
      to: result.organization, in: services.accounts)
    result.password = password
    result.users = SampleUsers.roles.map {
      ($0.rawValue, SampleUsers.email($0), added.contains($0))
    }
    result.added += added.map { "the sample user \(SampleUsers.email($0))" }
    result.added += joined.map {
      "the sample user \(SampleUsers.email($0)) as a member, with the same password as before"
    }
  }

  private func add(_ starter: StarterApplication, to result: inout InitResult) async throws {
    let id = starter.id
    result.application = id
    if try await store.application(id) == nil {
      try await store.add(
        Application(
          id: id, organization: result.organization, name: starter.name,
          created: services.clock()),
        environments: StarterApplication.environments,
        audit: audit(
          "application.added", result.organization, id, detail: ["name": .string(starter.name)]))
      result.added.append("the application \(id)")
    }
    if let manifest = starter.manifest { try await add(manifest, result.organization) }
    for environment in try await store.environments(of: id) {
      try await addKey(environment, to: &result)
      if environment.current == nil { try await publish(starter, environment, to: &result) }
    }
  }

  /// Throws if the application exists and belongs to another organization.
  private func checkOwner(
    of application: String, is organization: String
  ) async throws {
    guard let owner = try await store.application(application)?.organization, owner != organization
    else { return }
    throw StoreError(.alreadyExists, "The application \(application) belongs to \(owner).")
  }

  private func add(_ stored: StoredManifest, _ organization: String) async throws {
    let manifests = try await store.manifests(of: stored.application)
    // A manifest sent by the app itself is newer.
    guard !manifests.contains(where: { $0.platform == stored.platform }) else { return }
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
    _ environment: Environment, to result: inout InitResult
  ) async throws {
    let keys = try await store.sdkKeys(of: environment.application)
    var key = keys.first { $0.environment == environment.name && $0.revoked == nil }
    if key == nil {
      let new = StoredSDKKey(
        id: SDKKeyFormat.newID(), application: environment.application,
        environment: environment.name, name: "init", created: services.clock())
      try await store.add(
        new,
        audit: audit(
          "sdk-key.added", result.organization, environment.application, environment.name,
          detail: ["id": .string(new.id), "name": "init"]))
      services.streams.addOrganization(result.organization)
      services.currentReleases.addKey(ServedKey(new, organization: result.organization))
      result.added.append("an SDK key for \(environment.name)")
      key = new
    }
    guard let key else { return }
    let publicKey = await services.signer.publicKey
    result.sdkKeys.append((environment.name, SDKKeyFormat.string(key, publicKey: publicKey)))
  }

  private func publish(
    _ starter: StarterApplication, _ environment: Environment, to result: inout InitResult
  ) async throws {
    let release = try await Publisher(services).publish(
      Publisher.Request(
        organization: result.organization, application: environment.application,
        environment: environment.name, document: starter.document, note: starter.note,
        author: actor, acceptsWarnings: true))
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
