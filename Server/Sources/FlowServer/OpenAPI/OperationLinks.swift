import FlowCore

/// OpenAPI links between operations whose responses and parameters belong together.
///
/// They help generators of clients and tests; the server does not use them.
package struct OperationLink: Sendable {
  /// The source of a value, as an OpenAPI runtime expression.
  package enum Source: Sendable {
    /// A JSON pointer into the response body.
    case body(String)
    /// A response header.
    case header(ResponseDeclaration.Header)
    /// A path parameter of the request.
    case path(String)

    package var expression: String {
      switch self {
      case .body(let pointer): "$response.body#\(pointer)"
      case .header(let header): "$response.header.\(header.rawValue)"
      case .path(let name): "$request.path.\(name)"
      }
    }
  }

  /// The operation whose responses and requests contain the values.
  package let from: String
  package let statuses: [Int]
  /// The operation that uses the values.
  package let to: String
  /// The sources of that operation's parameters, by name.
  package let parameters: KeyValuePairs<String, Source>
  /// The sources of that operation's top-level body fields, by name.
  package let body: KeyValuePairs<String, Source>

  init(
    _ from: String, _ statuses: Int..., to: String,
    _ parameters: KeyValuePairs<String, Source>, body: KeyValuePairs<String, Source> = [:]
  ) {
    self.from = from
    self.statuses = statuses
    self.to = to
    self.parameters = parameters
    self.body = body
  }

  var json: JSON {
    var object: JSONObject = ["operationId": .string(to)]
    if !parameters.isEmpty { object["parameters"] = Self.json(parameters) }
    if !body.isEmpty { object["requestBody"] = Self.json(body) }
    return .object(object)
  }

  private static func json(_ pairs: KeyValuePairs<String, Source>) -> JSON {
    var object = JSONObject()
    for (name, source) in pairs { object[Name(name)] = .string(source.expression) }
    return .object(object)
  }

  /// The links of an operation's responses with a status, by target operation.
  static func json(from operation: String, _ status: Int) -> JSON? {
    var object = JSONObject()
    for link in all where link.from == operation && link.statuses.contains(status) {
      object[Name(link.to)] = link.json
    }
    return object.isEmpty ? nil : .object(object)
  }

  package static let all = applications + documents + access + users
}

extension OperationLink {
  private static let app: KeyValuePairs<String, Source> = ["app": .path("app")]
  private static let addedApplication: KeyValuePairs<String, Source> = ["app": .body("/id")]
  private static let addedEnvironment: KeyValuePairs<String, Source> = [
    "app": .path("app"), "env": .body("/name"),
  ]

  private static let applications = [
    OperationLink("addApplication", 201, to: "readApplication", addedApplication),
    OperationLink("addApplication", 201, to: "renameApplication", addedApplication),
    OperationLink("addApplication", 201, to: "addEnvironment", addedApplication),
    OperationLink("addApplication", 201, to: "addManifest", addedApplication),
    OperationLink("addApplication", 201, to: "replaceDraft", addedApplication),
    OperationLink(
      "listApplications", 200, to: "readApplication", ["app": .body("/applications/0/id")]),
    OperationLink("addEnvironment", 201, to: "publishRelease", addedEnvironment),
    OperationLink("addEnvironment", 201, to: "listBuilds", addedEnvironment),
    OperationLink("addEnvironment", 201, to: "readClients", addedEnvironment),
    OperationLink(
      "addEnvironment", 201, to: "addSDKKey", app, body: ["environment": .body("/name")]),
    OperationLink("addManifest", 200, 201, to: "listManifests", app),
    OperationLink("announceBuild", 200, 201, to: "listManifests", app),
    OperationLink(
      "addManifest", 200, 201, to: "archiveBuild", app,
      body: [
        "platform": .body("/platform"), "version": .body("/version"), "build": .body("/build"),
      ]),
    OperationLink(
      "listManifests", 200, to: "listManifests", ["app": .path("app"), "cursor": .body("/next")]),
    OperationLink(
      "listScreens", 200, to: "readSnapshot",
      ["app": .path("app"), "screen": .body("/screens/0/name")]),
    OperationLink(
      "sendSnapshot", 204, to: "readSnapshot",
      ["app": .path("app"), "screen": .path("screen")]),
    OperationLink(
      "sendSnapshot", 204, to: "removeSnapshot",
      ["app": .path("app"), "screen": .path("screen")]),
    OperationLink(
      "addAsset", 200, 201, to: "readAsset",
      ["application": .path("app"), "sha256": .body("/sha256")]),
    OperationLink(
      "addAsset", 200, 201, to: "removeAsset",
      ["app": .path("app"), "sha256": .body("/sha256")]),
    OperationLink("addAsset", 200, 201, to: "listAssets", app),
    OperationLink("changeLayout", 200, to: "readLayout", app),
  ]

