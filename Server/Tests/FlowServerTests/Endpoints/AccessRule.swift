import FlowCore

/// The access rule of an operation in the served OpenAPI document.
///
/// The scenario tests use it instead of the server's declarations, so that what is documented is
/// what is enforced.
struct AccessRule {
  let id: String
  let method: String
  let path: String
  /// Whether the operation needs no credentials.
  let isOpen: Bool
  let acceptsSDKKey: Bool
  /// The scope that a token needs, "" for any; nil if tokens grant no access.
  let scope: String?
  /// The role that a user needs, "" for any; nil where users have no access.
  let role: String?
  /// Whether a browser needs a CSRF token.
  let needsCSRF: Bool
  /// Whether the operation belongs to the legacy API, which `LegacyRoutesTests` describes.
  let isLegacy: Bool

  /// Every operation of a document except the pages, which `PageScenarioTests` covers.
  static func all(of document: JSON) -> [AccessRule] {
    (document["paths"]?.object?.members ?? []).flatMap { path in
      (path.value.object?.members ?? []).filter { !isPage($0.value) }.map { method in
        AccessRule(method.key.string, path.key.string, method.value)
      }
    }
  }

  private static func isPage(_ operation: JSON) -> Bool {
    operation["tags"]?.array?.contains { $0.string == "Sign-in pages" } == true
  }

  private init(_ method: String, _ path: String, _ operation: JSON) {
    let alternatives = operation["security"]?.array ?? []
    func need(_ scheme: Name) -> String? {
      alternatives.compactMap { $0[scheme]?.array }.first.map { $0.first?.string ?? "" }
    }
    id = operation["operationId"]?.string ?? ""
    self.method = method.uppercased()
    self.path = path
    isOpen = alternatives.isEmpty
    acceptsSDKKey = need("sdkKey") != nil
    scope = need("token")
    role = need("session")
    needsCSRF = alternatives.contains { $0["session"] != nil && $0["csrf"] != nil }
    isLegacy = path.hasPrefix("/applications")
    // Browsers and apps need the same role.
    if need("accessToken") != role { fatalError("\(id): browsers and apps need different roles") }
  }

  /// The names of the path parameters.
  var parameterNames: [String] {
    path.split(separator: "/").filter { $0.hasPrefix("{") }
      .map { String($0.dropFirst().dropLast()) }
  }

  var isOfApplication: Bool {
    parameterNames.contains("app") || parameterNames.contains("applicationId")
  }
  var isOfEnvironment: Bool { parameterNames.contains("env") }
}
