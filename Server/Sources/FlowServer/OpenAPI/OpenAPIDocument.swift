import Accounts
import CServerFiles
package import FlowCore
import HTTPTypes

/// The OpenAPI 3.1 document, generated from the endpoint declarations.
package enum OpenAPIDocument {
  /// The document's bytes, created once.
  package static let bytes = make(Routes.all).utf8(.compact)

  package static func make(_ endpoints: [Endpoint]) -> JSON {
    var paths = JSONObject()
    for endpoint in endpoints {
      let key = Name(endpoint.path)
      var item = paths[key]?.object ?? JSONObject()
      item[Name(endpoint.method.rawValue.lowercased())] = endpoint.operation
      paths[key] = .object(item)
    }
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "FlowMagic", "version": .string(ServerVersion.string),
        "summary": "Publish an app's screen flow, live.",
        "description": .string(description),
      ],
      "tags": .array(
        Endpoint.Topic.allCases.map { ["name": .string($0.rawValue)] }),
      "paths": .object(paths),
      "components": ["schemas": schemas, "securitySchemes": securitySchemes],
    ]
  }

  private static let description =
    "Flows are drafted, checked against every build in use, published as numbered, signed "
    + "releases, and streamed to running apps. Errors are problem documents (RFC 9457) with a "
    + "stable `code`. Lists with a `next` are paged: pass it as `cursor`."

  /// The schemas by name.
  ///
  /// NB: the embedded file is valid; otherwise every test that reads the document would fail.
  static let schemas =
    (try? JSON(parsing: EmbeddedFile.schemas_json.content)) ?? .object(JSONObject())

  private static let securitySchemes: JSON = [
    "sdkKey": [
      "type": "http", "scheme": "bearer",
      "description": "A publishable key of an app, `pk_…`: for one environment, not secret.",
    ],
    "sdkKeyInQuery": [
      "type": "apiKey", "in": "query", "name": "key",
      "description": "The same key for a stream, because EventSource cannot set a header.",
    ],
    "token": [
      "type": "http", "scheme": "bearer",
      "description": .string(
        "A secret API token, `fm_…`, with the scope `read`, `draft`, `publish` or `admin`; each "
          + "includes those before it."),
    ],
    "accessToken": [
      "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
      "description": "An access token of a signed-in user, whose role must suffice.",
    ],
    "session": [
      "type": "apiKey", "in": "cookie", "name": .string(Cookies.sessionCookieName),
      "description": "The session cookie of a signed-in user, whose role must suffice.",
    ],
    "csrf": [
      "type": "apiKey", "in": "header", "name": "X-CSRF-Token",
      "description": "The `csrfToken` of `GET /v1/me`; required for every change with a cookie.",
    ],
  ]
}

extension Endpoint {
  /// The endpoint as an OpenAPI operation.
  var operation: JSON {
    var object: JSONObject = [
      "operationId": .string(id), "tags": [.string(topic.rawValue)], "summary": .string(summary),
    ]
    let text = [detail, accessSentence].filter { !$0.isEmpty }.joined(separator: " ")
    if !text.isEmpty { object["description"] = .string(text) }
    let all = pathParameterNames.map(\.pathParameter) + parameters.map(\.json)
    if !all.isEmpty { object["parameters"] = .array(all) }
    object["requestBody"] = body?.json
    object["responses"] = .object(responseObjects)
    object["security"] = .array(security)
    return .object(object)
  }

  private var accessSentence: String {
    switch access {
    case .anyone: ""
    case .app: "Requires an SDK key."
    case .operator: "Only available through the control socket."
    case .user: "Requires a signed-in user."
    case .userOrToken: "Requires a signed-in user or a token."
    case .scope(let scope): Self.sentence(scope)
    case .member(let scope):
      "Requires a member of the organization, or a token with the scope `\(scope.rawValue)`. "
        + "The response contains only what the caller may see."
    case .appOrScope(let scope): "Also accepts an SDK key. " + Self.sentence(scope)
    }
  }

  private static func sentence(_ scope: Scope) -> String {
    "Requires a token with the scope `\(scope.rawValue)`, or a member with the role "
      + "`\(scope.role.rawValue)`."
  }

