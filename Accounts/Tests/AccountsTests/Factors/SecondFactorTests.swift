import Accounts
import Testing

/// Authenticator apps and recovery codes, and who tries to get around them.
struct SecondFactorTests {
  /// Somebody with an authenticator app.
  private struct Ada {
    let session: NewSession
    let secret: [UInt8]
    let codes: [String]
  }

  private func ada(in house: House) async throws -> Ada {
    let session = try await house.person("ada@example.com")
    let (secret, codes) = try await house.authenticator(of: session.signedIn)
    return Ada(session: session, secret: secret, codes: codes)
  }

  private func challenge(_ house: House, client: Client = .office) async throws -> String {
    try await house.accounts.signIn(
      email: "ada@example.com", password: House.password, as: .browser, client: client
    ).challenge.secret
  }

  private func finish(
    _ house: House, _ challenge: String, _ code: String, client: Client = .office
  ) async throws -> NewSession {
    try await house.accounts.finishSignIn(challenge, code: code, as: .browser, client: client)
  }

  @Test func `with an authenticator app the password is not enough`() async throws {
    let house = try House()
    let ada = try await ada(in: house)
    let step = try await house.accounts.signIn(
      email: "ada@example.com", password: House.password, as: .browser, client: .office)
    let challenge = try step.challenge
    #expect(challenge.methods == [.totp, .recoveryCode])
    #expect(
      try await refusal { try await house.accounts.authenticate(cookie: challenge.secret) }
        == .noSession)

