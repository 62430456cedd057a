import Accounts
import Crypto
import FlowCore
import FlowServer
import Foundation
import HTTPTypes
import Testing
import Yams

@Suite struct OpenAPITests {
  private let document = OpenAPIDocument.make(Routes.all)

  @Test func `every route is documented with all its statuses`() throws {
    let paths = try #require(document["paths"]?.object)
    for endpoint in Routes.all {
      let method = Name(endpoint.method.rawValue.lowercased())
      let operation = try #require(paths[Name(endpoint.path)]?[method], "\(endpoint.id)")
      let responses = try #require(operation["responses"]?.object)
      let statuses = Set(responses.members.compactMap { Int($0.key.string) })
      #expect(statuses == endpoint.statuses, "\(endpoint.id)")
    }
  }

  @Test func `every schema that the code names exists, and none is unused`() throws {
    let schemas = try #require(document["components"]?["schemas"]?.object)
    for name in SchemaName.allCases {
      #expect(schemas[Name(name.rawValue)] != nil, "\(name.rawValue)")
    }
    let text = document.text()
    for member in schemas.members {
      #expect(
        text.contains("#/components/schemas/\(member.key.string)\""),
        "\(member.key.string) is used nowhere")
    }
  }

  @Test func `the documented length of users' names is the one that accounts allow`() throws {
    let schemas = try #require(document["components"]?["schemas"])
    let limit = "\(DisplayName.maximumLength)"
    let registration = schemas["Registration"]?["properties"]?["name"]
    #expect(registration?["maxLength"]?.text() == limit)
    #expect(schemas["DisplayName"]?["maxLength"]?.text() == limit)
    let operation = document["paths"]?["/v1/me"]?["patch"]?["requestBody"]
    #expect(operation?.text().contains("#/components/schemas/DisplayNameOnly") == true)
  }

  @Test func `every reference can be resolved`() throws {
    let schemas = try #require(document["components"]?["schemas"]?.object)
    for match in document.text().matches(of: /"#\/components\/schemas\/([A-Za-z]+)"/) {
      #expect(schemas[Name(String(match.1))] != nil, "\(match.1)")
    }
  }

  @Test func `every link leads from a response to a parameter`() throws {
    for link in OperationLink.all {
      let from = try #require(Routes.all.first { $0.id == link.from }, "\(link.from)")
      let to = try #require(Routes.all.first { $0.id == link.to }, "\(link.to)")
      for status in link.statuses {
        let response = try #require(from.responses.first { $0.status == status }, "\(link.from)")
        let sources = link.parameters.map(\.value) + link.body.map(\.value)
        for source in sources {
          switch source {
          case .body: #expect(response.schema != nil, "\(link.from) has no body")
          case .header(let header): #expect(response.headers.contains(header), "\(link.from)")
          case .path(let name): #expect(from.pathParameterNames.contains(name), "\(link.from)")
          }
        }
        let method = Name(from.method.rawValue.lowercased())
        let operation = document["paths"]?[Name(from.path)]?[method]
        let links = operation?["responses"]?[Name("\(status)")]?["links"]
        #expect(links?[Name(link.to)]?["operationId"]?.string == link.to)
      }
      let accepted = to.pathParameterNames + to.parameters.map(\.name)
      #expect(Set(link.parameters.map(\.key)).isSubset(of: accepted), "\(link.from), \(link.to)")
      #expect(link.body.isEmpty || to.body != nil, "\(link.to) has no body")
    }
  }

  @Test func `the YAML has the same content as the JSON, in the same order`() async throws {
    let site = try await Site()
    let response = try await site.send(.get, "/openapi.yaml", as: .anonymous)
    #expect(response.headers[.contentType] == "application/yaml")
    #expect(response.text.hasPrefix("openapi: 3.1.0\ninfo:\n  title: FlowMagic\n"))
    let node = try #require(try Yams.compose(yaml: response.text))
    #expect(try Self.json(node) == document)
  }

  /// A YAML node as JSON.
  private static func json(_ node: Node) throws -> JSON {
    switch node {
    case .mapping(let mapping):
      return .object(
        JSONObject(
          try mapping.map { key, value in
            JSONObject.Member(key: Name(try #require(key.string)), value: try json(value))
          }))
    case .sequence(let sequence): return .array(try sequence.map(json))
    case .scalar(let scalar):
      // An unquoted number, boolean or null is written as in JSON.
      return node.tag.description == "tag:yaml.org,2002:str"
        ? .string(scalar.string) : try JSON(parsing: Array(scalar.string.utf8))
    case .alias: throw Problem(.internalError, "The document has no aliases.")
    }
  }

  @Test func `every problem code is documented`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../docs/api.md").standardizedFileURL
    let text = try String(contentsOf: file, encoding: .utf8)
    let documented = Set(text.matches(of: /(?m)^### ([a-z-]+)$/).map { String($0.1) })
    #expect(documented == Set(Problem.Code.allCases.map(\.rawValue)))
  }

  @Test func `the documentation page allows only its own script and no external resources`()
    async throws
  {
    let site = try await Site()
    let page = try await site.send(.get, "/docs", as: .anonymous)
    #expect(!page.text.contains("Storage"), "a token is stored where other pages can read it")
    let policy = page.headers[.contentSecurityPolicy] ?? ""
    #expect(policy.contains("default-src 'none'"))
    let script = try #require(
      page.text.firstMatch(of: /<script>([\s\S]*?)<\/script>/)
    ).output.1
    let hash = Data(SHA256.hash(data: Data(script.utf8))).base64EncodedString()
    #expect(policy.contains("script-src 'sha256-\(hash)';"))
    #expect(!policy.contains("unsafe"))
    #expect(!page.text.contains("https://") && !page.text.contains("http://"))
    #expect(!page.text.contains("/*script*/"))
  }
}
