import FlowServer
import HTTPTypes
import Testing

/// Query parameters that a request gives more than once.
@Suite struct RepeatedParameterTests {
  private static let endpoints = Routes.all.filter { !names(of: $0).isEmpty }

  private static func names(of endpoint: Endpoint) -> [String] {
    endpoint.parameters.filter { $0.location == .query }.map(\.name)
  }

  private static func path(of endpoint: Endpoint) -> String {
    endpoint.path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      segment.hasPrefix("{") ? "shop" : String(segment)
    }.joined(separator: "/")
  }

  @Test func `attack: every route rejects a repeated parameter, even if encoded`() async throws {
    let site = try await Site(withUsers: true)
    for endpoint in Self.endpoints {
      for name in Self.names(of: endpoint) {
        let encoded = "%" + String(name.utf8.first ?? 0, radix: 16) + name.dropFirst()
        for query in ["\(name)=1&\(name)=1", "\(name)&x=&\(encoded)=2"] {
          let response = try await site.send(
            endpoint.method, "\(Self.path(of: endpoint))?\(query)", as: .anonymous)
          #expect(response.status == 400, "\(endpoint.id): \(response.status) for \(query)")
        }
      }
    }
    #expect(Self.endpoints.count > 20)
  }

  @Test func `the problem names the parameter`() async throws {
    let site = try await Site(withUsers: true)
    let response = try await site.send(.get, "/v1/audit?limit=1&limit=2", as: .admin)
    #expect(response.status == 400)
    #expect(response.text.contains("\"invalid-parameter\""))
    #expect(response.text.contains("`limit` may be given only once."))
  }

  @Test func `a repeated parameter that no route reads is ignored`() async throws {
    let site = try await Site(withUsers: true)
    let response = try await site.send(.get, "/v1/audit?limit=1&utm=1&utm=2", as: .admin)
    #expect(response.status == 200)
  }
}
