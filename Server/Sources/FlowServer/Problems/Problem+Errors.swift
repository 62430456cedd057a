package import Accounts
package import FlowCore
import FlowMagic
package import FlowStore
import HTTPTypes
import NIOCore
import NIOHTTP1

extension Problem {
  /// Creates the problem for any error; that of an unexpected error contains no details.
  package init(_ error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let error as StoreError: self.init(store: error)
    case let error as FlowError: self.init(flow: error)
    case let error as AccountError: self.init(account: error)
    case is NIOTooManyBytesError: self = .bodyTooLarge
    case HTTPParserError.invalidEOFState, is ChannelError, is IOError, is CancellationError:
      self.init(.clientClosed, "The client closed the connection before its request was complete.")
    case is HTTPParserError:
      self.init(.malformedBody, "The body's chunks or trailers do not follow RFC 9112.")
    default: self.init(.internalError, Self.internalDetail)
    }
  }

  private static let internalDetail =
    "An unexpected error occurred. Try again; if it persists, the server's log has the "
    + "details under this request's id."

  /// Creates the problem for an error of the store.
  package init(store error: StoreError) {
    switch error.code {
    case .alreadyExists: self.init(.alreadyExists, error.message)
    case .conflict: self.init(.conflict, error.message)
    case .notFound: self.init(.unknownApplication, error.message)
    case .tooLarge: self.init(.malformedBody, error.message)
    case .limitReached: self.init(.limitReached, error.message)
    case .notSignedIn:
      self.init(.notSignedIn, error.message, headers: [.wwwAuthenticate: "Bearer"])
    case .notAllowed: self.init(.notAllowed, error.message)
    case .quotaReached:
      if let quota = error.quota {
        self.init(.quotaReached, error.message, members: quota.members)
      } else {
        self.init(.eventQuota, error.message, headers: [.retryAfter: "3600"])
      }
    case .diskFull:
      self.init(
        .storeFull,
        "The server's disk is full; nothing was changed. Free some space, then try again.")
    case .readOnly, .locked, .damaged, .newerSchema, .unreleasedSchema, .changedSchema,
      .unavailable:
      self.init(
        .storeUnavailable,
        "The store cannot be used at the moment; nothing was changed. The server's log has the "
          + "reason.", headers: [.retryAfter: "5"])
    }
  }

  /// Creates the problem for an error of the account services, whose messages are meant for users.
  package init(account error: AccountError) {
    let code = Code(rawValue: error.code.rawValue) ?? .internalError
    var headers = HTTPFields()
    headers[.retryAfter] = error.retryAfter.map { "\(max(1, $0))" }
    if code.status == 401 { headers[.wwwAuthenticate] = "Bearer" }
    self.init(code, error.message, headers: headers)
  }

  /// Creates the problem for an error of the engine.
  package init(flow error: FlowError) {
    self.init(
      error.code == .jsonTooLarge ? .bodyTooLarge : .malformedBody, error.message,
      members: ["errors": .array([error.json])])
  }

  /// Creates the problem for a draft or document that must not be published.
  package init(_ code: Code, _ detail: String, findings: [Finding]) {
    self.init(code, detail, members: ["findings": .array(findings.map(\.json))])
  }
}

extension Quotas.ReachedQuota {
  /// The members of the problem document for programs.
  fileprivate var members: JSONObject {
    [
      "quota": .string(kind.rawValue), "limit": .number(JSONNumber(limit)),
      "count": .number(JSONNumber(count)),
    ]
  }
}

extension FlowError {
  /// The error as JSON, in the form of `flowmagic validate --json`.
  package var json: JSON {
    var object: JSONObject = [
      "code": .string(code.rawValue), "message": .string(Problem.clipped(message)),
    ]
    object["pointer"] = position.map { .string(Problem.clipped($0.pointer)) }
    object["line"] = position.map { .number(JSONNumber($0.line)) }
    object["column"] = position.map { .number(JSONNumber($0.column)) }
    return .object(object)
  }
}
