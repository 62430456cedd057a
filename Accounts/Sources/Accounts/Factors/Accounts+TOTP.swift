/// By what a person can show who they are.
public struct FactorSummary: Sendable, Equatable {
  /// Whether there is a password.
  public let hasPassword: Bool
  /// Since when an authenticator app is set up, or nil.
  public let totpSince: Int?
  /// How many recovery codes are left.
  public let recoveryCodesLeft: Int
  /// The passkeys, oldest first.
  public let passkeys: [Passkey]
  /// The accounts elsewhere, oldest first.
  public let identities: [ExternalIdentity]

  /// Makes a summary.
  public init(
    hasPassword: Bool, totpSince: Int?, recoveryCodesLeft: Int, passkeys: [Passkey],
    identities: [ExternalIdentity]
  ) {
    self.hasPassword = hasPassword
    self.totpSince = totpSince
    self.recoveryCodesLeft = recoveryCodesLeft
    self.passkeys = passkeys
    self.identities = identities
  }

  /// In how many ways the person can begin to sign in; the last one must stay.
  public var waysIn: Int { (hasPassword ? 1 : 0) + passkeys.count + identities.count }
}

extension Accounts {
  /// By what a person can show who they are.
  public func factors(of signedIn: SignedIn) async throws -> FactorSummary {
    try await store.read { reader in
      try factors(of: current(signedIn, in: reader).person.id, in: reader)
    }
  }

  /// The same, inside of a transaction.
  func factors(of person: String, in reader: any AccountReader) throws -> FactorSummary {
    FactorSummary(
      hasPassword: try reader.password(of: person) != nil,
      totpSince: try reader.totp(of: person)?.confirmed,
      recoveryCodesLeft: try reader.recoveryCodes(of: person).count { $0.used == nil },
      passkeys: try reader.passkeys(of: person), identities: try reader.identities(of: person))
  }

  /// Makes a secret for an authenticator app; it counts for nothing before a first code was right.
  ///
  /// - Returns: The secret, to type, and as an `otpauth` address, to scan.
  /// - Throws: `AccountError`: `.notRecent`, `.noSession`; `.conflict` if one is set up already.
  public func beginTOTP(_ signedIn: SignedIn) async throws -> (secret: [UInt8], uri: String) {
    let secret = TOTP.newSecret()
    let sealed = try seal(secret, of: signedIn.person.id)
    let person = try await store.change { writer in
      let person = try recent(signedIn, in: writer).person
      guard try writer.totp(of: person.id)?.confirmed == nil else { throw AccountError.totpIsThere }
      try writer.put(StoredTOTP(person: person.id, sealedSecret: sealed, created: clock()))
      return person
    }
    return (
      secret, TOTP.uri(secret: secret, account: person.email, issuer: settings.serviceName)
    )
  }

  /// Takes the authenticator app into use by its first code, and ends the other sessions.
  ///
  /// - Returns: Ten recovery codes, to be shown once.
  /// - Throws: `AccountError`: `.wrongCode`, `.tooManyAttempts`, `.notFound` if none was begun,
  ///   `.conflict`, `.notRecent`, `.noSession`.
  public func confirmTOTP(
    _ signedIn: SignedIn, code: String, client: Client
  ) async throws -> [String] {
    let made = RecoveryCodes.make(for: signedIn.person.id)
    try await store.change { writer -> Result<Void, AccountError> in
      let current = try recent(signedIn, in: writer)
      guard var totp = try writer.totp(of: current.person.id) else {
        return .failure(.noTOTPBegun)
      }
      guard totp.confirmed == nil else { return .failure(.totpIsThere) }
      let count = count(codesOf: current.person.id)
      if case .failure(let error) = try attempt([count], in: writer) { return .failure(error) }
      guard
        let step = try TOTP.match(
          code.filter { !$0.isWhitespace }, secret: open(totp), at: clock(), after: totp.lastStep)
      else { return .failure(.wrongFirstCode) }
      try forgive(count, in: writer)
      totp.confirmed = clock()
      totp.lastStep = step
      try writer.put(totp)
      try writer.replaceRecoveryCodes(of: current.person.id, with: made.codes)
      try endEverything(of: current.person, except: current.session.id, in: writer)
      try markSecondFactor(current.session, in: writer)
      try note(.totpAdded, about: current.person, client: client, in: writer)
      try post(.factorAdded(.authenticator, client: client), to: current.person.email, in: writer)
      return .success(())
    }.get()
    return made.texts
  }

  /// Takes the authenticator app away, with its recovery codes, and ends the other sessions.
  ///
  /// - Throws: `AccountError`: `.notFound`, `.notRecent`, `.noSession`.
  public func removeTOTP(_ signedIn: SignedIn, client: Client) async throws {
    try await store.change { writer in
      let current = try recent(signedIn, in: writer)
      guard let totp = try writer.totp(of: current.person.id) else { throw AccountError.noTOTP }
      try writer.removeTOTP(of: current.person.id)
      guard totp.confirmed != nil else { return }
      try writer.replaceRecoveryCodes(of: current.person.id, with: [])
      try endEverything(of: current.person, except: current.session.id, in: writer)
      try note(.totpRemoved, about: current.person, client: client, in: writer)
      try post(
        .factorRemoved(.authenticator, client: client), to: current.person.email, in: writer)
    }
  }

  /// Makes new recovery codes; the old ones stop working, and other sessions end.
  ///
  /// - Returns: Ten codes, to be shown once.
  /// - Throws: `AccountError`: `.notFound` without an authenticator app; `.notRecent`,
  ///   `.noSession`.
  public func newRecoveryCodes(_ signedIn: SignedIn, client: Client) async throws -> [String] {
    let made = RecoveryCodes.make(for: signedIn.person.id)
    try await store.change { writer in
      let current = try recent(signedIn, in: writer)
      guard try writer.totp(of: current.person.id)?.confirmed != nil else {
        throw AccountError.noTOTP
      }
      try writer.replaceRecoveryCodes(of: current.person.id, with: made.codes)
      try endEverything(of: current.person, except: current.session.id, in: writer)
      try note(.recoveryCodesMade, about: current.person, client: client, in: writer)
      try post(
        .factorAdded(.recoveryCodes, client: client), to: current.person.email, in: writer)
    }
    return made.texts
  }

  private func markSecondFactor(_ session: Session, in writer: any AccountWriter) throws {
    var session = session
    session.hasSecondFactor = true
    try writer.put(session)
  }
}

extension AccountError {
  fileprivate static let totpIsThere = AccountError(
    .conflict, "An authenticator app is set up already. Take it away first to set up another.")

  fileprivate static let noTOTP = AccountError(.notFound, "No authenticator app is set up.")

  fileprivate static let noTOTPBegun = AccountError(
    .notFound, "Nothing to confirm: begin again and scan the new picture.")

  fileprivate static let wrongFirstCode = AccountError(
    .wrongCode,
    "This code is wrong. Check that the app shows this account and that the device's clock is "
      + "right, and give the code that it shows now.")
}
