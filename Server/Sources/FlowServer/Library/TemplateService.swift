import Accounts
import FlowCore
import FlowStore
import HTTPTypes

/// Adds, changes and removes the templates of an organization, with optimistic concurrency.
struct TemplateService {
  private let request: EndpointRequest

  init(_ request: EndpointRequest) { self.request = request }

  /// Returns a template of the organization, or one version of it.
  ///
  /// - Throws: `unknown-template` if it does not exist.
  func existing(version: Int? = nil) async throws -> ScreenTemplate {
    let id = request.path("template")
    let organization = try request.organization
    guard
      let template = try await request.store.screenTemplate(
        id, version: version, of: organization)
    else {
      let which = version.map { "version \($0) of a template" } ?? "template"
      throw Problem(.unknownTemplate, "There is no \(which) \"\(id.prefix(80))\".")
    }
    return template
  }

  func add() async throws -> ScreenTemplate {
    let object = try request.object()
    let name = try Self.name(object)
    guard let content = try await content(object) else {
      throw Problem.malformedBody("`content` is required.")
    }
    let template = ScreenTemplate(
      organization: try request.organization, id: SecureRandom.base62(16), name: name,
      body: content.body, author: request.principal.actor, updated: request.now)
    let audit = try audit("added", template)
    do throws(StoreError) {
      try await request.store.add(template, assets: content.assets, audit: audit)
    } catch { throw mapped(error) }
    return template
  }

  func change() async throws -> ScreenTemplate {
    let revision = try await baseRevision()
    let object = try request.object()
    let name = try object.optionalString("name").map { _ in try Self.name(object) }
    let content = try await content(object)
    guard name != nil || content != nil else {
      throw Problem.malformedBody("`name` or `content` is required.")
    }
    let template = try await existing()
    let change = ScreenTemplate.Change(
      organization: template.organization, id: template.id, revision: revision, name: name,
      body: content?.body, assets: content?.assets ?? [], author: request.principal.actor,
      at: request.now)
    let audit =
      content == nil
      ? try audit("renamed", template, to: name) : try audit("changed", template, to: name)
    do throws(StoreError) {
      return try await request.store.change(change, audit: audit)
    } catch { throw mapped(error) }
  }

  func remove() async throws {
    let revision = try await baseRevision()
    let template = try await existing()
    let audit = try audit("removed", template)
    do throws(StoreError) {
      try await request.store.removeScreenTemplate(
        template.id, revision: revision, of: template.organization, audit: audit)
    } catch { throw mapped(error) }
  }

  /// The screens linked to the template, in the drafts that the caller may see, and the number of
  /// other drafts that have some.
  func uses() async throws -> JSON {
    let template = try await existing()
    let ids = try await request.store.applicationsWithDraft(
      containing: template.id, of: template.organization)
    var uses: [JSON] = []
    var hidden = 0
    for id in ids {
      guard let application = try await request.store.application(id) else { continue }
      // Read one at a time, because drafts may be large.
      guard let draft = try await request.store.draft(of: id),
        let document = try? FlowDocument(parsing: draft.body)
      else { continue }
      let usesInDraft = TemplateUses(document).uses(of: template.id)
      if !usesInDraft.isEmpty, !request.canSee(application) {
        hidden += 1
        continue
      }
      uses += usesInDraft.map { $0.json(in: application) }
    }
    return ["uses": .array(uses), "hidden": .number(JSONNumber(hidden))]
  }

  // MARK: Reading requests

  private static func name(_ object: JSONView) throws -> String {
    try BoundedText.checkName(try object.requiredString("name"), "`name`", limit: 100)
  }

  private func content(_ object: JSONView) async throws -> TemplateContent? {
    guard let view = try object.optionalObject("content") else { return nil }
    let content = try TemplateContent(view)
    guard let id = content.application else { return content }
    guard let application = try await request.store.application(id),
      application.organization == (try request.organization), request.canSee(application)
    else {
      throw Problem(
        .unknownApplication, "There is no application \"\(id.prefix(80))\", or you cannot see it.")
    }
    return content
  }

  /// The revision that the request is based on; the current one for `*`.
  private func baseRevision() async throws -> Int {
    guard let ifMatch = request.headers[.ifMatch] else {
      throw Problem(.preconditionRequired, "Send `If-Match` with the template's ETag.")
    }
    let template = try await existing()
    // NB: `If-Match` uses strong comparison (RFC 9110, 13.1.1): a weak tag matches nothing.
    let tags = ifMatch.split(separator: ",").map { $0.filter { $0 != " " } }
    guard tags.contains(where: { $0 == "*" || $0 == template.tag }) else {
      throw Self.templateChanged
    }
    return template.revision
  }

  private static let templateChanged = Problem(
    .templateChanged, "Someone has changed the template in the meantime: read it again.")

  private func mapped(_ error: StoreError) -> any Error {
    switch error.code {
    case .conflict: Self.templateChanged
    case .notFound: Problem(.unknownTemplate, error.message)
    case .tooLarge: Problem(.tooManyTemplates, error.message)
    default: error
    }
  }

  private func audit(
    _ action: String, _ template: ScreenTemplate, to name: String? = nil
  ) throws -> AuditEntry {
    try request.audit(
      "screen-template.\(action)",
      detail: ["id": .string(template.id), "name": .string(name ?? template.name)])
  }
}

extension ScreenTemplate {
  var tag: String { "\"\(revision)\"" }

  /// The metadata, without the content.
  var json: JSONObject {
    [
      "id": .string(id), "name": .string(name), "version": .number(JSONNumber(version)),
      "updated": .string(Timestamp.string(updated)), "author": author.json,
    ]
  }

  var jsonWithContent: JSONObject {
    get throws {
      var object = json
      object["content"] = try JSON(parsing: body)
      return object
    }
  }
}
