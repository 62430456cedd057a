package import FlowCore
import HTTPTypes

/// The OpenAPI 3.1 description, made from the endpoint table.
package enum OpenAPIDocument {
  /// The document's bytes, made once.
  package static let bytes = make(EndpointTable.all).utf8(.compact)

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
        "title": "FlowMagic", "version": .string(ServerVersion.text),
        "summary": "Publish the way through an app, live.",
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
    + "stable `code`. Lists are paged: pass `next` as `cursor`."

  // NB: a damaged file would be found by every test that looks at the document.
  private static var schemas: JSON {
    (try? JSON(parsing: PackageResources.schemas_json)) ?? .object(JSONObject())
  }

  private static let securitySchemes: JSON = [
    "sdkKey": [
      "type": "http", "scheme": "bearer",
      "description": "A publishable key of an app, `pk_…`: for one environment, no secret.",
    ],
    "sdkKeyInQuery": [
      "type": "apiKey", "in": "query", "name": "key",
      "description": "The same key where no header can be set, as with EventSource.",
    ],
    "token": [
      "type": "http", "scheme": "bearer",
      "description": "A secret API token, `fm_…`, with a scope; each includes those before it.",
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
    let all = pathNames.map(\.pathParameter) + parameters.map(\.json)
    if !all.isEmpty { object["parameters"] = .array(all) }
    object["requestBody"] = body?.json
    object["responses"] = .object(responses)
    object["security"] = .array(security)
    return .object(object)
  }

  private var accessSentence: String {
    switch access {
    case .anyone: ""
    case .app: "Needs an SDK key."
    case .token(let scope): "Needs a token with the scope `\(scope.rawValue)`."
    case .appOrToken(let scope):
      "Needs an SDK key, or a token with the scope `\(scope.rawValue)`."
    }
  }

  private var security: [JSON] {
    switch access {
    case .anyone: []
    case .app: [["sdkKey": []]]
    case .token(let scope): [["token": [.string(scope.rawValue)]]]
    case .appOrToken(let scope):
      [["sdkKey": []], ["sdkKeyInQuery": []], ["token": [.string(scope.rawValue)]]]
    }
  }

  private var responses: JSONObject {
    var responses = JSONObject()
    for answer in answers { responses[Name("\(answer.status)")] = answer.json }
    var codes: [Int: [Problem.Code]] = [:]
    for code in allProblems { codes[code.status, default: []].append(code) }
    for (status, codes) in codes.sorted(by: { $0.key < $1.key }) {
      responses[Name("\(status)")] = problemResponse(codes)
    }
    return responses
  }

  private func problemResponse(_ codes: [Problem.Code]) -> JSON {
    let isReport = problemStyle == .report
    let schema: SchemaName = isReport ? .reportProblem : .problem
    let sentences = codes.map { "`\($0.rawValue)`: \($0.title)." }
    return [
      "description": .string(sentences.joined(separator: " ")),
      "content": [
        isReport ? "application/json" : "application/problem+json": ["schema": schema.reference]
      ],
    ]
  }
}

extension SchemaName {
  var reference: JSON { ["$ref": .string("#/components/schemas/\(rawValue)")] }
}

extension RequestBodyDeclaration {
  var json: JSON {
    let size = limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit >> 10) KiB"
    return [
      "required": .bool(isRequired), "description": .string("At most \(size)."),
      "content": ["application/json": ["schema": schema.reference]],
    ]
  }
}

extension AnswerDeclaration {
  var json: JSON {
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
    return .object(object)
  }
}

extension Parameter {
  var json: JSON {
    [
      "name": .string(name), "in": .string(place.rawValue), "required": .bool(isRequired),
      "description": .string(summary), "schema": kind.schema,
    ]
  }
}

extension Parameter.Kind {
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
  /// A parameter of the path with this name.
  fileprivate var pathParameter: JSON {
    let schema: JSON =
      self == "number"
      ? ["type": "integer", "minimum": 1] : ["type": "string", "minLength": 1]
    return ["name": .string(self), "in": "path", "required": true, "schema": schema]
  }
}
