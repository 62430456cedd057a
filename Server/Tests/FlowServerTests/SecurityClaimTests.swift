import Accounts
import FlowCore
import FlowServer
import HTTPTypes
import Testing

/// The claims of `docs/security.md` that concern every route.
@Suite struct SecurityClaimTests {
  /// The path of a route, with sample values for its parameters.
  private static func path(of endpoint: Endpoint) -> String {
    endpoint.path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      switch segment {
      case "{app}", "{applicationId}": "shop"
      case "{env}": "production"
      case let other where other.hasPrefix("{"): "1"
      default: String(segment)
      }
    }.joined(separator: "/")
  }

  /// All GET routes except streams, which do not end.
  private static let getEndpoints = Routes.all.filter {
    $0.method == .get && !isStream($0)
  }

  private static func isStream(_ endpoint: Endpoint) -> Bool {
    endpoint.responses.contains { $0.contentType == "text/event-stream" }
  }

  @Test func `attack: a credential in a URL gives no access`() async throws {
    let site = try await Site(withUsers: true)
    let token = try #require(site.credentials[.admin])
    let cookie = try #require(site.cookies[.owner]).secret
    for endpoint in Self.getEndpoints {
      let path = Self.path(of: endpoint)
      let unauthenticated = try await site.send(.get, path, as: .anonymous)
      for secret in [token, cookie, Site.sdkKey] {
        let names = ["access_token", "token", "api_key", "apikey", "key", "session", "secret"]
        let query = names.map { "\($0)=\(secret)" }.joined(separator: "&")
        let response = try await site.send(.get, "\(path)?\(query)", as: .anonymous)
        #expect(
          response.status == unauthenticated.status || response.status >= 400,
          "\(endpoint.id) answers \(response.status) instead of \(unauthenticated.status)")
      }
    }
  }

  @Test func `secrets are URL parameters only in links of emails and providers`() {
    let secrets: Set = [
      "link", "code", "state", "token", "access_token", "password", "secret", "api_key",
      "session", "passphrase",
    ]
    var topics: [String: Set<String>] = [:]
    for endpoint in Routes.all {
      for parameter in endpoint.parameters
      where parameter.location == .query && secrets.contains(parameter.name) {
        topics[parameter.name, default: []].insert(endpoint.topic.rawValue)
      }
    }
    #expect(
      topics == ["link": ["Sign-in pages"], "code": ["Sign-in pages"], "state": ["Sign-in pages"]])
    // An SDK key: browsers cannot set headers for a stream.
    let byKey = Routes.all.filter(\.takesKeyInQuery)
    #expect(!byKey.isEmpty)
    #expect(byKey.allSatisfy { $0.isForApps && Self.isStream($0) })
  }

  @Test func `no route redirects from http to https`() async throws {
    let settings = AccountSettings(
      serviceName: "FlowMagic", publicURL: "https://flows.example", registration: .open,
      canSendMail: true)
    let site = try await Site(withUsers: true, accounts: settings)
    for endpoint in Self.getEndpoints {
      for role in [Site.Role.anonymous, .admin, .owner] {
        let headers = ["X-Forwarded-Proto": "http", "Upgrade-Insecure-Requests": "1"]
        let response = try await site.send(.get, Self.path(of: endpoint), as: role, headers)
        let location = response.headers[.location] ?? "/"
        #expect(
          location.hasPrefix("/") && !location.hasPrefix("//"),
          "\(endpoint.id) leads \(role) to \(location)")
      }
    }
  }

  @Test func `attack: a name is never interpreted as a template or a format string`() async throws {
    let name = "{{publicURL}}{{#form}}%@%n${7*7}{{/form}}"
    let settings = AccountSettings(
      serviceName: name, publicURL: "http://test", registration: .open, canSendMail: true)
    let site = try await Site(withUsers: true, accounts: settings)
    let page = try await site.send(.get, "/sign-in", as: .anonymous)
    #expect(page.status == 200)
    #expect(page.text.contains(name), "\(page.text.prefix(400))")
    let created = try await site.send(
      .post, "/v1/apps", as: .owner, body: ["id": "named", "name": .string(name)])
    #expect(created.status == 201, "\(created.text)")
    #expect(try await site.send(.get, "/v1/apps/named").json["name"]?.string == name)
  }
}
