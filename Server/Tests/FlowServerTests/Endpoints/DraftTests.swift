import FlowCore
import FlowServer
import HTTPTypes
import Testing

@Suite struct DraftTests {
  @Test func `a draft is returned byte for byte`() async throws {
    let site = try await Site()
    let bytes = Array("{ \"schema\":1,  \"flows\" : [] }\n".utf8)
    let path = "/v1/apps/shop/draft"
    let put = try await site.send(.put, path, ["If-None-Match": "*"], bytes: bytes)
    #expect(put.status == 201)
    let response = try await site.send(.get, path)
    #expect(response.body == bytes)
    #expect(response.headers[.eTag] == "\"1\"")
  }

  @Test func `an unseen change is not overwritten`() async throws {
    let site = try await Site()
    let path = "/v1/apps/shop/draft"
    let tag = try await site.putDraft()
    let first = try await site.send(
      .put, path, ["If-Match": tag], body: Flows.document(title: "Mine"))
    #expect(first.status == 200)
    let second = try await site.send(
      .put, path, ["If-Match": tag], body: Flows.document(title: "Theirs"))
    #expect(second.status == 412)
    #expect(second.code == "draft-changed")
    #expect(second.headers[.eTag] == first.headers[.eTag])
    #expect(try await site.send(.get, path).text.contains("Mine"))
  }

  @Test func `a draft is not written without a precondition`() async throws {
    let site = try await Site()
    let response = try await site.send(.put, "/v1/apps/shop/draft", body: Flows.document())
    #expect(response.status == 428)
    #expect(try await site.send(.get, "/v1/apps/shop/draft").code == "no-draft")
  }

  @Test func `a first draft is created once`() async throws {
    let site = try await Site()
    try await site.putDraft()
    let second = try await site.send(
      .put, "/v1/apps/shop/draft", ["If-None-Match": "*"], body: Flows.document())
    #expect(second.status == 412)
  }

  @Test func `an old tag does not bring back a discarded draft`() async throws {
    let site = try await Site()
    let path = "/v1/apps/shop/draft"
    let old = try await site.putDraft()
    #expect(try await site.send(.delete, path, ["If-Match": old]).status == 204)
    #expect(try await site.send(.get, path).status == 404)
    let stale = try await site.send(.put, path, ["If-Match": old], body: Flows.document())
    #expect(stale.status == 412)
    let new = try await site.putDraft()
    #expect(new != old)
  }

  @Test func `a weak tag matches no draft, and one of a list is enough`() async throws {
    let site = try await Site()
    let tag = try await site.putDraft()
    let response = try await site.send(
      .put, "/v1/apps/shop/draft", ["If-Match": "W/\(tag)"], body: Flows.document())
    #expect(response.status == 412)
    let list = try await site.send(
      .put, "/v1/apps/shop/draft", ["If-Match": "\"9\", \(tag)"], body: Flows.document())
    #expect(list.status == 200)
  }

  @Test(arguments: ["{", "[]", "{\"a\":1}", "", "{\"schema\":2,\"flows\":[]}", "\u{0}"])
  func `an invalid document is rejected with an error code, and the draft stays`(
    text: String
  ) async throws {
    let site = try await Site()
    let tag = try await site.putDraft()
    let path = "/v1/apps/shop/draft"
    let response = try await site.send(.put, path, ["If-Match": tag], bytes: Array(text.utf8))
    #expect(response.status == 400)
    #expect(response.json["errors"]?.array?.first?["code"]?.string != nil)
    #expect(try await site.send(.get, path).headers[.eTag] == tag)
  }

  @Test func `a document larger than 16 MiB is rejected`() async throws {
    let site = try await Site()
    let bytes = [UInt8](repeating: 32, count: 16 << 20) + [UInt8](ascii: "{")
    let response = try await site.send(
      .put, "/v1/apps/shop/draft", ["If-None-Match": "*"], bytes: bytes)
    #expect(response.status == 413)
  }

  @Test func `findings are for the builds in the environment`() async throws {
    let site = try await Site()
    try await site.send(
      .post, "/v1/apps/shop/manifests", body: Flows.manifest(screens: ["Other"]))
    try await site.putDraft()
    let response = try await site.send(.get, "/v1/apps/shop/draft/findings")
    #expect(response.json["environment"] == "production")
    #expect((response.json["errors"]?.number?.int ?? 0) > 0)
    #expect(response.text.contains("unknown-screen"))
    let missing = try await site.send(.get, "/v1/apps/shop/draft/findings?environment=mars")
    #expect(missing.code == "unknown-environment")
  }
}

extension Array where Element == UInt8 {
  fileprivate init(ascii text: String) { self = Array(text.utf8) }
}
