extension Actor {
  /// The credential by which an actor acts in a request.
  ///
  /// A request may wait between its authentication and its change, so the change checks in its own
  /// transaction that the credential is still valid.
  public enum Credential: Sendable {
    /// A session, in the state in which the request was authenticated.
    case session(Session)
    /// The API token with the actor's id.
    case token
  }

  /// Returns the actor with the credential of its request.
  public func acting(by credential: Credential) -> Actor {
    Actor(kind: kind, id: id, name: name, user: user, credential: credential)
  }
}

extension AccountReader {
  /// Throws unless the credential of an actor is still valid, within the current transaction; does
  /// nothing for an actor without one, such as an operator.
  ///
  /// - Throws: `AccountError` `.noSession` if the session or the token was revoked, or the user
  ///   disabled or deleted, since the request was authenticated.
  public func requireCredential(of actor: Actor) throws {
    guard let credential = actor.credential else { return }
    switch credential {
    case .session(let earlier):
      guard let current = try self.session(earlier.id), current.user == actor.user,
        current.isOpened(byCredentialOf: earlier)
      else { throw AccountError.noSession }
    case .token:
      guard try self.isActive(token: actor.id) else { throw AccountError.endedToken }
    }
    guard let id = actor.user else { return }
    guard let owner = try self.user(id), owner.disabled == nil else {
      throw AccountError.noSession
    }
  }
}

extension Session {
  /// Whether the credential that opened the session in an earlier state still opens it.
  ///
  /// After the user has authenticated again or changed how they sign in, neither the old cookie nor
  /// an access token from before is valid.
  func isOpened(byCredentialOf earlier: Session) -> Bool {
    isOpened(byHash: earlier.hash, from: earlier.lastAuthenticated)
  }

  /// Whether the credential with which linking an account at an identity provider was started still
  /// opens the session.
  func isOpened(byCredentialOf earlier: AuthorizationRequest.LinkingSession) -> Bool {
    id == earlier.id && isOpened(byHash: earlier.hash, from: earlier.lastAuthenticated)
  }

  private func isOpened(byHash earlierHash: [UInt8], from earlierTime: Int) -> Bool {
    hash == earlierHash && lastAuthenticated <= earlierTime
  }

  /// An identifier of the last renewal of an app's session, which its access tokens contain; nil if
  /// there was none.
  ///
  /// It is not the time: tokens from before the renewal may have been issued in the same second.
  var renewal: String? {
    hash.isEmpty ? nil : ByteEncoding.base64URL(Array(hash.prefix(16)))
  }
}

extension AccountError {
  fileprivate static let endedToken = AccountError(
    .noSession, "This token is unknown, was revoked or has expired.")
}
