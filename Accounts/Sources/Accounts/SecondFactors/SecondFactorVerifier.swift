/// Verifies codes of authenticator apps and recovery codes, and completes sign-ins with these or
/// with another second factor that the caller checks.
struct SecondFactorVerifier: Sendable {
  let store: any AccountStore
  let keys: AccountKeyring
  let clock: @Sendable () -> Int
  let events: SecurityEventLog
  let mailer: AccountMailer
  let oneTimeTokens: OneTimeTokens
  let throttle: Throttle
  let knownDevices: KnownDevices
  let sessionIssuer: SessionIssuer

  /// Completes a sign-in with the second factor that `verify` accepts, in the transaction that
  /// consumes the pending sign-in.
  func finishSignIn(
    _ pendingSignIn: String, as kind: Session.ClientKind, client: Client,
    verify: @escaping @Sendable (any AccountWriter, User) throws -> Bool
  ) async throws -> NewSession {
    let secrets = SessionSecrets()
    let opened = try await store.change { writer -> Result<OpenedSession, AccountError> in
      guard let token = try oneTimeTokens.validToken(pendingSignIn, for: .secondFactor, in: writer),
        let user = try token.user.flatMap({ try writer.user($0) }), user.disabled == nil
      else { return .failure(.pendingSignInEnded) }
      if let error = try rejection(of: user, client, in: writer, verify: verify) {
        if error.code == .wrongCode { try countWrongCode(token, in: writer) }
        return .failure(error)
      }
      guard try writer.removeOneTimeToken(token.hash) else { return .failure(.pendingSignInEnded) }
      let first = FirstFactor(rawValue: JSONText.members(token.payload)["first"] ?? "") ?? .password
      return .success(
        try sessionIssuer.open(
          for: user, by: first, hasSecondFactor: true, as: kind, client: client, with: secrets,
          in: writer))
    }.get()
    return try await sessionIssuer.issue(opened, secret: secrets.secret)
  }

  /// Checks and counts a factor; returns the error that rejects it, or nil if it is correct.
  private func rejection(
    of user: User, _ client: Client, in writer: any AccountWriter,
    verify: (any AccountWriter, User) throws -> Bool
  ) throws -> AccountError? {
    // Strangers, wherever they are, must not delay users on their known devices.
    let device = try knownDevices.device(of: user, at: client, in: writer)
    let counters =
      device.map {
        [throttle.counter(codesFrom: $0), throttle.counter(codesFromDevicesOf: user.id)]
      }
      ?? [throttle.counter(codesOf: user.id), throttle.counter(from: client)]
    switch try throttle.countAttempt(counters, in: writer) {
    case .failure(let error): return error
    case .success(let reservation):
      guard try verify(writer, user) else {
        try events.record(.factorRejected, about: user, by: .anonymous, client: client, in: writer)
        return .wrongCode
      }
      try throttle.rollBack(reservation, in: writer)
      try throttle.reset(counters[0], in: writer)
      return nil
    }
  }

  /// The number of wrong codes that ends a pending sign-in.
  static let maximumWrongCodes = 5

  private func countWrongCode(_ token: OneTimeToken, in writer: any AccountWriter) throws {
    var payload = JSONText.members(token.payload)
    let wrong = (payload["wrong"].flatMap { Int($0) } ?? 0) + 1
    guard wrong < Self.maximumWrongCodes else {
      _ = try writer.removeOneTimeToken(token.hash)
      return
    }
    payload["wrong"] = "\(wrong)"
    try writer.put(
      OneTimeToken(
        hash: token.hash, purpose: token.purpose, user: token.user,
        payload: JSONText.object(payload), created: token.created, expires: token.expires))
  }

  /// Checks a code of an authenticator app or a recovery code, and uses it up if it is correct.
  ///
  /// - Returns: Whether it was correct.
  func consumeCode(
    _ code: String, from user: User, _ client: Client, in writer: any AccountWriter
  ) throws -> Bool {
    // NB: the length is limited before any check; recovery codes have 27 characters as displayed.
    guard code.utf8.count <= 64 else { return false }
    let digits = code.filter { !$0.isWhitespace }
    if digits.utf8.count == 6, digits.utf8.allSatisfy({ (48...57).contains($0) }) {
      return try consumeTOTP(digits, from: user, in: writer)
    }
    return try consumeRecoveryCode(code, from: user, client, in: writer)
  }

  private func consumeTOTP(
    _ code: String, from user: User, in writer: any AccountWriter
  ) throws -> Bool {
    guard var totp = try writer.totp(of: user.id), totp.confirmed != nil,
      let step = try TOTP.matchingStep(
        of: code, secret: open(totp), at: clock(), after: totp.lastStep)
    else { return false }
    totp.lastStep = step
    try writer.put(totp)
    return true
  }

  private func consumeRecoveryCode(
    _ code: String, from user: User, _ client: Client, in writer: any AccountWriter
  ) throws -> Bool {
    guard try writer.totp(of: user.id)?.confirmed != nil,
      let hash = RecoveryCodes.hash(of: code)
    else { return false }
    let unused = try writer.recoveryCodes(of: user.id).filter { $0.used == nil }
    guard var recoveryCode = unused.first(where: { $0.hash == hash }) else { return false }
    recoveryCode.used = clock()
    try writer.put(recoveryCode)
    let left = unused.count - 1
    try events.record(
      .recoveryCodeUsed, about: user, client: client, detail: ["left": "\(left)"], in: writer)
    try mailer.enqueue(
      .recoveryCodeUsed(left: left, client: client), to: user, client: client,
      in: writer)
    return true
  }

  func seal(_ secret: [UInt8], of user: String) throws -> [UInt8] {
    try keys.seal(secret, for: "totp " + user)
  }

  func open(_ totp: StoredTOTP) throws -> [UInt8] {
    try keys.open(totp.sealedSecret, for: "totp " + totp.user)
  }
}
