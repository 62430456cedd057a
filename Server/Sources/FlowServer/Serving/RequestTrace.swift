import HTTPTypes
import NIOConcurrencyHelpers

/// Details of a request, collected for the middleware around its endpoint, and shared by all copies
/// of the request's context.
package final class RequestTrace: Sendable {
  struct State {
    var endpoint: Endpoint?
    var principal: Principal?
    var problem: Problem?
    /// The error that the problem was created from; nil if the error was itself a problem.
    var cause: (any Error)?
    /// Whether pages of other origins may read the response.
    var isCrossOriginReadable = false
  }

  private let state = NIOLockedValueBox(State())

  var current: State { state.withLockedValue { $0 } }

  func update(_ change: (inout State) -> Void) { state.withLockedValue(change) }
}

extension RequestTrace.State {
  /// The endpoint's id, for the log and metrics.
  var route: String { endpoint?.id ?? "none" }

  /// Whether the request is authenticated by a session's cookie.
  var usesSessionCookie: Bool {
    guard case .user(let user) = principal else { return false }
    return user.credential == .cookie
  }
}
