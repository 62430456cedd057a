import Accounts
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import PageFetcher
import PriceDomain
import PriceService
import PriceStore
import Testing

@Suite struct OpenAPITests {
  private func get(_ path: String) async throws -> (status: Int, text: String) {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let router = Router(context: BasicRequestContext.self)
    PriceRoutes(fixture.service).add(to: router) { _ in "192.0.2.7" }
    return try await Application(router: router).test(.router) { client in
      let response = try await client.execute(uri: path, method: .get)
      return (response.status.code, String(buffer: response.body))
    }
  }

  private func document() async throws -> [String: Any] {
    let text = try await get("/openapi.json").text
    return try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `the routes of the router and of the document are the same`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let router = Router(context: BasicRequestContext.self)
    PriceRoutes(fixture.service).add(to: router) { _ in "" }
    let routes = Set(
      router.routes.filter { $0.path.description.hasPrefix("/api/") }
        .map { "\($0.method.rawValue) \($0.path.description)" })
    let paths = try #require(try await document()["paths"] as? [String: [String: Any]])
    let documentedRoutes = Set(
      paths.flatMap { path, methods in methods.keys.map { "\($0.uppercased()) \(path)" } })
    #expect(documentedRoutes == routes)
    #expect(routes.count > 30)
  }

  @Test func `all referenced schemas exist, and all schemas are referenced`() async throws {
    let text = try await get("/openapi.json").text
    let components = try #require(try await document()["components"] as? [String: Any])
    let schemas = try #require(components["schemas"] as? [String: Any])
    let referencedSchemas = Set(
      text.matches(of: /"#\/components\/schemas\/([A-Za-z]+)"/).map { String($0.1) })
    #expect(referencedSchemas == Set(schemas.keys))
  }

  @Test func `the page shows every path without scripts`() async throws {
    let page = try await get("/docs")
    #expect(page.status == 200)
    #expect(!page.text.contains("<script"))
    let paths = try #require(try await document()["paths"] as? [String: [String: Any]])
    for path in paths.keys { #expect(page.text.contains("<code>\(path)</code>"), "\(path)") }
  }

  @Test func `responses match their schemas`() async throws {
    let schemas = try #require(
      (try await document()["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]]
    )
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let ada = try await fixture.addUser("ada")
    let token = try await fixture.signIn("ada").tokens.accessToken
    fixture.shop.set("/lamp", cents: 2499)
    _ = try await fixture.service.add("https://shop.example/lamp", by: ada)
    let sentPage = SentPage(
      Array(TestShop.html("/sofa", .price(cents: 2000)).utf8), charset: "utf-8")
    _ = try await fixture.service.add("https://shop.example/sofa", page: sentPage, by: ada)
    _ = try await fixture.service.comment("Good", on: 1, by: ada)
    _ = try await fixture.service.registerDevice(
      .fcm(id: "0123456789abcdef0123456789abcdef", isInstallation: false), name: "x",
      language: .german, by: ada)
    _ = try await fixture.service.sendTest(by: ada)
    var change = ProfileChange()
    change.webhook = "https://hook.example/"
    _ = try await fixture.service.changeProfile(change, by: ada)
    try await fixture.service.sendWebhookTest(by: ada)
    let rows = [
      ("/products/1", "Product"), ("/products/1/history", "History"),
      ("/lists/mostTracked", "Summaries"), ("/lists/mostTracked/pages", "Summaries"),
      ("/categories", "Categories"), ("/me/products", "Summaries"), ("/me", "Profile"),
      ("/products/1/comments", "Comments"), ("/me/export", "Export"), ("/me/notices", "Notices"),
      ("/push/key", "PushKey"), ("/me/devices", "Devices"), ("/me/webhook", "Webhook"),
      ("/products/9", "Problem"),
    ]
    let router = Router(context: BasicRequestContext.self)
    PriceRoutes(fixture.service).add(to: router) { _ in "192.0.2.7" }
    for (path, schema) in rows {
      let text = try await Application(router: router).test(.router) { client in
        let response = try await client.execute(
          uri: "/api/v1" + path, method: .get, headers: [.authorization: "Bearer \(token)"])
        return String(buffer: response.body)
      }
      let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
      let violations = Self.violations(
        value, ["$ref": "#/components/schemas/\(schema)"], schemas, schema)
      #expect(violations.isEmpty, "\(path): \(violations)")
    }
  }

  /// The locations at which a value violates a schema.
  static func violations(
    _ value: Any, _ schema: [String: Any], _ schemas: [String: [String: Any]], _ location: String
  ) -> [String] {
    if let name = (schema["$ref"] as? String)?.split(separator: "/").last {
      return violations(value, schemas[String(name)] ?? [:], schemas, location)
    }
    if let allowed = schema["enum"] as? [String] {
      return allowed.contains(value as? String ?? "") ? [] : ["\(location) is \(value)"]
    }
    switch schema["type"] as? String {
    case "string": return value is String ? [] : ["\(location) is not a string"]
    case "integer", "boolean": return value is NSNumber ? [] : ["\(location) is not a number"]
    case "array":
      guard let items = value as? [Any] else { return ["\(location) is not an array"] }
      return items.flatMap {
        violations($0, schema["items"] as? [String: Any] ?? [:], schemas, location)
      }
    default:
      guard let object = value as? [String: Any] else { return ["\(location) is not an object"] }
      let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
      let missingProperties = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }
      return missingProperties.map { "\(location).\($0) is missing" }
        + object.flatMap { key, value in
          properties[key].map { violations(value, $0, schemas, "\(location).\(key)") }
            ?? ["\(location).\(key) is not described"]
        }
    }
  }
}
