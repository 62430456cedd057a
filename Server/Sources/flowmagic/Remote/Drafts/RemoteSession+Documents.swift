import FlowCore

/// The draft as the server has it.
struct FetchedDraft {
  let bytes: [UInt8]
  /// What `If-Match` calls it.
  let tag: String

  /// The number in the tag.
  var revision: Int? { Int(tag.filter { $0 != "\"" }) }
}

extension RemoteSession {
  /// The application's draft; nil if there is none.
  func draft(of app: String) async throws -> FetchedDraft? {
    do {
      let answer = try await client.send(.get, "v1", "apps", app, "draft")
      return FetchedDraft(bytes: answer.body, tag: answer.etag ?? "")
    } catch let problem as RemoteProblem where problem.code == "no-draft" {
      return nil
    }
  }

  /// A release's document, its exact bytes.
  func release(_ number: Int, of app: String) async throws -> [UInt8] {
    do {
      return try await client.send(.get, "v1", "apps", app, "releases", "\(number)").body
    } catch var problem as RemoteProblem where problem.code == "unknown-release" {
      problem.message = "\(app) has no release \(number)."
      throw problem
    }
  }

  /// A release's document; nil for none.
  func document(_ number: Int?, of app: String) async throws -> FlowDocument? {
    guard let number else { return nil }
    return try loaded(try await release(number, of: app), "release \(number)").document
  }

  /// A document with the text that it was read from.
  func loaded(_ bytes: [UInt8], _ label: String) throws -> LoadedDocument {
    try LoadedDocument(Source(file: label, bytes: bytes))
  }

  /// What the server says about a document for the builds in use in an environment.
  func findings(_ bytes: [UInt8], of app: String, in environment: String) async throws -> [JSON] {
    let answer = try await client.send(
      .post, "v1", "apps", app, "verification", query: [("environment", environment)], body: bytes)
    return try answer.json()["findings"]?.array ?? []
  }
}
