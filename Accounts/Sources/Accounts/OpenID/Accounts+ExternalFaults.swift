import Logging

extension Accounts {
  /// Writes an answer down that somebody may have forged.
  ///
  /// NB: only for attempts that we began ourselves, or that hold a token that is good: otherwise
  /// anybody could fill the log.
  func noteRefusal(
    _ error: any Error, _ provider: ExternalProvider, client: Client
  ) async throws {
    guard let fault = error as? ExternalFault, ![.declined, .answer].contains(fault.reason) else {
      return
    }
    try await store.change { writer in
      try note(
        .signInRefused, about: nil, client: client,
        detail: ["provider": provider.id, "reason": fault.reason.rawValue], in: writer)
    }
  }

  /// What a person is told; the log gets what it was.
  func sentence(for error: any Error, _ provider: ExternalProvider) -> any Error {
    guard let fault = error as? ExternalFault else { return error }
    logger.notice(
      "Signing in elsewhere was refused.",
      metadata: [
        "provider": "\(provider.id)", "reason": "\(fault.reason.rawValue)",
        "message": "\(fault.message)",
      ])
    return AccountError(.externalSignIn, Self.words(for: fault.reason, provider.name))
  }

  private static func words(for reason: ExternalFault.Reason, _ name: String) -> String {
    switch reason {
    case .declined:
      "\(name) did not sign you in, because it was cancelled there or took too long. Try again."
    case .state:
      "This attempt to sign in was used already or took longer than 10 minutes. Begin again."
    case .browser:
      "This attempt to sign in was begun in another browser. Begin again in this one."
    case .answer, .metadata:
      "\(name) cannot be reached or gives no usable answer. Try later, or sign in another way."
    case .provider:
      "Signing in with \(name) is not set up completely. Ask whoever runs this service."
    case .replay:
      "This proof from \(name) was used already. Sign in there again."
    case .issuer, .malformedToken, .algorithm, .key, .signature, .audience, .expired, .early,
      .nonce, .subject, .accessToken:
      "What \(name) answered does not hold, so nobody was signed in. Begin again; if it stays so, "
        + "tell whoever runs this service."
    }
  }
}
