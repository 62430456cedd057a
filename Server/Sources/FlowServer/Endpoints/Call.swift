package import Accounts
package import FlowCore
package import FlowStore
package import HTTPTypes
package import Logging
package import NIOCore

/// A request as an endpoint sees it: who calls is known, the body is there.
package struct Call: Sendable {
  package let services: Services
  package let caller: Caller
  /// Where the request came from.
  package let client: Client
  /// What it is about, and what the caller may do there.
  package let reach: Reach
  package let path: [String: String]
  package let query: [String: String]
  package let headers: HTTPFields
  package let body: [UInt8]
  package let requestID: String
  package let logger: Logger
  /// Comes when the connection that the request came by is gone.
  package let connectionClosed: EventLoopFuture<Void>

  package var store: any FlowStore { services.store }
  package var now: Int { services.clock() }

  /// A parameter of the path; the router has found it.
  package func path(_ name: String) -> String { path[name] ?? "" }

  package var accounts: AccountServices { services.accounts }
  /// The application in the path; nil for routes without one and for apps, whose key names it.
  package var application: Application? { reach.application }

  /// The organization that the request is about.
  package var organization: String {
    get throws(Problem) {
      guard let organization = reach.organization else {
        throw Problem(.notSignedIn, "This needs an API token, or somebody who is signed in.")
      }
      return organization
    }
  }

  /// The person who is signed in.
  package var person: AuthenticatedUser {
    get throws(Problem) {
      guard case .person(let person) = caller else {
        throw Problem(.notSignedIn, "This is for people who are signed in.")
      }
      return person
    }
  }

  /// What people call the organization that the request is about.
  package func organizationName() async throws -> String {
    let id = try organization
    return try await store.organization(id)?.name ?? id
  }

  /// Who does something to the organization, for the rules of accounts.
  ///
  /// NB: a robot's token is nobody whose role the rules could look up: they let it do everything,
  /// and what its scope opens, in this organization and no other, was seen to before.
  package var actor: Actor {
    switch caller {
    case .person(let person): .person(person.signedIn.person)
    case .program(let program):
      program.owner.map { .person($0.person) } ?? .operator(program.name)
    case .anyone, .app: .operator(caller.name)
    }
  }

  /// Whether the caller may know of an application of the organization.
  package func sees(_ application: Application) -> Bool {
    caller.scope(in: application.organization, application: application.id) != nil
  }

  /// The id of the application that the request is about.
  package var applicationID: String { application?.id ?? path("app") }

  /// An audit entry about this request.
  package func audit(
    _ action: String, environment: String? = nil, application: String? = nil,
    detail: JSONObject = JSONObject()
  ) throws(Problem) -> AuditEntry {
    AuditEntry(
      at: now, actor: caller.name, action: action, organization: try organization,
      application: application ?? self.application?.id, environment: environment,
      detail: JSON.object(detail).text(.canonical))
  }
}

// MARK: Parameters

extension Call {
  /// A whole number in the query; nil if it is not given.
  package func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = query[name] else { return nil }
    guard let value = Int(text), range.contains(value) else {
      throw Problem(
        .invalidParameter,
        "`\(name)` must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return value
  }

  /// A moment in the query, in seconds since 1970; nil if it is not given.
  package func moment(_ name: String) throws(Problem) -> Int? {
    guard let text = query[name] else { return nil }
    guard let second = Moment.second(text) else {
      throw Problem(
        .invalidParameter, "`\(name)` must be a moment such as 2027-01-14T08:00:00Z (RFC 3339).")
    }
    return second
  }

  /// A whole number in the path; nil if it is none.
  package func pathInteger(_ name: String) -> Int? {
    let text = path(name)
    guard text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
    return Int(text)
  }

  /// How many of a list are wanted.
  package var limit: Int {
    get throws(Problem) { try integer("limit", in: 1...200) ?? 50 }
  }

  /// The place in a list where the last answer stopped; nil for the start.
  package var cursor: Int? {
    get throws(Problem) {
      guard let text = query["cursor"] else { return nil }
      guard text.hasPrefix("c"), let value = Int(text.dropFirst()), value > 0 else {
        throw Problem(.invalidParameter, "`cursor` must be what the list before gave as `next`.")
      }
      return value
    }
  }

  /// What the next list continues behind.
  package static func cursor(_ place: Int) -> JSON { .string("c\(place)") }
}

// MARK: Body

extension Call {
  /// The body as an object.
  package func object() throws -> JSONView {
    guard !body.isEmpty else { throw Problem.body("This needs a JSON object as its body.") }
    let root = try ParsedJSON(body).root
    try root.requireObject()
    return root
  }

  /// A text in the body that names something for people: 1 to 200 characters, no control ones.
  package func title(_ name: StaticString, in object: JSONView) throws -> String {
    try Self.checkTitle(try object.requiredString(name), name)
  }

  /// A note: at most 2,000 characters; empty if it is not given.
  package func note(in object: JSONView) throws -> String {
    let note = try object.optionalString("note") ?? ""
    guard note.unicodeScalars.count <= 2000, !note.utf8.contains(0) else {
      throw Problem.body("`note` must have at most 2,000 characters.")
    }
    return note
  }

  private static func checkTitle(_ text: String, _ name: StaticString) throws -> String {
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
    guard isPlain, !text.isEmpty, text.unicodeScalars.count <= 200 else {
      throw Problem.body("`\(name)` must have 1 to 200 characters and no control characters.")
    }
    return text
  }

  /// An id in the body.
  package func id(_ name: StaticString, in object: JSONView) throws -> String {
    let text = try object.requiredString(name)
    guard Identifiers.isValid(text) else { throw Problem.body("`\(name)` \(Identifiers.rule)") }
    return text
  }
}

/// The ids of organizations, applications and environments.
package enum Identifiers {
  package static let pattern = "^[a-z0-9][a-z0-9-]{0,62}$"
  package static let rule =
    "must have 1 to 63 lower-case letters, digits and hyphens, and start with no hyphen."

  package static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, bytes.count <= 63, first != UInt8(ascii: "-") else {
      return false
    }
    return bytes.allSatisfy { byte in
      (byte >= 48 && byte <= 57) || (byte >= 97 && byte <= 122) || byte == UInt8(ascii: "-")
    }
  }
}
