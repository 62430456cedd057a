public import AccountsClient
public import YogaDomain

/// The reason why a request to the service failed.
public enum YogaAPIError: SessionFailure, Hashable, Sendable {
  /// There is no connection, or it broke.
  case offline
  /// The session has ended; the user has to log in again.
  case signedOut
  /// The service rejected the request, with a sentence for the user.
  case rejected(ServiceProblem)
  /// The response is not one that the API defines; its HTTP status, or 0 if it is too large or the
  /// request has no valid URL.
  case invalidResponse(Int)

  /// A sentence for the user.
  public func text(in language: String) -> String {
    switch self {
    case .offline: ClientText.offline.text(in: language)
    case .signedOut: AccountAlert.loggedOut.text.text(in: language)
    case .rejected(let problem): problem.detail
    case .invalidResponse: ClientText.serviceFailed.text(in: language)
    }
  }
}
