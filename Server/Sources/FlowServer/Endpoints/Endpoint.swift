package import HTTPTypes

/// One route, declared once: the router, the OpenAPI document and the tests' tables come from this.
package struct Endpoint: Sendable {
  /// The headings under which the documentation lists routes.
  package enum Topic: String, Sendable, CaseIterable {
    case delivery = "Apps in the field"
    case applications = "Applications"
    case drafts = "Drafts and checking"
    case releases = "Releases"
    case access = "Keys, tokens and audit"
    case organizations = "Organizations"
    case people = "People"
    case pages = "Sign-in pages"
    case report = "Flow Magic report"
    case server = "The server itself"
  }

  /// The form in which errors are told.
  package enum ProblemStyle: Sendable {
    /// RFC 9457.
    case document
    /// What the Flow Magic report's routes say.
    case report
    /// A page for people.
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
  package let answers: [AnswerDeclaration]
  /// The problems that only this route has.
  package let problems: [Problem.Code]
  package let problemStyle: ProblemStyle
  package let run: @Sendable (Call) async throws -> Reply

  package init(
    _ id: String, _ method: HTTPRequest.Method, _ path: String, _ topic: Topic,
    _ access: Access, _ summary: String, detail: String = "", parameters: [Parameter] = [],
    body: RequestBodyDeclaration? = nil, answers: [AnswerDeclaration],
    problems: [Problem.Code] = [], problemStyle: ProblemStyle = .document,
    run: @escaping @Sendable (Call) async throws -> Reply
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
    self.answers = answers
    self.problems = problems
    self.problemStyle = problemStyle
    self.run = run
  }
}

/// What a request's body may be.
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

  /// What a form of a page sends.
  package init(form fields: [String]) {
    schema = .text
    limit = PageForm.limit
    isRequired = true
    contentTypes = ["application/x-www-form-urlencoded"]
    formFields = fields
  }

  /// 16 MiB: a document with all of an application's flows.
  package static let documentLimit = 16 << 20
  /// 1 MiB: a batch of events.
  package static let eventsLimit = 1 << 20
  /// 1 MiB: a picture of a screen.
  package static let pictureLimit = 1 << 20
}

/// An answer when all is well.
package struct AnswerDeclaration: Sendable {
  package let status: Int
  package let summary: String
  package let schema: SchemaName?
  package let contentType: String
  /// Names of headers with what they say.
  package let headers: [Header]

  /// A header of an answer.
  package enum Header: String, Sendable {
    case etag = "ETag"
    case location = "Location"
    case cacheControl = "Cache-Control"

    package var summary: String {
      switch self {
      case .etag: "What this state is called, for If-Match and If-None-Match."
      case .location: "Where the new thing is."
      case .cacheControl: "How long it may be kept."
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

/// A query parameter or a header that a route looks at; others are skipped.
package struct Parameter: Sendable {
  package enum Place: String, Sendable { case query, header, path }

  package enum Kind: Sendable {
    case text
    case pattern(String)
    case integer(ClosedRange<Int>)
    case boolean
  }

  package let name: String
  package let place: Place
  package let kind: Kind
  package let isRequired: Bool
  package let summary: String

  package init(
    _ name: String, in place: Place = .query, kind: Kind = .text, isRequired: Bool = false,
    _ summary: String
  ) {
    self.name = name
    self.place = place
    self.kind = kind
    self.isRequired = isRequired
    self.summary = summary
  }
}

extension Parameter {
  /// The organization that a route is about.
  package static let organization = Parameter(
    "organization", "The organization's id; needed only by people who are in several.")
}