  /// The alternative security requirements of the route, each with its scope or role.
  private var security: [JSON] {
    var all: [JSON] = []
    if isForApps { all.append(["sdkKey": []]) }
    if takesKeyInQuery { all.append(["sdkKeyInQuery": []]) }
    if let scope = access.scope {
      all.append(["token": access == .userOrToken ? [] : [.string(scope.rawValue)]])
    }
    guard access.isForUsers else { return all }
    let roles: JSON = .array(minimumRole.map { [.string($0.rawValue)] } ?? [])
    all.append(["accessToken": roles])
    all.append(isWrite ? ["session": roles, "csrf": []] : ["session": roles])
    return all
  }

  /// The lowest role that a user needs; nil if the endpoint requires no particular role.
  private var minimumRole: Role? {
    switch access {
    case .anyone, .app, .user, .userOrToken, .operator: nil
    case .scope(let scope), .appOrScope(let scope): scope.role
    case .member: .guest
    }
  }

  private var responseObjects: JSONObject {
    var objects = JSONObject()
    for response in responses {
      objects[Name("\(response.status)")] = response.json(
        links: OperationLink.json(from: id, response.status))
    }
    var codes: [Int: [Problem.Code]] = [:]
    for code in allProblems { codes[code.status, default: []].append(code) }
    for (status, codes) in codes.sorted(by: { $0.key < $1.key }) {
      objects[Name("\(status)")] = problemResponse(codes)
    }
    return objects
  }

  private func problemResponse(_ codes: [Problem.Code]) -> JSON {
    let (type, schema): (Name, SchemaName) =
      switch problemStyle {
      case .document: ("application/problem+json", .problem)
      case .legacy: ("application/json", .legacyProblem)
      case .page: ("text/html", .text)
      }
    let sentences = codes.map { "`\($0.rawValue)`: \($0.title)." }
    var content = JSONObject()
    content[type] = ["schema": schema.reference]
    return [
      "description": .string(sentences.joined(separator: " ")), "content": .object(content),
    ]
  }
}

extension SchemaName {
  var reference: JSON { ["$ref": .string("#/components/schemas/\(rawValue)")] }
}

extension RequestBodyDeclaration {
  var json: JSON {
    let size = limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit >> 10) KiB"
    let schema = formFields.isEmpty ? schema.reference : formSchema
    var content = JSONObject()
    for type in contentTypes { content[Name(type)] = ["schema": schema] }
    return [
      "required": .bool(isRequired), "description": .string("At most \(size)."),
      "content": .object(content),
    ]
  }
}

extension RequestBodyDeclaration {
  /// The schema of a form: its fields are strings, none of them required, because the pages report
  /// missing ones.
  private var formSchema: JSON {
    var properties = JSONObject()
    for field in formFields { properties[Name(field)] = ["type": "string"] }
    return ["type": "object", "properties": .object(properties)]
  }
}

extension ResponseDeclaration {
  func json(links: JSON?) -> JSON {
    var object: JSONObject = ["description": .string(summary)]
    if !headers.isEmpty {
      var all = JSONObject()
      for header in headers {
        all[Name(header.rawValue)] = [
          "description": .string(header.summary), "schema": ["type": "string"],
        ]
      }
      object["headers"] = .object(all)
    }
    if let schema {
      let type = Name(String(contentType.split(separator: ";")[0]))
      var content = JSONObject()
      content[type] = ["schema": schema.reference]
      object["content"] = .object(content)
    }
    object["links"] = links
    return .object(object)
  }
}

extension Parameter {
  var json: JSON {
    [
      "name": .string(name), "in": .string(location.rawValue), "required": .bool(isRequired),
      "description": .string(summary), "schema": format.schema,
    ]
  }
}

extension Parameter.Format {
  var schema: JSON {
    switch self {
    case .text: return ["type": "string"]
    case .pattern(let pattern): return ["type": "string", "pattern": .string(pattern)]
    case .boolean: return ["type": "boolean"]
    case .integer(let range):
      var object: JSONObject = [
        "type": "integer", "minimum": .number(JSONNumber(range.lowerBound)),
      ]
      if range.upperBound < Int.max {
        object["maximum"] = .number(JSONNumber(range.upperBound))
      }
      return .object(object)
    }
  }
}

extension String {
  /// The path parameter with this name.
  fileprivate var pathParameter: JSON {
    let schema: JSON =
      self == "number"
      ? ["type": "integer", "minimum": 1] : ["type": "string", "minLength": 1]
    return ["name": .string(self), "in": "path", "required": true, "schema": schema]
  }
}
