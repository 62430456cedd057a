import HTTPTypes
import NIOConcurrencyHelpers

/// Details of a request, collected for the middleware around its endpoint: shared by all copies of
/// the request's context.
package final class RequestTrace: Sendable {
  struct State {
    var endpoint: Endpoint?
    var principal: Principal?
    var problem: Problem?
    /// The error that the problem was made from; nil for an error that was a problem already.
    var cause: (any Error)?
    /// Whether pages of other sites may read the response.
    var isShared = false
  }

  private let state = NIOLockedValueBox(State())

  var current: State { state.withLockedValue { $0 } }

  func note(_ change: (inout State) -> Void) { state.withLockedValue(change) }
}

extension RequestTrace.State {
  /// The endpoint's id, for log and metrics.
  var route: String { endpoint?.id ?? "none" }

  /// Whether a browser's cookie says who sends the request.
  var isByCookie: Bool {
    guard case .user(let user) = principal else { return false }
    return user.credential == .cookie
  }
}
