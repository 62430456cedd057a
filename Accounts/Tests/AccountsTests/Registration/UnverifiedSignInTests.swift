import Accounts
import Testing

/// Signing in with the password of a registration that is not completed: anyone can register any
/// address, so the error must be that for a wrong password.
struct UnverifiedSignInTests {
  private static let known = "known@example.com"
  private static let unknown = "unknown@example.com"
  private static let networks = (1...12).map { Client(address: "198.51.100.\($0)") }

  /// A fixture where a stranger has registered two addresses, of which one has an account.
  private func fixture() async throws -> AccountsFixture {
    let fixture = try AccountsFixture()
    _ = try await fixture.user(Self.known)
    for email in [Self.known, Self.unknown] {
      try await fixture.accounts.registration.register(
        email: email, password: AccountsFixture.otherPassword, name: "", client: .attacker)
    }
    return fixture
  }

  /// Signs in with the password that the stranger has registered.
  private func signIn(
    _ fixture: AccountsFixture, _ email: String
  ) async throws -> AccountError? {
    do {
      _ = try await fixture.signIn(
        email, password: AccountsFixture.otherPassword, client: .attacker)
      return nil
    } catch let error as AccountError {
      return error
    }
  }

  @Test func `attack: a registration and a sign-in do not reveal who has an account`()
    async throws
  {
    let fixture = try await fixture()
    var errors: [[AccountError?]] = []
    var costs: [[[Int]]] = []
    for email in [Self.known, Self.unknown] {
      var emailErrors: [AccountError?] = []
      var emailCosts: [[Int]] = []
      for _ in 0..<7 {
        let cost = try await fixture.cost { emailErrors.append(try await signIn(fixture, email)) }
        emailCosts.append(Array(cost.prefix(2)))
      }
      errors.append(emailErrors)
      costs.append(emailCosts)
    }
    #expect(errors[0] == errors[1])
    #expect(costs[0] == costs[1])
    let codes = errors[1].map { $0?.code }
    #expect(
      codes
        == Array(repeating: .wrongCredentials, count: 5) + [.tooManyAttempts, .tooManyAttempts])
  }

  @Test func `attack: emails requested after the sign-in do not reveal who has an account`()
    async throws
  {
    let fixture = try await fixture()
    var accepted: [Int] = []
    for email in [Self.known, Self.unknown] {
      for _ in 0..<3 { _ = try await signIn(fixture, email) }
      var count = 0
      for _ in 0..<6 {
        let code = try await errorCode {
          try await fixture.accounts.registration.resendVerification(
            email: email, client: .attacker)
        }
        if code == nil { count += 1 }
      }
      accepted.append(count)
    }
    #expect(accepted == [3, 3])
  }

  @Test func `attack: an outdated hash does not reveal who has an account`() async throws {
    let fixture = try await fixture()
    let stronger = fixture.accounts(
      passwordHasher: PasswordHasher(
        parameters: ScryptParameters(logRounds: 5, blockSize: 1, parallelism: 1)))
    for (number, email) in [Self.known, Self.unknown].enumerated() {
      let code = try await errorCode {
        try await stronger.authentication.signIn(
          email: email, password: AccountsFixture.otherPassword, as: .browser, client: .attacker)
      }
      #expect(code == .wrongCredentials)
      #expect(await stronger.passwordHasher.derivationCount == number + 1)
    }
  }

  @Test func `the emails after sign-ins are limited`() async throws {
    let fixture = try await fixture()
    for _ in 0..<5 { #expect(try await signIn(fixture, Self.unknown)?.code == .wrongCredentials) }
    #expect(
      try await fixture.emails(to: Self.unknown).count == 5,
      "one of the registration, and four of sign-ins")
  }

  @Test func `a sign-in sends no email once the emails to its address are used up`() async throws {
    let fixture = try await fixture()
    for client in Self.networks {
      _ = try await errorCode {
        try await fixture.accounts.registration.resendVerification(
          email: Self.unknown, client: client)
      }
    }
    let before = try await fixture.emails(to: Self.unknown).count
    #expect(try await signIn(fixture, Self.unknown)?.code == .wrongCredentials)
    #expect(try await fixture.emails(to: Self.unknown).count == before)
  }

  @Test func `the event records why the sign-in was rejected`() async throws {
    let fixture = try await fixture()
    _ = try await signIn(fixture, Self.unknown)
    let user = try await fixture.accounts.administration.user(Self.unknown)
    let events = try await fixture.store.read { try $0.events(of: user.id, before: nil, limit: 9) }
    let failed = events.filter { $0.action == "session.failed" }
    #expect(failed.count == 1)
    #expect(failed.first?.detail.contains("unverified-address") == true)
  }

  @Test(arguments: [AccountSettings.Registration.open, .invited])
  func `the error mentions the email where anyone may register`(
    registration: AccountSettings.Registration
  ) async throws {
    let fixture = try AccountsFixture(registration: registration)
    let error = try #require(try await signIn(fixture, "nobody@example.com"))
    #expect(error.code == .wrongCredentials)
    let isMentioned = registration == .open
    #expect(error.message.contains("first follow the link in the email") == isMentioned)
    let german = error.text(in: "de-AT")
    #expect(german.contains("öffne zuerst den Link in der E-Mail") == isMentioned)
    #expect(german.hasPrefix("Die E-Mail-Adresse oder das Passwort ist falsch."))
  }
}
