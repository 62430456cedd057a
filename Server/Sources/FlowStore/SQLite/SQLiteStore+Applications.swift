import Accounts
import GRDB

extension SQLiteStore {
  package func add(
    _ application: Application, environments: [String], audit: AuditEntry
  ) async throws(StoreError) {
    let (quotas, users) = (quotas, users)
    try await change { database in
      let id = application.id
      try database.require(organization: application.organization)
      try database.require(.owner, of: audit, users)
      // NB: checked before the id, so that an organization that has reached its quota learns
      // nothing about the ids of others.
      try database.require(quotas, applicationsOf: application.organization)
      if try database.has("SELECT 1 FROM application WHERE id = ?", [id]) {
        throw StoreError(.alreadyExists, "There is an application \"\(id)\" already.")
      }
      try database.run(
        "INSERT INTO application (id, organization, name, created) VALUES (?, ?, ?, ?)",
        [id, application.organization, application.name, application.created])
      for name in environments { try database.addEnvironment(name, to: id, quotas) }
      try database.record(audit)
    }
  }

  package func applications(of organization: String) async throws(StoreError) -> [Application] {
    try await read { database in
      try database.all(
        """
        SELECT id, organization, name, created FROM application WHERE organization = ?
        ORDER BY name, id
        """, [organization], Application.init)
    }
  }

  package func applications() async throws(StoreError) -> [Application] {
    try await read { database in
      try database.all(
        "SELECT id, organization, name, created FROM application ORDER BY id", [],
        Application.init)
    }
  }

  package func application(_ id: String) async throws(StoreError) -> Application? {
    try await read { database in
      try database.first(
        "SELECT id, organization, name, created FROM application WHERE id = ?", [id],
        Application.init)
    }
  }

  package func renameApplication(
    _ id: String, to name: String, audit: AuditEntry
  ) async throws(StoreError) {
    let users = users
    try await change { database in
      try database.require(application: id)
      try database.require(.owner, of: audit, application: id, users)
      try database.run(
        "UPDATE application SET name = ?1 WHERE id = ?2 AND name != ?1", [name, id])
      guard database.changesCount > 0 else { return }
      try database.record(audit)
    }
  }

  package func add(_ environment: Environment, audit: AuditEntry) async throws(StoreError) {
    let (quotas, users) = (quotas, users)
    try await change { database in
      try database.require(application: environment.application)
      try database.require(.owner, of: audit, application: environment.application, users)
      try database.addEnvironment(environment.name, to: environment.application, quotas)
      try database.record(audit)
    }
  }

  package func setAllowsFollowing(
    _ allowsFollowing: Bool, environment: String, of application: String, audit: AuditEntry
  ) async throws(StoreError) -> Bool {
    let users = users
    return try await change { database in
      try database.require(environment: environment, of: application)
      try database.require(
        .owner, of: audit, application: application, environment: environment, users)
      try database.run(
        """
        UPDATE environment SET allows_following = ?1
        WHERE application = ?2 AND name = ?3 AND allows_following IS NOT ?1
        """, [allowsFollowing, application, environment])
      guard database.changesCount > 0 else { return false }
      try database.record(audit)
      return true
    }
  }

  package func environments(of application: String) async throws(StoreError) -> [Environment] {
    try await read { database in
      try database.all(
        """
        SELECT application, name, current, allows_following FROM environment WHERE application = ?
        ORDER BY position
        """, [application]
      ) {
        Environment(
          application: try $0.text(0), name: try $0.text(1), current: try $0.optionalInt(2),
          allowsFollowing: try $0.optionalInt(3).map { $0 != 0 })
      }
    }
  }
}

extension Application {
  fileprivate init(_ row: Columns) throws {
    self.init(
      id: try row.text(0), organization: try row.text(1), name: try row.text(2),
      created: try row.int(3))
  }
}

extension Database {
  fileprivate func require(_ quotas: Quotas, applicationsOf organization: String) throws {
    let count = try count("application WHERE organization = ?", [organization])
    try require(quotas, .applications, count: count) {
      QuotaMessage(subject: "The organization has \($0) applications")
    }
  }

  fileprivate func addEnvironment(
    _ name: String, to application: String, _ quotas: Quotas
  ) throws {
    let key: StatementArguments = [application, name]
    if try has("SELECT 1 FROM environment WHERE application = ? AND name = ?", key) {
      throw StoreError(
        .alreadyExists, "Application \"\(application)\" has an environment \"\(name)\" already.")
    }
    let count = try count("environment WHERE application = ?", [application])
    try require(quotas, .environments, count: count) {
      QuotaMessage(subject: "Application \"\(application)\" has \($0) environments")
    }
    try run(
      """
      INSERT INTO environment (application, name, position)
      SELECT ?1, ?2, coalesce(max(position), 0) + 1 FROM environment WHERE application = ?1
      """, key)
  }

  /// Throws `not-found` unless the organization exists.
  func require(organization id: String) throws {
    guard try has("SELECT 1 FROM organization WHERE id = ?", [id]) else {
      throw StoreError(.notFound, "There is no organization \"\(id)\".")
    }
  }

  /// Throws `not-found` unless the application exists.
  func require(application id: String) throws {
    guard try has("SELECT 1 FROM application WHERE id = ?", [id]) else {
      throw StoreError(.notFound, "There is no application \"\(id)\".")
    }
  }

  /// Throws `not-found` unless the application has the environment.
  func require(environment name: String, of application: String) throws {
    let key: StatementArguments = [application, name]
    guard try has("SELECT 1 FROM environment WHERE application = ? AND name = ?", key) else {
      try require(application: application)
      throw StoreError(
        .notFound, "Application \"\(application)\" has no environment \"\(name)\".")
    }
  }
}
