import FlowCore
import FlowServer
import Foundation
import HTTPTypes
import Testing

/// Malformed and out-of-range numbers in the fields and parameters that take one.
@Suite struct NumberTests {
  /// JSON values that no integer field accepts.
  private static let invalid =
    [
      #""1""#, #""12""#, #""1e400""#, #""""#, "1.5", "1e400", "-1e400", "1e999999999",
      "1e-999999999", "9223372036854775808", "18446744073709551617", "1e19", "NaN", "Infinity",
      "0x1", "01", "+1", "1.", ".5", "1e", "1_000", "１", "true", "[1]", #"{"a":1}"#, "1 2", "-",
    ] + ["1" + String(repeating: "0", count: 400), String(repeating: "0", count: 300) + "1"]

  /// The number one in different JSON notations.
  private static let notationsOfOne = ["1", "1.0", "1e0", "10e-1", "1E+0", "0.1e1"]

  private struct Field {
    let name: String
    let method: HTTPRequest.Method
    let path: String
    let role: Site.Role
    /// The body, with `@` in place of the number.
    let body: String
  }

  private static let batch = "0b6c2f3e-7c0a-4a52-9f3d-2f4f2f7f5a10"

  private static func events(_ fields: String) -> String {
    #"{"batch":"\#(batch)","build":{"platform":"ios","version":"1","build":"1"},"events":[{"#
      + #""id":"5a0f2a52-52f5-4a8f-8a8e-0d6b9ad4a001","type":"session-started",\#(fields)}]}"#
  }

  private static let fields = [
    Field(
      name: "at", method: .post, path: "/v1/apps/shop/events", role: .app,
      body: events(#""at":@"#)),
    Field(
      name: "release", method: .post, path: "/v1/apps/shop/events", role: .app,
      body: events(#""at":1,"release":@"#)),
    Field(
      name: "to", method: .post, path: "/v1/apps/shop/environments/production/rollback",
      role: .publish, body: #"{"to":@}"#),
    Field(
      name: "replaces", method: .post, path: "/v1/apps/shop/environments/production/rollback",
      role: .publish, body: #"{"to":1,"replaces":@}"#),
    Field(
      name: "replaces", method: .post, path: "/v1/apps/shop/environments/production/releases",
      role: .publish, body: #"{"note":"","replaces":@}"#),
    Field(
      name: "release", method: .post, path: "/v1/apps/shop/environments/production/releases",
      role: .publish, body: #"{"replaces":9,"release":@}"#),
    Field(
      name: "expiresInDays", method: .post, path: "/v1/tokens", role: .admin,
      body: #"{"name":"n","scopes":["read"],"expiresInDays":@}"#),
    Field(
      name: "tokenDays", method: .patch, path: "/v1/organizations/acme", role: .owner,
      body: #"{"tokenDays":@}"#),
    Field(
      name: "release", method: .put, path: "/applications/shop/screenFlow", role: .publish,
      body: #"{"release":@,"screenFlow":[]}"#),
  ]

  /// A site with two releases in production.
  private func siteWithReleases() async throws -> Site {
    let site = try await Site(withUsers: true)
    for number in 1...2 {
      let response = try await site.send(
        .post, "/v1/apps/shop/environments/production/releases", as: .publish,
        body: ["document": Flows.document(title: "Number \(number)"), "acceptWarnings": true])
      #expect(response.status == 201, "\(response.text)")
    }
    return site
  }

  private func send(_ field: Field, _ number: String, _ site: Site) async throws -> Site.Response {
    try await site.send(
      field.method, field.path, as: field.role,
      ["Idempotency-Key": Self.batch, "Content-Type": "application/json"],
      bytes: Array(field.body.replacing("@", with: number).utf8))
  }

  @Test func `attack: an integer field accepts nothing else`() async throws {
    let site = try await siteWithReleases()
    for field in Self.fields {
      for number in Self.invalid {
        let response = try await send(field, number, site)
        #expect(
          response.status == 400, "\(field.path) \(field.name) \(number): \(response.text)")
      }
    }
  }

  @Test func `attack: a duplicate name is rejected`() async throws {
    let site = try await siteWithReleases()
    for field in Self.fields {
      let response = try await send(field, #"1,"\#(field.name)":1"#, site)
      #expect(response.status == 400, "\(field.path) \(field.name): \(response.text)")
    }
  }

  @Test func `an integer may have any JSON notation`() async throws {
    for number in Self.notationsOfOne {
      // NB: a new site for each, because a rollback to the current release is refused.
      let site = try await siteWithReleases()
      for field in Self.fields where field.name != "replaces" {
        let response = try await send(field, number, site)
        #expect(
          response.status != 400 || field.method == .put,
          "\(field.path) \(field.name) \(number): \(response.status) \(response.text)")
      }
      let live = try await site.send(.get, "/v1/apps/shop/releases")
      #expect(live.text.contains(#""number":3"#) && !live.text.contains(#""number":4"#))
    }
  }

  @Test func `attack: a number in a URL has a single valid notation`() async throws {
    let site = try await siteWithReleases()
    let notations = [
      "01", "001", "%2B1", "+1", "-0", "1.0", "1e0", "0x1", "%EF%BC%91", "1%20", "%201", "1_0",
      "9223372036854775808", "99999999999999999999999", String(repeating: "0", count: 300) + "1",
    ]
    for number in notations {
      for path in [
        "/v1/apps/shop/releases?limit=\(number)", "/v1/apps/shop/manifests?limit=\(number)",
        "/v1/audit?limit=\(number)", "/v1/apps/shop/releases/2/diff?from=\(number)",
        "/v1/apps/shop/releases/\(number)", "/v1/apps/shop/releases/\(number)/diff",
      ] {
        let response = try await site.send(.get, path)
        #expect(
          [400, 404].contains(response.status), "\(path): \(response.status) \(response.text)")
      }
    }
    #expect(try await site.send(.get, "/v1/apps/shop/releases/1").status == 200)
    #expect(try await site.send(.get, "/v1/apps/shop/releases?limit=1").status == 200)
  }
}
