/// Turns a verified first factor into a session or a pending sign-in.
struct SessionIssuer: Sendable {
  let store: any AccountStore
  let keys: AccountKeyring
  let settings: AccountSettings
  let clock: @Sendable () -> Int
  let events: SecurityEventLog
  let knownDevices: KnownDevices
  let mailer: AccountMailer

  /// Turns a first factor into a session or a pending sign-in; no other code does so.
  ///
  /// Its secrets are always new, to prevent session fixation.
  ///
  /// - Throws: `.disabledAccount`; `.wrongCredentials` for an unverified account; the transaction
  ///   is then rolled back.
  func begin(
    _ user: User, by factor: FirstFactor, as kind: Session.ClientKind, client: Client,
    with secrets: SessionSecrets, in writer: any AccountWriter
  ) throws -> SignInDecision {
    guard user.disabled == nil else { throw AccountError.disabledAccount }
    guard user.verified != nil else { throw AccountError.wrongCredentials }
    let methods = try writer.secondFactorMethods(of: user.id)
    guard !methods.isEmpty, !factor.isMultiFactor else {
      return .session(
        try open(
          for: user, by: factor, hasSecondFactor: factor.isMultiFactor, as: kind, client: client,
          with: secrets, in: writer))
    }
    let now = clock()
    try writer.put(
      OneTimeToken(
        hash: secrets.secret.hash, purpose: .secondFactor, user: user.id,
        payload: JSONText.object(["first": factor.rawValue, "wrong": "0"]), created: now,
        expires: now + OneTimeTokens.Lifetime.secondFactor))
    return .secondFactor(methods)
  }

  /// Turns a first factor into a session or a pending sign-in, in a separate transaction.
  func begin(
    _ user: User, firstFactor: FirstFactor, as kind: Session.ClientKind, client: Client
  ) async throws -> SignInResult {
    let secrets = SessionSecrets()
    let decision = try await store.change { writer in
      guard let user = try writer.user(user.id) else { throw AccountError.noSuchUser }
      return try begin(
        user, by: firstFactor, as: kind, client: client, with: secrets, in: writer)
    }
    return try await issue(decision, with: secrets)
  }

  /// Stores and logs a new session, and notifies the user if it is from a new device or network.
  func open(
    for user: User, by factor: FirstFactor, hasSecondFactor: Bool, as kind: Session.ClientKind,
    client: Client, with secrets: SessionSecrets, in writer: any AccountWriter
  ) throws -> OpenedSession {
    let now = clock()
    let lifetime = kind == .browser ? settings.browserLifetime : settings.appLifetime
    let session = Session(
      id: secrets.id, hash: kind == .browser ? secrets.secret.hash : [], kind: kind,
      user: user.id, created: now, lastUsed: now, expires: now + lifetime, lastAuthenticated: now,
      hasSecondFactor: hasSecondFactor, client: client)
    try notifyIfNew(client, to: user, in: writer)
    for unused in try writer.sessions(of: user.id).dropFirst(Self.maximumSessions - 1) {
      _ = try writer.removeSession(unused.id)
    }
    try writer.put(session)
    if kind == .app {
      try writer.put(
        RefreshToken(hash: secrets.secret.hash, session: session.id, created: now))
    }
    try events.record(
      .sessionBegan, about: user, client: client,
      detail: [
        "kind": kind.rawValue, "method": factor.rawValue, "session": session.id,
        "secondFactor": hasSecondFactor ? "yes" : "no",
      ], in: writer)
    let deviceSecrets = try knownDevices.remember(client, of: user, as: secrets.device, in: writer)
    return OpenedSession(session: session, user: user, deviceSecrets: deviceSecrets)
  }

  /// Renews a session whose user has authenticated again, so that it counts as just authenticated.
  func recordReauthentication(
    _ current: AuthenticatedSession, with secret: SecretToken, hasSecondFactor: Bool,
    client: Client, in writer: any AccountWriter
  ) throws -> Session {
    var confirmed = current.session
    confirmed.lastAuthenticated = clock()
    confirmed.hasSecondFactor = confirmed.hasSecondFactor || hasSecondFactor
    confirmed.failedReauthentications = 0
    let session = try renew(confirmed, with: secret, in: writer)
    try events.record(
      .sessionConfirmed, about: current.user, client: client, detail: ["session": session.id],
      in: writer)
    return session
  }

  /// Revokes everything that an attacker may hold, after the user has changed a credential: other
  /// sessions, pending sign-ins, links, and the current secret of this session.
  ///
  /// The session gets a new secret. The time of its authentication stays, because the change may
  /// not have authenticated its user.
  func revokeAccess(
    of user: User, renewing session: Session, with secret: SecretToken,
    in writer: any AccountWriter
  ) throws -> Session {
    try writer.revokeAccess(of: user, except: session.id)
    return try renew(session, with: secret, in: writer)
  }

