import FlowCore

/// A draft from the server.
struct FetchedDraft {
  let bytes: [UInt8]
  /// Its entity tag, for `If-Match`.
  let tag: String

  /// The revision number in the tag; nil if the tag is not a number.
  var revision: Int? { Int(tag.filter { $0 != "\"" }) }
}

extension CommandContext {
  /// The application's draft; nil if there is none.
  func fetchDraft(of app: String) async throws -> FetchedDraft? {
    do {
      let response = try await client.send(.get, "v1", "apps", app, "draft")
      return FetchedDraft(bytes: response.body, tag: response.etag ?? "")
    } catch let problem as RemoteProblem where problem.code == "no-draft" {
      return nil
    }
  }

  /// The exact bytes of a release's document.
  func fetchRelease(_ number: Int, of app: String) async throws -> [UInt8] {
    do {
      return try await client.send(.get, "v1", "apps", app, "releases", "\(number)").body
    } catch var problem as RemoteProblem where problem.code == "unknown-release" {
      problem.message = "\(app) has no release \(number)."
      throw problem
    }
  }

  /// A release's document; nil for no release.
  func fetchDocument(_ number: Int?, of app: String) async throws -> FlowDocument? {
    guard let number else { return nil }
    return try parse(try await fetchRelease(number, of: app), "release \(number)").document
  }

  /// Parses a document, keeping its text.
  func parse(_ bytes: [UInt8], _ label: String) throws -> LoadedDocument {
    try LoadedDocument(SourceText(file: label, bytes: bytes))
  }

  /// Verifies a document on the server against the builds in use in an environment.
  func verify(_ bytes: [UInt8], of app: String, in environment: String) async throws -> [JSON] {
    let response = try await client.send(
      .post, "v1", "apps", app, "verification", query: [("environment", environment)], body: bytes)
    return try response.json()["findings"]?.array ?? []
  }
}
