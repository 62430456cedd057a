package import HTTPTypes

/// One route, declared once: the router, the OpenAPI document and the tests' tables come from this.
package struct Endpoint: Sendable {
  /// The headings under which the documentation lists routes.
  package enum Topic: String, Sendable, CaseIterable {
    case delivery = "Delivery to apps"
    case applications = "Applications"
    case drafts = "Drafts and verification"
    case releases = "Releases"
    case access = "Keys, tokens and audit"
    case organizations = "Organizations"
    case users = "Users"
    case pages = "Sign-in pages"
    case report = "Flow Magic report"
    case server = "Server"
  }

  /// The form of errors.
  package enum ProblemStyle: Sendable {
    /// RFC 9457.
    case document
    /// The form of the Flow Magic report's routes.
    case report
    /// An HTML page.
    case page
  }

  /// The stable name: OpenAPI's operation id, and what metrics call the route.
  package let id: String
  package let method: HTTPRequest.Method
  /// Such as `/v1/apps/{app}/draft`.
  package let path: String
  package let topic: Topic
  package let access: Access
  package let summary: String
  package let detail: String
  /// Query parameters and headers; those in the path are taken from it.
  package let parameters: [Parameter]
  package let body: RequestBodyDeclaration?
  package let responses: [ResponseDeclaration]
  /// The problems that only this route has.
  package let problems: [Problem.Code]
  package let problemStyle: ProblemStyle
  /// Whether a user must have signed in lately: for what gives others, or a program, a way in.
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

/// The allowed bodies of a request.
package struct RequestBodyDeclaration: Sendable {
  /// The name in the OpenAPI document's schemas.
  package let schema: SchemaName
  /// The most bytes that are read.
  package let limit: Int
  package let isRequired: Bool
  /// The media types that it may have, as they are documented.
  package let contentTypes: [String]
  /// The fields of a page's form; empty for everything else.
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

  /// The form of a page.
  package init(form fields: [String]) {
    schema = .text
    limit = PageForm.limit
    isRequired = true
    contentTypes = ["application/x-www-form-urlencoded"]
    formFields = fields
  }

  /// 16 MiB: a document with all of an application's flows.
  package static let documentLimit = 16 << 20
  /// 4 MiB: the manifest of a build.
  package static let manifestLimit = 4 << 20
  /// 1 MiB: a batch of events.
  package static let eventsLimit = 1 << 20
  /// 1 MiB: a picture of a screen.
  package static let pictureLimit = 1 << 20
  /// 2 MiB: a picture on a drawn screen.
  package static let assetLimit = 2 << 20
}

/// A successful response.
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
      case .location: "The URL of the new resource."
      case .cacheControl: "How long it may be cached."
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
  package enum Location: String, Sendable { case query, header, path }

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
  /// The organization that a route is about.
  package static let organization = Parameter(
    "organization", "The organization's id; required only if the caller belongs to several.")
  /// The size of a page of a list.
  package static let limit = Parameter(
    "limit", format: .integer(1...200), "The number of entries to return; 50 by default.")
  /// The start of a page of a list.
  package static let cursor = Parameter(
    "cursor", format: .pattern("^c[1-9][0-9]{0,17}$"), "The `next` of the previous page.")
}