  private static let revision: KeyValuePairs<String, Source> = [
    "app": .path("app"), "If-Match": .header(.etag),
  ]
  private static let release: KeyValuePairs<String, Source> = [
    "app": .path("app"), "number": .body("/number"),
  ]
  private static let environment: KeyValuePairs<String, Source> = [
    "app": .path("app"), "env": .path("env"),
  ]

  private static let documents = [
    OperationLink("replaceDraft", 200, 201, to: "readDraft", app),
    OperationLink("replaceDraft", 200, 201, to: "checkDraft", app),
    OperationLink("replaceDraft", 200, 201, to: "replaceDraft", revision),
    OperationLink("replaceDraft", 200, 201, to: "discardDraft", revision),
    OperationLink("readDraft", 200, to: "replaceDraft", revision),
    OperationLink("readDraft", 200, to: "discardDraft", revision),
    OperationLink("publishRelease", 201, to: "readDocument", release),
    OperationLink("publishRelease", 201, to: "compareReleases", release),
    OperationLink("publishRelease", 201, to: "readRelease", environment),
    OperationLink(
      "publishRelease", 201, to: "rollBack", environment, body: ["to": .body("/number")]),
    OperationLink("rollBack", 201, to: "readDocument", release),
    OperationLink("rollBack", 201, to: "readRelease", environment),
    OperationLink(
      "listReleases", 200, to: "readDocument",
      ["app": .path("app"), "number": .body("/releases/0/number")]),
    OperationLink(
      "listReleases", 200, to: "listReleases", ["app": .path("app"), "cursor": .body("/next")]),
    OperationLink(
      "readRelease", 200, to: "readRelease",
      ["app": .path("app"), "env": .path("env"), "If-None-Match": .header(.etag)]),
    OperationLink(
      "readDocument", 200, to: "readDocument",
      ["app": .path("app"), "number": .path("number"), "If-None-Match": .header(.etag)]),
    OperationLink(
      "readLegacyScreenFlow", 200, to: "changeLegacyScreenFlow",
      ["applicationId": .path("applicationId"), "If-Match": .header(.etag)]),
  ]

  private static let access = [
    OperationLink("addSDKKey", 201, to: "listSDKKeys", app),
    OperationLink("addSDKKey", 201, to: "revokeSDKKey", ["app": .path("app"), "id": .body("/id")]),
    OperationLink("addToken", 201, to: "revokeToken", ["id": .body("/id")]),
    OperationLink("readAudit", 200, to: "readAudit", ["cursor": .body("/next")]),
  ]

  private static let organization: KeyValuePairs<String, Source> = [
    "org": .body("/organizations/0/id")
  ]
  private static let member: KeyValuePairs<String, Source> = [
    "org": .path("org"), "user": .body("/members/0/id"),
  ]

  private static let template: KeyValuePairs<String, Source> = [
    "org": .path("org"), "template": .body("/id"),
  ]
  private static let templateAndETag: KeyValuePairs<String, Source> = [
    "org": .path("org"), "template": .body("/id"), "If-Match": .header(.etag),
  ]

  private static let users = [
    OperationLink("addOrganization", 201, to: "listMembers", ["org": .body("/id")]),
    OperationLink("addOrganization", 201, to: "leaveOrganization", ["id": .body("/id")]),
    OperationLink("listOrganizations", 200, to: "listMembers", organization),
    OperationLink("listOrganizations", 200, to: "listInvitations", organization),
    OperationLink("listOrganizations", 200, to: "invite", organization),
    OperationLink("listOrganizations", 200, to: "changeOrganization", organization),
    OperationLink("listOrganizations", 200, to: "listScreenTemplates", organization),
    OperationLink("listOrganizations", 200, to: "addScreenTemplate", organization),
    OperationLink("addScreenTemplate", 201, to: "readScreenTemplate", template),
    OperationLink("addScreenTemplate", 201, to: "listScreenTemplateUses", template),
    OperationLink("addScreenTemplate", 201, to: "changeScreenTemplate", templateAndETag),
    OperationLink("addScreenTemplate", 201, to: "removeScreenTemplate", templateAndETag),
    OperationLink("listMembers", 200, to: "changeMember", member),
    OperationLink("listMembers", 200, to: "removeMember", member),
    OperationLink(
      "invite", 201, to: "revokeInvitation", ["org": .path("org"), "id": .body("/id")]),
    OperationLink("listSessions", 200, to: "endSession", ["id": .body("/sessions/0/id")]),
    OperationLink("listSecurityEvents", 200, to: "listSecurityEvents", ["cursor": .body("/next")]),
  ]
}
