internal import Foundation
internal import HTTPTypes
internal import PriceStore

/// The OpenAPI 3.1 document, generated from the endpoint table.
enum OpenAPI {
  /// The document's bytes, generated once.
  static let document: [UInt8] = {
    let bytes = try? JSONSerialization.data(
      withJSONObject: documentObject, options: [.sortedKeys, .withoutEscapingSlashes])
    return bytes.map(Array.init) ?? []
  }()

  /// The schemas by name.
  static var schemas: [String: Any] {
    let value = try? JSONSerialization.jsonObject(with: Data(PackageResources.schemas_json))
    return value as? [String: Any] ?? [:]
  }

  private static var documentObject: [String: Any] {
    var paths: [String: [String: Any]] = [:]
    for endpoint in APIEndpoint.all {
      let method = endpoint.method.rawValue.lowercased()
      paths[PriceRoutes.pathPrefix + endpoint.path, default: [:]][method] = operation(endpoint)
    }
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "Price Tracker", "version": "1",
        "description":
          "Tracks products of shops. Errors are problem documents (RFC 9457) with a stable `code`. "
          + "Lists are paged: pass `next` as `cursor`. Times are seconds since 1970 in UTC.",
      ],
      "paths": paths,
      "components": [
        "schemas": schemas,
        "securitySchemes": [
          "accessToken": ["type": "http", "scheme": "bearer", "bearerFormat": "JWT"]
        ],
      ],
    ]
  }

  private static func operation(_ endpoint: APIEndpoint) -> [String: Any] {
    var operation: [String: Any] = [
      "operationId": endpoint.id, "summary": endpoint.summary, "tags": [endpoint.topic],
    ]
    let pathParameters: [[String: Any]] = endpoint.pathParameterNames.map {
      ["name": $0, "in": "path", "required": true, "schema": pathSchema($0)]
    }
    let queryParameters: [[String: Any]] = endpoint.parameters.map { parameter in
      let valueSchema: [String: Any] = ["type": parameter.isNumber ? "integer" : "string"]
      return [
        "name": parameter.name, "in": "query", "description": parameter.text,
        "schema": parameter.isList ? ["type": "array", "items": valueSchema] : valueSchema,
      ]
    }
    if !(pathParameters + queryParameters).isEmpty {
      operation["parameters"] = pathParameters + queryParameters
    }
    if let body = endpoint.body {
      operation["requestBody"] = ["required": true, "content": jsonContent(schema: body)]
    }
    let hasBody = endpoint.response != nil || endpoint.mediaType != nil
    var successResponse: [String: Any] = ["description": hasBody ? "The response." : "Done."]
    if let type = endpoint.mediaType { successResponse["content"] = [type: [String: String]()] }
    if let response = endpoint.response {
      successResponse["content"] = jsonContent(schema: response)
    }
    operation["responses"] = [
      "\(endpoint.status)": successResponse,
      "default": [
        "description": "Rejected; see `code`.",
        "content": [
          "application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]
        ],
      ],
    ]
    switch endpoint.access {
    case .user: operation["security"] = [["accessToken": [String]()]]
    case .anyone: operation["security"] = [[String: [String]](), ["accessToken": [String]()]]
    }
    return operation
  }

  private static func pathSchema(_ name: String) -> [String: Any] {
    switch name {
    case "product", "comment": ["type": "integer"]
    case "list": ["enum": ProductList.allCases.map(\.rawValue)]
    default: ["type": "string"]
    }
  }

  private static func jsonContent(schema: String) -> [String: Any] {
    ["application/json": ["schema": ["$ref": "#/components/schemas/\(schema)"]]]
  }
}