  /// Gives a session a new secret; the old one and access tokens from before stop working.
  ///
  /// Pending requests to link accounts at identity providers, and a pending change of the address,
  /// end, because a thief of the old secret may have begun them.
  func renew(
    _ old: Session, with secret: SecretToken, in writer: any AccountWriter
  ) throws -> Session {
    let session = Session(
      id: old.id, hash: secret.hash, kind: old.kind, user: old.user, created: old.created,
      lastUsed: clock(), expires: old.expires, lastAuthenticated: old.lastAuthenticated,
      hasSecondFactor: old.hasSecondFactor, client: old.client,
      failedReauthentications: old.failedReauthentications)
    try writer.put(session)
    try writer.removeOneTimeTokens(of: old.user, for: .externalSignIn)
    if let user = try writer.user(old.user) { try writer.cancelAddressChange(of: user) }
    if old.kind == .app {
      let family = try writer.refreshTokens(of: old.id)
      try invalidateRefreshTokens(family, in: writer)
      try writer.put(
        RefreshToken(hash: secret.hash, session: old.id, after: family, at: clock()))
    }
    return session
  }

  /// Invalidates the refresh tokens from before a renewal, so that a stolen copy does not give
  /// access to the renewed session, not even in the half minute in which a used one may be sent
  /// again.
  ///
  /// The one that was unused is only rejected, because the session's own client sends it if the
  /// response was lost; sending one that was used ends the session.
  private func invalidateRefreshTokens(
    _ family: [RefreshToken], in writer: any AccountWriter
  ) throws {
    for var token in family {
      switch token.used {
      case nil: token.used = RefreshToken.unusedAtRenewal
      // A token that was just used may normally be sent again for some seconds; from now on, its
      // reuse means that it was stolen.
      case .some(let used) where used > RefreshToken.usedOrLost:
        token.used = RefreshToken.usedOrLost
      case .some: continue
      }
      try writer.put(token)
    }
  }

  /// The maximum number of a user's sessions; signing in once more ends the one unused for longest.
  static let maximumSessions = 100

  /// Notifies the user of a sign-in from a new device or network; any other sign-in sets the
  /// language of their emails.
  private func notifyIfNew(
    _ client: Client, to user: User, in writer: any AccountWriter
  ) throws {
    let limit = 500
    let events = try writer.events(of: user.id, before: nil, limit: limit)
    let signIns = events.filter { $0.action == SecurityAction.sessionBegan.rawValue }
    let knownClients = try signIns.map(\.client) + writer.sessions(of: user.id).map(\.client)
    // The very first sign-in needs no notification, since the user has just created the account.
    // NB: someone may have filled the log with failures, so that earlier sign-ins are not among the
    // entries that were read.
    guard !knownClients.isEmpty || events.count == limit,
      !knownClients.contains(where: { $0.fingerprint == client.fingerprint })
    else { return try updateLanguage(of: user, from: client, in: writer) }
    try mailer.enqueue(
      .newSignIn(client: client), to: user, client: client, in: writer)
  }

  private func updateLanguage(
    of user: User, from client: Client, in writer: any AccountWriter
  ) throws {
    guard let language = client.language, language != user.language else { return }
    var user = user
    user.language = language
    try writer.put(user)
  }

  /// Issues the credentials of a new session, or the secret of the pending sign-in.
  func issue(
    _ decision: SignInDecision, with secrets: SessionSecrets
  ) async throws -> SignInResult {
    switch decision {
    case .secondFactor(let methods):
      return .secondFactor(PendingSignIn(secret: secrets.secret.string, methods: methods))
    case .session(let opened):
      return .signedIn(try await issue(opened, secret: secrets.secret))
    }
  }

  /// Issues the credentials of a renewed session whose client keeps its device secrets.
  func issue(
    _ session: Session, of user: User, secret: SecretToken
  ) async throws -> NewSession {
    try await issue(
      OpenedSession(session: session, user: user, deviceSecrets: []), secret: secret)
  }

  func issue(_ opened: OpenedSession, secret: SecretToken) async throws -> NewSession {
    let credential: NewSession.Credential =
      switch opened.session.kind {
      case .browser: .cookie(secret.string)
      case .app: .tokens(try await tokens(for: opened.session, refresh: secret))
      }
    return NewSession(
      session: opened.session, user: opened.user, credential: credential,
      deviceSecrets: opened.deviceSecrets)
  }

  func tokens(for session: Session, refresh: SecretToken) async throws -> AppTokens {
    let accessToken = try await accessTokens.make(
      user: session.user, session: session.id, lastAuthenticated: session.lastAuthenticated,
      renewal: session.renewal, at: clock())
    return AppTokens(
      accessToken: accessToken, accessTokenLifetime: settings.accessTokenLifetime,
      refreshToken: PresentedRefreshToken.string(
        refresh, of: session.id, at: session.lastUsed, keys))
  }

  /// Signs and verifies access tokens.
  var accessTokens: AccessTokens {
    AccessTokens(
      keys: keys, issuer: settings.publicURL, audience: settings.publicURL,
      lifetime: settings.accessTokenLifetime)
  }
}
