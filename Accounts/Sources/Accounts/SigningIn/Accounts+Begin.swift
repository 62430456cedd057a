/// How somebody showed who they are.
enum FirstFactor: String, Sendable {
  case password
  case external
  case invitation
  case setUp = "set-up"
  /// A passkey whose device has seen its owner (PIN, finger, face): two factors in one.
  case passkey

  var isTwoFactors: Bool { self == .passkey }
}

/// What a session needs from chance, made before the transaction, which may run twice.
struct SessionSecrets: Sendable {
  let id = RandomText.base62(16)
  /// The cookie, the refresh token or the challenge: a sign-in ends with only one of them.
  let secret = SecretText()
}

/// What a transaction has decided about a sign-in.
enum Begun: Sendable {
  case session(Session, Person)
  case challenge([SecondFactorChallenge.Method])
}

extension Accounts {
  /// The one place where a first factor becomes a session, or a question for the second.
  ///
  /// Always with new secrets, so that nothing that was known before signing in counts after it.
  ///
  /// - Throws: `.disabledAccount`, `.unverifiedAddress`: then the transaction is undone.
  func begin(
    _ person: Person, by factor: FirstFactor, as kind: Session.Kind, client: Client,
    with secrets: SessionSecrets, in writer: any AccountWriter
  ) throws -> Begun {
    guard person.disabled == nil else { throw AccountError.disabledAccount }
    guard person.verified != nil else { throw AccountError.unverifiedAddress }
    let methods = try secondFactors(of: person.id, in: writer)
    guard !methods.isEmpty, !factor.isTwoFactors else {
      return .session(
        try open(
          for: person, by: factor, hasSecondFactor: factor.isTwoFactors, as: kind, client: client,
          with: secrets, in: writer), person)
    }
    let now = clock()
    try writer.put(
      OneTimeLink(
        hash: secrets.secret.hash, purpose: .secondFactor, person: person.id,
        payload: JSONText.object(["first": factor.rawValue, "wrong": "0"]), created: now,
        expires: now + LinkLifetime.secondFactor))
    return .challenge(methods)
  }

  /// What a person can be asked for as second factor; empty if a password is enough.
  ///
  /// The authenticator app is what turns the question on: a passkey alone does not, because whoever
  /// loses it would have no recovery codes.
  func secondFactors(
    of person: String, in reader: any AccountReader
  ) throws -> [SecondFactorChallenge.Method] {
    guard try reader.totp(of: person)?.confirmed != nil else { return [] }
    var methods: [SecondFactorChallenge.Method] = [.totp]
    if try reader.recoveryCodes(of: person).contains(where: { $0.used == nil }) {
      methods.append(.recoveryCode)
    }
    if try !reader.passkeys(of: person).isEmpty { methods.append(.passkey) }
    return methods
  }

  /// Keeps a new session, notes it, and tells the person if it is from somewhere new.
  func open(
    for person: Person, by factor: FirstFactor, hasSecondFactor: Bool, as kind: Session.Kind,
    client: Client, with secrets: SessionSecrets, in writer: any AccountWriter
  ) throws -> Session {
    let now = clock()
    let lifetime = kind == .browser ? settings.browserLifetime : settings.appLifetime
    let session = Session(
      id: secrets.id, hash: kind == .browser ? secrets.secret.hash : [], kind: kind,
      person: person.id, created: now, lastUsed: now, expires: now + lifetime, authenticated: now,
      hasSecondFactor: hasSecondFactor, client: client)
    try tellIfNew(client, to: person, in: writer)
    for old in try writer.sessions(of: person.id).dropFirst(Self.mostSessions - 1) {
      _ = try writer.removeSession(old.id)
    }
    try writer.put(session)
    if kind == .app {
      try writer.put(
        RefreshToken(hash: secrets.secret.hash, session: session.id, created: now))
    }
    try note(
      .sessionBegan, about: person, client: client,
      detail: [
        "kind": kind.rawValue, "method": factor.rawValue, "session": session.id,
        "secondFactor": hasSecondFactor ? "yes" : "no",
      ], in: writer)
    return session
  }

  /// More than anybody has devices; the one unused for longest gives way.
  static let mostSessions = 100

  private func tellIfNew(
    _ client: Client, to person: Person, in writer: any AccountWriter
  ) throws {
    let limit = 500
    let events = try writer.events(of: person.id, before: nil, limit: limit)
    let began = events.filter { $0.action == SecurityAction.sessionBegan.rawValue }
    let known = try began.map(\.client) + writer.sessions(of: person.id).map(\.client)
    // The first sign-in of all is no news to whoever has just made the account. NB: but somebody
    // may have filled the log with failures, so that no sign-in is seen any more.
    guard !known.isEmpty || events.count == limit,
      !known.contains(where: { $0.familiarity == client.familiarity })
    else { return }
    try post(.newSignIn(client: client), to: person.email, in: writer)
  }

  /// Gives the holder what only they get.
  func deliver(_ begun: Begun, with secrets: SessionSecrets) async throws -> SignInStep {
    switch begun {
    case .challenge(let methods):
      return .secondFactor(SecondFactorChallenge(secret: secrets.secret.text, methods: methods))
    case .session(let session, let person):
      return .signedIn(try await deliver(session, of: person, secret: secrets.secret))
    }
  }

  func deliver(
    _ session: Session, of person: Person, secret: SecretText
  ) async throws -> NewSession {
    switch session.kind {
    case .browser:
      return NewSession(session: session, person: person, credential: .cookie(secret.text))
    case .app:
      let tokens = try await tokens(for: session, refresh: secret)
      return NewSession(session: session, person: person, credential: .tokens(tokens))
    }
  }

  func tokens(for session: Session, refresh: SecretText) async throws -> AppTokens {
    let access = try await accessTokens.make(
      person: session.person, session: session.id, at: clock())
    return AppTokens(
      access: access, accessLifetime: settings.accessLifetime, refresh: refresh.text)
  }

  /// What signs and reads access tokens.
  public var accessTokens: AccessTokens {
    AccessTokens(
      keys: keys, issuer: settings.publicURL, audience: settings.publicURL,
      lifetime: settings.accessLifetime)
  }
}
