import FlowCore
import FlowServer
import HTTPTypes
import Testing

/// Display names are rejected if they would reverse or hide text.
@Suite struct DisplayNameTests {
  /// Requests with a display name.
  private static func requests(_ name: JSON) -> [(HTTPRequest.Method, String, JSON)] {
    [
      (.post, "/v1/tokens", ["name": name, "scopes": ["read"]]),
      (.post, "/v1/apps/shop/sdk-keys", ["name": name, "environment": "staging"]),
      (.post, "/v1/apps", ["id": "named", "name": name]), (.patch, "/v1/apps/shop", ["name": name]),
      (.post, "/v1/organizations", ["id": "named", "name": name]),
      (.patch, "/v1/organizations/acme", ["name": name]), (.patch, "/v1/me", ["name": name]),
    ]
  }

  @Test(arguments: [
    "a\u{202E}b", "a\u{2066}b", "a\u{200F}b", "a\u{200B}b", "a\u{85}b", "a\u{9B}31mb", "a\u{7F}b",
    "a\u{1B}[31mb", "a\nb", "a\u{2028}b", "\u{FEFF}ab", "a\u{AD}b", "\u{3164}", "\u{2800}", "  ",
    "",
    "a\u{E0041}b", "a\u{E000}b",
  ])
  func `attack: no name reverses or hides text`(name: String) async throws {
    let site = try await Site(withUsers: true)
    let before = try await site.stateSummary()
    for (method, path, body) in Self.requests(.string(name)) {
      let response = try await site.send(method, path, as: .owner, body: body)
      #expect(response.status == 400, "\(method) \(path): \(response.status) \(response.text)")
    }
    #expect(try await site.stateSummary() == before)
  }

  @Test func `common names are accepted, without surrounding spaces`() async throws {
    let site = try await Site(withUsers: true)
    for (method, path, body) in Self.requests(" 東京支社 Zoë’s ❤\u{FE0F} ") {
      let response = try await site.send(method, path, as: .owner, body: body)
      #expect((200...201).contains(response.status), "\(path): \(response.text)")
      #expect(response.json["name"] == "東京支社 Zoë’s ❤\u{FE0F}", "\(path): \(response.text)")
    }
  }

  @Test(arguments: [
    "a\u{202E}b", "a\u{2069}b", "a\u{85}b", "a\u{9B}b", "a\u{2029}b", "a\nb", "", "   ",
    "\u{200B}", "\u{A0}\u{2063}\u{115F}",
  ])
  func `attack: no reason is invisible, reverses text or breaks its line`(
    text: String
  ) async throws {
    let site = try await Site(withUsers: true)
    func publish(_ reason: String) async throws -> Site.Response {
      try await site.send(
        .post, "/v1/apps/shop/environments/staging/releases", as: .owner,
        body: ["document": Flows.document(), "acceptWarnings": true, "override": .string(reason)])
    }
    #expect(try await publish(text).status == 400)
    #expect(try await publish("می\u{200C}خواهم").status == 201)
  }
}
