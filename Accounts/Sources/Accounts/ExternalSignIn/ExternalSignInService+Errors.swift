import Logging

extension ExternalSignInService {
  /// Records a rejected response, which may be forged, in the security log.
  ///
  /// NB: only for attempts that began here, or that contain a valid token: otherwise anyone could
  /// fill the log.
  func recordRejection(
    _ error: any Error, _ provider: IdentityProvider, client: Client
  ) async throws {
    guard let failure = error as? IdentityProviderError,
      ![.declined, .response].contains(failure.reason)
    else {
      return
    }
    try await store.change { writer in
      try events.record(
        .signInFailed, about: nil, client: client,
        detail: ["provider": provider.id, "reason": failure.reason.rawValue], in: writer)
    }
  }

  /// Logs the reason of an error, and returns one with a message for the user.
  ///
  /// NB: an unknown state is logged only at the level `debug`: anyone can make one up, as often as
  /// they like. All other errors follow a request that was counted by network.
  func logAndConvert(_ error: any Error, _ provider: IdentityProvider) -> any Error {
    guard let failure = error as? IdentityProviderError else { return error }
    logger.log(
      level: failure.reason == .state ? .debug : .notice,
      "Sign-in with an identity provider failed",
      metadata: [
        "provider": "\(provider.id)", "reason": "\(failure.reason.rawValue)",
        "message": "\(failure.message)",
      ])
    return AccountError(.externalSignIn, Self.message(for: failure.reason, provider.name))
  }

  private static func message(for reason: IdentityProviderError.Reason, _ name: String) -> String {
    switch reason {
    case .declined:
      "Sign-in with \(name) was cancelled or took too long. Try again."
    case .state:
      "This sign-in was already completed or took longer than 10 minutes. Start again."
    case .browser:
      "This sign-in was started in another browser. Start again in this one."
    case .response, .metadata:
      "\(name) cannot be reached or sent an invalid response. Try later, or sign in another way."
    case .provider:
      "Sign-in with \(name) is not configured correctly. Contact the operator of this service."
    case .replay:
      "This token from \(name) was already used. Sign in there again."
    case .issuer, .malformedToken, .algorithm, .key, .signature, .audience, .expired, .notYetValid,
      .nonce, .subject, .accessToken:
      "The response from \(name) could not be verified. Try again; if it keeps failing, contact "
        + "the operator of this service."
    }
  }
}
