package import HTTPTypes

/// The declaration of a route, from which the router, the OpenAPI document and tables in tests are
/// generated.
package struct Endpoint: Sendable {
  /// The groups of routes in the documentation.
  package enum Topic: String, Sendable, CaseIterable {
    case delivery = "Delivery to apps"
    case applications = "Applications"
    case drafts = "Drafts and verification"
    case releases = "Releases"
    case access = "Keys, tokens and audit"
    case organizations = "Organizations"
    case users = "Users"
    case pages = "Sign-in pages"
    case legacy = "Legacy API"
    case server = "Server"
  }

  /// The format of error responses.
  package enum ProblemStyle: Sendable {
    /// A problem document (RFC 9457).
    case document
    /// The format of the legacy routes.
    case legacy
    /// An HTML page.
    case page
  }

  /// The stable name: the operation id in OpenAPI, and the route's name in metrics.
  package let id: String
  package let method: HTTPRequest.Method
  /// The path with its parameters, such as `/v1/apps/{app}/draft`.
  package let path: String
  package let topic: Topic
  package let access: Access
  package let summary: String
  package let detail: String
  /// The query parameters and headers; path parameters are derived from the path.
  package let parameters: [Parameter]
  package let body: RequestBodyDeclaration?
  package let responses: [ResponseDeclaration]
  /// The problems specific to this route.
  package let problems: [Problem.Code]
  package let problemStyle: ProblemStyle
  /// Whether a user must have signed in recently, such as for routes that grant access to others or
  /// to programs.
  package let needsRecentSignIn: Bool
  package let run: @Sendable (EndpointRequest) async throws -> EndpointResponse

  package init(
    _ id: String, _ method: HTTPRequest.Method, _ path: String, _ topic: Topic,
    _ access: Access, _ summary: String, detail: String = "", parameters: [Parameter] = [],
    body: RequestBodyDeclaration? = nil, responses: [ResponseDeclaration],
    problems: [Problem.Code] = [], problemStyle: ProblemStyle = .document,
    needsRecentSignIn: Bool = false,
    run: @escaping @Sendable (EndpointRequest) async throws -> EndpointResponse
  ) {
    self.id = id
    self.method = method
    self.path = path
    self.topic = topic
    self.access = access
    self.summary = summary
    self.detail = detail
    self.parameters = parameters
    self.body = body
    self.responses = responses
    self.problems = problems
    self.problemStyle = problemStyle
    self.needsRecentSignIn = needsRecentSignIn
    self.run = run
  }
}

/// The request body of a route.
package struct RequestBodyDeclaration: Sendable {
  /// The name of the schema in the OpenAPI document.
  package let schema: SchemaName
  /// The maximum size, in bytes.
  package let limit: Int
  package let isRequired: Bool
  /// The documented media types.
  package let contentTypes: [String]
  /// The fields of a page's form; empty for other bodies.
  package let formFields: [String]

  package init(
    _ schema: SchemaName, limit: Int = 64 << 10, isRequired: Bool = true,
    contentTypes: [String] = ["application/json"]
  ) {
    self.schema = schema
    self.limit = limit
    self.isRequired = isRequired
    self.contentTypes = contentTypes
    formFields = []
  }

  /// Creates the body of a page's form.
  package init(form fields: [String]) {
    schema = .text
    limit = SubmittedForm.limit
    isRequired = true
    contentTypes = ["application/x-www-form-urlencoded"]
    formFields = fields
  }

  /// The size limit of a document with all flows of an application: 16 MiB.
  package static let documentLimit = 16 << 20
  /// The size limit of a build's manifest: 4 MiB.
  package static let manifestLimit = 4 << 20
  /// The size limit of a batch of events: 1 MiB.
  package static let eventsLimit = 1 << 20
  /// The size limit of a screen's snapshot: 1 MiB.
  package static let snapshotLimit = 1 << 20
  /// The size limit of a drawn screen's picture: 2 MiB.
  package static let assetLimit = 2 << 20
}

/// A response that is not a problem.
package struct ResponseDeclaration: Sendable {
  package let status: Int
  package let summary: String
  package let schema: SchemaName?
  package let contentType: String
  /// The response's headers.
  package let headers: [Header]

  /// A header of a response.
  package enum Header: String, Sendable {
    case etag = "ETag"
    case location = "Location"
    case cacheControl = "Cache-Control"
    case vary = "Vary"

    package var summary: String {
      switch self {
      case .etag: "The version of the resource, for If-Match and If-None-Match."
      case .location: "The URL of the resource, or of the page to load next."
      case .cacheControl: "Whether and how long caches may store it."
      case .vary: "Which of the request's headers a cached response depends on."
      }
    }
  }

  package init(
    _ status: Int, _ summary: String, _ schema: SchemaName? = nil,
    contentType: String = "application/json", headers: [Header] = []
  ) {
    self.status = status
    self.summary = summary
    self.schema = schema
    self.contentType = contentType
    self.headers = headers
  }
}

/// A query parameter or a header that a route reads; others are ignored.
package struct Parameter: Sendable {
  package enum Location: String, Sendable { case query, header }

  package enum Format: Sendable {
    case text
    case pattern(String)
    case integer(ClosedRange<Int>)
    case boolean
  }

  package let name: String
  package let location: Location
  package let format: Format
  package let isRequired: Bool
  package let summary: String

  package init(
    _ name: String, in location: Location = .query, format: Format = .text,
    isRequired: Bool = false,
    _ summary: String
  ) {
    self.name = name
    self.location = location
    self.format = format
    self.isRequired = isRequired
    self.summary = summary
  }
}

extension Parameter {
  /// The organization of the request.
  package static let organization = Parameter(
    "organization", "The organization's id; required only if the caller belongs to several.")
  /// The maximum number of items on a page of a list.
  package static let limit = Parameter(
    "limit", format: .integer(1...200), "The maximum number of items on a page; 50 by default.")
  /// The cursor of a page of a list.
  package static let cursor = Parameter(
    "cursor", format: .pattern("^c[1-9][0-9]{0,17}$"), "The `next` of the previous page.")
}
