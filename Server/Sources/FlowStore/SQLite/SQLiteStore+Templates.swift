import Accounts
import GRDB

extension SQLiteStore {
  package func add(
    _ template: ScreenTemplate, assets: [ScreenTemplate.Asset], audit: AuditEntry
  ) async throws(StoreError) {
    let users = users
    try await change(weight: template.body.count + 1024) { database in
      try database.require(organization: template.organization)
      try database.require(.drafter, of: audit, users)
      try database.requireFreeName(template.name, of: template.organization, besides: "")
      let count = try database.count(
        "screen_template WHERE organization = ?", [template.organization])
      guard count < ScreenTemplate.limit else {
        throw StoreError(
          .tooLarge, "The organization has \(ScreenTemplate.limit) templates already: remove one.")
      }
      try database.run(
        """
        INSERT INTO screen_template (organization, id, name, revision, version)
        VALUES (?, ?, ?, 1, 1)
        """, [template.organization, template.id, template.name])
      try database.insertVersion(of: template, assets)
      try database.record(audit)
    }
  }

  package func screenTemplates(
    of organization: String
  ) async throws(StoreError) -> [ScreenTemplate] {
    try await read { database in
      try database.all(
        """
        SELECT organization, id, name, revision, version, x'', author, author_kind, author_id,
          author_user, updated
        FROM \(ScreenTemplate.newest)
        WHERE organization = ? ORDER BY name COLLATE NOCASE, id
        """, [organization], ScreenTemplate.init)
    }
  }

  package func screenTemplate(
    _ id: String, version: Int?, of organization: String
  ) async throws(StoreError) -> ScreenTemplate? {
    try await read { database in
      guard let newest = try database.template(id, of: organization) else { return nil }
      guard let version, version != newest.version else { return newest }
      return try database.first(
        """
        SELECT organization, template, ?, ?, version, body, author, author_kind, author_id,
          author_user, updated
        FROM screen_template_version WHERE organization = ? AND template = ? AND version = ?
        """, [newest.name, newest.revision, organization, id, version], ScreenTemplate.init)
    }
  }

  package func change(
    _ change: ScreenTemplate.Change, audit: AuditEntry
  ) async throws(StoreError) -> ScreenTemplate {
    let users = users
    return try await self.change(weight: (change.body?.count ?? 0) + 1024) { database in
      try database.require(.drafter, of: audit, users)
      let current = try database.template(change.id, of: change.organization, at: change.revision)
      let name = change.name ?? current.name
      try database.requireFreeName(name, of: change.organization, besides: change.id)
      let isNew = change.body != nil && change.body != current.body
      guard isNew || name != current.name else { return current }
      let next = ScreenTemplate(
        organization: current.organization, id: current.id, name: name,
        revision: current.revision + 1, version: current.version + (isNew ? 1 : 0),
        body: isNew ? change.body ?? [] : current.body,
        author: isNew ? change.author : current.author,
        updated: isNew ? change.at : current.updated)
      try database.run(
        """
        UPDATE screen_template SET name = ?, revision = ?, version = ?
        WHERE organization = ? AND id = ?
        """, [name, next.revision, next.version, next.organization, next.id])
      if isNew {
        try database.removeVersions(of: next, upTo: next.version - ScreenTemplate.keptVersions)
        try database.insertVersion(of: next, change.assets)
      }
      try database.record(audit)
      return next
    }
  }

  package func removeScreenTemplate(
    _ id: String, revision: Int, of organization: String, audit: AuditEntry
  ) async throws(StoreError) {
    let users = users
    try await change { database in
      try database.require(.drafter, of: audit, users)
      let current = try database.template(id, of: organization, at: revision)
      try database.removeVersions(of: current, upTo: current.version)
      try database.run(
        "DELETE FROM screen_template WHERE organization = ? AND id = ?", [organization, id])
      try database.record(audit)
    }
  }

