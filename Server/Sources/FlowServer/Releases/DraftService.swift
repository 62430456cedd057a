import Accounts
import FlowCore
import FlowStore
import HTTPTypes

/// Reads and changes a draft with optimistic concurrency (`If-Match`).
struct DraftService {
  private let request: EndpointRequest

  init(_ request: EndpointRequest) { self.request = request }

  /// Returns the draft.
  ///
  /// - Throws: `no-draft` if there is none.
  func existing() async throws -> Draft {
    guard let draft = try await request.store.draft(of: request.applicationID) else {
      throw Problem(.noDraft, "The application has no draft.")
    }
    return draft
  }

  /// Returns the revision that a change is based on, and whether it creates the first draft.
  ///
  /// - Throws: `draft-changed`, or `precondition-required` without `If-Match` and
  ///   `If-None-Match: *`.
  func baseRevision() async throws -> (revision: Int, isNew: Bool) {
    let draft = try await request.store.draft(of: request.applicationID)
    if let ifNoneMatch = request.headers[.ifNoneMatch], ifNoneMatch == "*" {
      guard draft == nil else { throw draftChanged(draft) }
      return (0, true)
    }
    guard request.headers[.ifMatch] != nil else { throw Self.preconditionRequired }
    guard let draft else { throw draftChanged(nil) }
    try checkMatch(draft)
    return (draft.revision, false)
  }

  /// Throws `draft-changed` unless the request is based on the draft's revision, and
  /// `precondition-required` if it does not say on which.
  func checkMatch(_ draft: Draft) throws(Problem) {
    guard let ifMatch = request.headers[.ifMatch] else { throw Self.preconditionRequired }
    // NB: `If-Match` uses strong comparison (RFC 9110, 13.1.1): a weak tag matches nothing.
    let tags = ifMatch.split(separator: ",").map { $0.drop { $0 == " " } }
    let matches = tags.contains { tag in
      tag == "*" || String(tag).trimmingSuffix(while: " ") == draft.tag
    }
    guard matches else { throw draftChanged(draft) }
  }

  /// Replaces the draft if it has not been changed in the meantime.
  func replace(_ revision: Int, with body: [UInt8]) async throws -> Draft {
    let page = try request.pageID
    do throws(StoreError) {
      let draft = try await request.store.replaceDraft(
        of: request.applicationID, revision: revision, body: body, author: request.principal.actor,
        at: request.now)
      request.services.changes.publishDraft(
        .draft(draft, client: page), revision: draft.revision, to: draft.application)
      return draft
    } catch {
      throw try await mapped(error)
    }
  }

  /// Discards the draft if it has not been changed in the meantime.
  func remove(_ revision: Int) async throws {
    let page = try request.pageID
    let author = request.principal.actor
    let now = request.now
    do throws(StoreError) {
      try await request.store.removeDraft(
        of: request.applicationID, revision: revision, author: author, at: now)
      // Discarding consumes the next revision.
      request.services.changes.publishDraft(
        .draftDiscarded(by: author, at: now, client: page), revision: revision + 1,
        to: request.applicationID)
    } catch {
      throw try await mapped(error)
    }
  }

  private func mapped(_ error: StoreError) async throws -> any Error {
    guard error.code == .conflict else { return error }
    return draftChanged(try await request.store.draft(of: request.applicationID))
  }

  private static let preconditionRequired = Problem(
    .preconditionRequired,
    "Send `If-Match` with the draft's ETag, or `If-None-Match: *` for the first draft.")

  private func draftChanged(_ draft: Draft?) -> Problem {
    guard let draft else {
      return Problem(
        .draftChanged, "The application has no draft; create one with `If-None-Match: *`.")
    }
    return Problem(
      .draftChanged,
      "The draft was changed by \(draft.author.displayName); it is at revision "
        + "\(draft.revision) now.",
      headers: [.eTag: draft.tag])
  }
}

extension Draft {
  /// The entity tag.
  var tag: String { "\"\(revision)\"" }
}

extension String {
  fileprivate func trimmingSuffix(while character: Character) -> Substring {
    var text = self[...]
    while text.last == character { text.removeLast() }
    return text
  }
}