    let session = try await finish(house, challenge.secret, house.code(ada.secret))
    #expect(session.session.hasSecondFactor)
    #expect(session.person.id == ada.session.person.id)
  }

  @Test func `a person who came by OpenID is asked for the second factor too`() async throws {
    let house = try House()
    let ada = try await ada(in: house)
    let step = try await house.accounts.signInExternally(
      .google("1", "ada@example.com"), as: .app, client: .office)
    let session = try await house.accounts.finishSignIn(
      step.challenge.secret, code: house.code(ada.secret), as: .app, client: .office)
    _ = try await house.accounts.refresh(session.tokens.refresh, client: .office)
  }

  @Test func `attack: a code works once, and those before it do not work any more`() async throws {
    let house = try House()
    let ada = try await ada(in: house)
    let code = house.code(ada.secret)
    let older = TOTP.code(secret: ada.secret, step: house.clock.now / 30 - 1)
    _ = try await finish(house, challenge(house), code)

    #expect(
      try await refusal { try await finish(house, challenge(house), code, client: .attacker) }
        == .wrongCode)
    #expect(
      try await refusal { try await finish(house, challenge(house), older, client: .attacker) }
        == .wrongCode)
    house.clock.now += 30
    _ = try await finish(house, challenge(house), house.code(ada.secret))
  }

  @Test func `attack: the code that set the app up does not sign in`() async throws {
    let house = try House()
    let session = try await house.person("ada@example.com")
    let (secret, _) = try await house.accounts.beginTOTP(session.signedIn)
    let code = house.code(secret)
    _ = try await house.accounts.confirmTOTP(session.signedIn, code: code, client: .office)
    #expect(
      try await refusal { try await finish(house, challenge(house), code, client: .attacker) }
        == .wrongCode)
  }

  @Test func `clocks may differ by half a minute, and not by more`() async throws {
    let house = try House()
    let ada = try await ada(in: house)
    func code(_ steps: Int) -> String {
      TOTP.code(secret: ada.secret, step: house.clock.now / 30 + steps)
    }
    for steps in [-2, 2, 100] {
      #expect(
        try await refusal { try await finish(house, challenge(house), code(steps)) }
          == .wrongCode)
    }
    _ = try await finish(house, challenge(house), code(-1))
    _ = try await finish(house, challenge(house), code(1))
  }

  @Test func `a code may be typed with a space in it`() async throws {
    let house = try House()
    let ada = try await ada(in: house)
    let code = house.code(ada.secret)
    _ = try await finish(house, challenge(house), "\(code.prefix(3)) \(code.suffix(3)) ")
  }

  @Test func `attack: a challenge works once, for ten minutes`() async throws {
    let house = try House()
    let ada = try await ada(in: house)
    let used = try await challenge(house)
    _ = try await finish(house, used, house.code(ada.secret))
    house.clock.now += 30
    #expect(
      try await refusal { try await finish(house, used, house.code(ada.secret)) }
        == .invalidLink)

    let late = try await challenge(house)
    house.clock.now += 600
    #expect(
      try await refusal { try await finish(house, late, house.code(ada.secret)) }
        == .invalidLink)
    #expect(
      try await refusal { try await finish(house, SecretText().text, house.code(ada.secret)) }
        == .invalidLink)
  }

  @Test func `attack: five wrong codes end the challenge, and the account has to wait`()
    async throws
  {
    let house = try House()
    let ada = try await ada(in: house)
    let guessed = try await challenge(house)
    for _ in 0..<5 {
      #expect(
        try await refusal { try await finish(house, guessed, house.wrongCode(ada.secret)) }
          == .wrongCode)
    }
    house.clock.now += 60  // the wait is over, and the ten minutes are not
    #expect(
      try await refusal { try await finish(house, guessed, house.code(ada.secret)) }
        == .invalidLink)
  }

  @Test func `attack: who knows the password cannot try codes without end`() async throws {
    let house = try House()
    let ada = try await ada(in: house)
    var looked = 0
    let end = house.clock.now + 86_400
    while house.clock.now < end {
      do {
        let secret = try await challenge(house, client: .attacker)
        _ = try await finish(house, secret, house.wrongCode(ada.secret), client: .attacker)
      } catch let error as AccountError {
        if error.code == .wrongCode { looked += 1 }
        house.clock.now += error.retryAfter ?? 1
      }
    }
    #expect(looked > 50 && looked < 110, "in a day, of a million codes")
    house.clock.now += 900
    let secret = try await challenge(house)
    _ = try await refusal { try await finish(house, secret, house.wrongCode(ada.secret)) }
    #expect(
      try await refusal { try await finish(house, secret, house.code(ada.secret)) }
        == .tooManyAttempts, "a right code has to wait as well")
  }

  @Test func `attack: another person's code does not fit`() async throws {
    let house = try House()
    _ = try await ada(in: house)
    let eve = try await house.person("eve@example.com")
    let (secret, codes) = try await house.authenticator(of: eve.signedIn)
    for code in [house.code(secret), codes[0]] {
      #expect(
        try await refusal { try await finish(house, challenge(house), code) } == .wrongCode)
    }
  }

  @Test(arguments: ["", " ", "12345", "1234567", "-", "０１２３４５", "١٢٣٤٥٦"])
  func `attack: what is no code is a wrong one`(code: String) async throws {
    let house = try House()
    _ = try await ada(in: house)
    #expect(try await refusal { try await finish(house, challenge(house), code) } == .wrongCode)
  }

  @Test func `attack: an oversized code is a wrong one`() async throws {
    let house = try House()
    _ = try await ada(in: house)
    let code = String(repeating: "0", count: 1_000_000)
    #expect(try await refusal { try await finish(house, challenge(house), code) } == .wrongCode)
  }

  // MARK: Recovery codes

  @Test func `attack: a recovery code works once`() async throws {
    let house = try House()
    let ada = try await ada(in: house)
    #expect(Set(ada.codes).count == 10)
    let typed = ada.codes[3].lowercased().replacing("-", with: " ")
    _ = try await finish(house, challenge(house), typed)
    #expect(
      try await refusal { try await finish(house, challenge(house), ada.codes[3]) } == .wrongCode)
    #expect(
      try await house.accounts.factors(of: ada.session.signedIn).recoveryCodesLeft == 9)
    #expect(
      try await house.actions(of: ada.session.person).contains("factor.code-used"))
  }

  @Test func `attack: one recovery code at two places at once opens one`() async throws {
    let house = try House()
    let ada = try await ada(in: house)
    let challenges = [try await challenge(house), try await challenge(house)]
    let codes = try await withThrowingTaskGroup(of: AccountError.Code?.self) { group in
      for secret in challenges {
        group.addTask { try await refusal { try await finish(house, secret, ada.codes[0]) } }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.count { $0 == nil } == 1)
    #expect(codes.count { $0 == .wrongCode } == 1)
  }

  @Test func `new recovery codes end the old ones`() async throws {
    let house = try House()
    let ada = try await ada(in: house)
    let new = try await house.accounts.newRecoveryCodes(ada.session.signedIn, client: .office)
    #expect(
      try await refusal { try await finish(house, challenge(house), ada.codes[0]) } == .wrongCode)
    _ = try await finish(house, challenge(house), new[0])
  }

  @Test func `who lost their phone signs in with a recovery code and takes the app away`()
    async throws
  {
    let house = try House()
    let ada = try await ada(in: house)
    let session = try await finish(house, challenge(house), ada.codes[0])
    try await house.accounts.removeTOTP(session.signedIn, client: .office)
    _ = try await house.signIn("ada@example.com")
    #expect(
      try await refusal { try await house.accounts.authenticate(cookie: ada.session.cookie) }
        == .noSession, "the lost phone's session has ended")
  }

  @Test func `who lost phone and codes is helped by the operator`() async throws {
    let house = try House()
    let ada = try await ada(in: house)
    try await house.accounts.removeFactors(of: ada.session.person.id, by: .operator("test"))
    let session = try await house.signIn("ada@example.com")
    let factors = try await house.accounts.factors(of: session.signedIn)
    #expect(factors.totpSince == nil && factors.recoveryCodesLeft == 0)
    #expect(try await house.mails(to: "ada@example.com").contains { $0.text.contains("code") })
  }

  // MARK: Setting up

  @Test func `an app that was never confirmed asks for nothing`() async throws {
    let house = try House()
    let session = try await house.person("ada@example.com")
    _ = try await house.accounts.beginTOTP(session.signedIn)
    _ = try await house.signIn("ada@example.com")
  }

  @Test func `setting up needs a right code, and ends the other sessions`() async throws {
    let house = try House()
    let here = try await house.person("ada@example.com")
    let there = try await house.signIn("ada@example.com")
    let (secret, uri) = try await house.accounts.beginTOTP(here.signedIn)
    #expect(uri.contains("issuer=Flows"))
    #expect(
      try await refusal {
        try await house.accounts.confirmTOTP(
          here.signedIn, code: house.wrongCode(secret), client: .office)
      } == .wrongCode)
    _ = try await house.accounts.confirmTOTP(
      here.signedIn, code: house.code(secret), client: .office)

    #expect(
      try await refusal { try await house.accounts.authenticate(cookie: there.cookie) }
        == .noSession)
    #expect(
      try await house.accounts.authenticate(cookie: here.cookie).session.hasSecondFactor)
  }

  @Test func `attack: a second app does not take the first one's place`() async throws {
    let house = try House()
    let ada = try await ada(in: house)
    #expect(
      try await refusal { try await house.accounts.beginTOTP(ada.session.signedIn) } == .conflict)
  }

  @Test func `the secret is kept sealed, for its person only`() async throws {
    let house = try House()
    let ada = try await ada(in: house)
    let kept = try await house.store.read { try $0.totp(of: ada.session.person.id) }
    let sealed = try #require(kept).sealedSecret
    #expect(!sealed.starts(with: ada.secret))
    #expect(throws: SealFailure.self) {
      try house.accounts.keys.open(sealed, for: "totp p_somebodyelse")
    }
  }

  @Test func `attack: to become recent again the second factor is asked for too`() async throws {
    let house = try House()
    let ada = try await ada(in: house)
    for code in [nil, "", house.wrongCode(ada.secret)] {
      #expect(
        try await refusal {
          try await house.accounts.confirm(
            ada.session.signedIn, password: House.password, code: code, client: .attacker)
        } == .wrongCode)
    }
    #expect(
      try await refusal {
        try await house.accounts.confirm(
          ada.session.signedIn, password: nil, code: house.code(ada.secret), client: .attacker)
      } == .wrongCredentials)
    _ = try await house.accounts.confirm(
      ada.session.signedIn, password: House.password, code: house.code(ada.secret),
      client: .office)
  }

  @Test func `no secret, code or password stands in the log of events`() async throws {
    let house = try House()
    let ada = try await ada(in: house)
    let secret = try await challenge(house)
    let session = try await finish(house, secret, ada.codes[0])
    let events = try await house.accounts.events(of: session.signedIn, limit: 200)
    let text = events.map { $0.detail + $0.actor }.joined()
    for hidden in [secret, try session.cookie, ada.codes[0], House.password] {
      #expect(!text.contains(hidden))
    }
    #expect(events.allSatisfy { SecurityAction(rawValue: $0.action) != nil })
  }
}