  package func applicationsWithDraft(
    containing text: String, of organization: String
  ) async throws(StoreError) -> [String] {
    try await read { database in
      try database.all(
        """
        SELECT application.id FROM application
        JOIN draft ON draft.application = application.id
        WHERE application.organization = ? AND instr(draft.body, CAST(? AS BLOB)) > 0
        ORDER BY application.id
        """, [organization, text]
      ) { try $0.text(0) }
    }
  }
}

extension ScreenTemplate {
  /// The templates joined with their newest version.
  fileprivate static let newest = """
    (SELECT screen_template.organization, id, name, revision, screen_template.version, body,
       author, author_kind, author_id, author_user, updated
     FROM screen_template JOIN screen_template_version AS content
       ON content.organization = screen_template.organization
       AND content.template = screen_template.id AND content.version = screen_template.version)
    """

  fileprivate init(_ row: Columns) throws {
    self.init(
      organization: try row.text(0), id: try row.text(1), name: try row.text(2),
      revision: try row.int(3), version: try row.int(4), body: try row.bytes(5),
      author: try row.actor(6), updated: try row.int(10))
  }
}

extension Database {
  fileprivate func template(_ id: String, of organization: String) throws -> ScreenTemplate? {
    try first(
      """
      SELECT organization, id, name, revision, version, body, author, author_kind, author_id,
        author_user, updated
      FROM \(ScreenTemplate.newest) WHERE organization = ? AND id = ?
      """, [organization, id], ScreenTemplate.init)
  }

  /// Returns the template if it is still at this revision.
  fileprivate func template(
    _ id: String, of organization: String, at revision: Int
  ) throws -> ScreenTemplate {
    guard let current = try template(id, of: organization) else {
      throw StoreError(.notFound, "There is no template \"\(id)\".")
    }
    guard current.revision == revision else {
      throw StoreError(
        .conflict,
        "The template is at revision \(current.revision), and this change is based on revision "
          + "\(revision): read it again.")
    }
    return current
  }

  fileprivate func requireFreeName(
    _ name: String, of organization: String, besides id: String
  ) throws {
    let isTaken = try has(
      "SELECT 1 FROM screen_template WHERE organization = ? AND name = ? AND id != ?",
      [organization, name, id])
    guard !isTaken else {
      throw StoreError(.alreadyExists, "There is a template named \"\(name)\" already.")
    }
  }

  fileprivate func insertVersion(
    of template: ScreenTemplate, _ assets: [ScreenTemplate.Asset]
  ) throws {
    let bytes = try first(
      "SELECT coalesce(sum(length(body)), 0) FROM screen_template_version WHERE organization = ?",
      [template.organization]
    ) { try $0.int(0) }
    guard (bytes ?? 0) + template.body.count <= ScreenTemplate.maximumBytes else {
      throw StoreError(
        .tooLarge,
        "The organization's templates may have \(ScreenTemplate.maximumBytes >> 20) MiB in total, "
          + "with their earlier versions: remove one.")
    }
    let author = template.author
    try run(
      """
      INSERT INTO screen_template_version
        (organization, template, version, author, author_kind, author_id, author_user, updated,
         body)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        template.organization, template.id, template.version, author.name, author.kind.rawValue,
        author.id, author.user, template.updated, blob(template.body),
      ])
    for asset in assets {
      try run(
        """
        INSERT OR IGNORE INTO screen_template_asset
          (application, digest, organization, template, version)
        SELECT application, digest, ?, ?, ? FROM asset WHERE application = ? AND digest = ?
        """,
        [
          template.organization, template.id, template.version, asset.application, asset.digest,
        ])
    }
  }

  fileprivate func removeVersions(of template: ScreenTemplate, upTo version: Int) throws {
    let key: StatementArguments = [template.organization, template.id, version]
    for table in ["screen_template_asset", "screen_template_version"] {
      try run(
        "DELETE FROM \(table) WHERE organization = ? AND template = ? AND version <= ?", key)
    }
  }
}
