/// Signs users in with a password and, where it is set up, a second factor.
public struct AuthenticationService: Sendable {
  let store: any AccountStore
  let lifecycle: AccountLifecycle
  let sessionIssuer: SessionIssuer
  let passwordAuthenticator: PasswordAuthenticator
  let secondFactorVerifier: SecondFactorVerifier

  /// Signs a user in with address and password.
  ///
  /// An unknown address costs the same work as a wrong password (one scrypt run, two transactions)
  /// and gives the same error. Attempts are counted by account and by the client's network, or by a
  /// known device, before the password is checked.
  ///
  /// The password of an unverified account counts as wrong, too: anyone can register an address
  /// with a password of their own, and would learn from a different response that it has no
  /// verified account. The email of the registration is then sent once more.
  ///
  /// - Returns: A session, or the pending sign-in if a second factor is required.
  /// - Throws: `AccountError`: `.invalidAddress`; `.wrongCredentials`; `.tooManyAttempts`, even if
  ///   the password is right; only after a correct password, `.disabledAccount`.
  public func signIn(
    email: String, password: String, as kind: Session.ClientKind, client: Client
  ) async throws -> SignInResult {
    let address = try EmailAddress(email)
    let attempt = try await passwordAuthenticator.reserve(address.key, client: client) {
      try $0.user(emailKey: $1)
    }
    let result = try await passwordAuthenticator.verify(password, for: attempt)
    let secrets = SessionSecrets()
    let verification = SecretToken()
    let decision = try await store.change { writer -> Result<SignInDecision, AccountError> in
      guard let user = try passwordAuthenticator.verifiedUser(result, of: attempt, in: writer)
      else {
        return try passwordAuthenticator.reject(
          attempt, with: wrongCredentials, client: client, in: writer)
      }
      guard user.verified != nil else {
        try lifecycle.repeatVerification(
          to: user, client: client, with: verification, in: writer)
        return try passwordAuthenticator.reject(
          attempt, with: wrongCredentials, reason: Self.unverifiedAddress, client: client,
          in: writer)
      }
      try passwordAuthenticator.recordSignIn(result, of: attempt, by: user, in: writer)
      guard user.disabled == nil else {
        return try passwordAuthenticator.reject(
          attempt, with: .disabledAccount, client: client, in: writer)
      }
      return .success(
        try sessionIssuer.begin(
          user, by: .password, as: kind, client: client, with: secrets, in: writer))
    }.get()
    return try await sessionIssuer.issue(decision, with: secrets)
  }

  private var wrongCredentials: AccountError {
    lifecycle.settings.registration == .open
      ? .wrongCredentialsOrUnverified : .wrongCredentials
  }

  /// The recorded reason of a sign-in that fails because the account is not verified.
  private static let unverifiedAddress = "unverified-address"

  /// Completes a sign-in with the code of an authenticator app, or a recovery code.
  ///
  /// `pendingSignIn` is the secret that the first step returned; it works for 10 minutes and for 5
  /// wrong codes.
  ///
  /// - Throws: `AccountError`: `.wrongCode`; `.tooManyAttempts`; `.invalidLink` if the first step
  ///   has to be done again.
  public func finishSignIn(
    _ pendingSignIn: String, code: String, as kind: Session.ClientKind, client: Client
  ) async throws -> NewSession {
    try await secondFactorVerifier.finishSignIn(pendingSignIn, as: kind, client: client) {
      writer, user in
      try secondFactorVerifier.consumeCode(code, from: user, client, in: writer)
    }
  }
}
