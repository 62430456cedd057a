import Accounts
import Foundation
import Testing

/// Tests with third-party identity providers, and with fakes of those that cannot run here.
@Suite(.serialized)
struct LiveProviderTests {
  private let ada = ["login": "ada", "password": "correct horse battery"]

  // MARK: Canaille

  @Test func `a user signs in at Canaille with a password and consents`() async throws {
    let live = try LiveProviderFixture { $0.trustsEmail = true }
    let browser = TestBrowser()
    let callback = try await browser.visit(
      live.authorizationURL(for: "canaille", returnTo: "/apps?id=7"), typing: ada,
      pressing: "accept")
    #expect(callback.parameters["iss"] == live.configuration.canaille)
    let outcome = try await live.followCallback(callback, from: "canaille")
    #expect(outcome.returnTo.string == "/apps?id=7")
    let session = try #require(outcome.signInResult).session
    #expect(session.user.email == "ada@example.com")
    #expect(session.user.name == "Ada Lovelace")
    let identities = try await live.accounts.externalSignIn.identities(of: session.signedIn)
    #expect(identities.map(\.issuer) == [live.configuration.canaille])
    // A replayed response is rejected.
    #expect(
      try await live.log.loggedReason { try await live.followCallback(callback, from: "canaille") }
        == .state)
  }

  @Test func `Canaille verifies no address, so it signs no one in by default`() async throws {
    let live = try LiveProviderFixture()
    let callback = try await TestBrowser().visit(
      live.authorizationURL(for: "canaille"), typing: ada, pressing: "accept")
    #expect(
      try await errorCode { try await live.followCallback(callback, from: "canaille") }
        == .noVerifiedAddress)
  }

  @Test func `a code from Canaille is not accepted in another attempt`() async throws {
    let live = try LiveProviderFixture { $0.trustsEmail = true }
    let stolen = try await TestBrowser().visit(
      live.authorizationURL(for: "canaille"), typing: ada, pressing: "accept")
    let ownURL = try #require(
      URLComponents(string: try await live.authorizationURL(for: "canaille")))
    var parameters = stolen.parameters
    parameters["state"] = ownURL.queryItems?.first { $0.name == "state" }?.value
    let injected = TestBrowser.Callback(path: stolen.path, parameters: parameters, isPost: false)
    // Canaille itself rejects the code, which was requested with another challenge.
    #expect(
      try await live.log.loggedReason { try await live.followCallback(injected, from: "canaille") }
        == .declined)
  }

  @Test func `a user who does not consent at Canaille is not signed in`() async throws {
    let live = try LiveProviderFixture { $0.trustsEmail = true }
    // NB: Canaille applies one user's remembered consent to everyone, unless it must ask again.
    let callback = try await TestBrowser().visit(
      live.authorizationURL(for: "canaille") + "&prompt=consent",
      typing: ada.merging(["login": "barbara"]) { $1 }, pressing: "deny")
    #expect(callback.parameters["error"] == "access_denied", "\(callback)")
    #expect(
      try await live.log.loggedReason { try await live.followCallback(callback, from: "canaille") }
        == .declined)
  }

  // MARK: oidc-provider-mock

  @Test func `a user signs in at oidc-provider-mock, which signs without a key id`() async throws {
    let live = try LiveProviderFixture()
    let callback = try await TestBrowser().visit(
      live.authorizationURL(for: "mock"), typing: ["sub": "grace"])
    let outcome = try await live.followCallback(callback, from: "mock")
    let session = try #require(outcome.signInResult).session
    #expect(session.user.email == "grace@example.com")
    #expect(session.user.verified != nil)
  }

  @Test func `a user whom oidc-provider-mock rejects is not signed in`() async throws {
    let live = try LiveProviderFixture()
    let callback = try await TestBrowser().visit(
      live.authorizationURL(for: "mock"), pressing: "deny")
    #expect(callback.parameters["error"] == "access_denied", "\(callback)")
    // The mock removes the state from an error response, so the response cannot be attributed.
    #expect(
      try await live.log.loggedReason { try await live.followCallback(callback, from: "mock") }
        == .state)
  }

  // MARK: Fake of Apple

  @Test func `Apple sends the name once, and it is stored`() async throws {
    let live = try LiveProviderFixture()
    let first = try await TestBrowser().visit(live.authorizationURL(for: "apple"))
    #expect(first.isPost)
    let outcome = try await live.followCallback(first, from: "apple")
    let session = try #require(outcome.signInResult).session
    #expect(session.user.name == "Alan Turing")
    #expect(session.user.email == "alan@privaterelay.example")
    let later = try await TestBrowser().visit(live.authorizationURL(for: "apple"))
    #expect(later.parameters["user"] == nil)
    let secondOutcome = try await live.followCallback(later, from: "apple")
    let secondSession = try #require(secondOutcome.signInResult).session
    #expect(secondSession.user.id == session.user.id)
    #expect(secondSession.user.name == "Alan Turing")
  }

  @Test func `an app exchanges Apple's token once, with the nonce whose hash it sent`()
    async throws
  {
    let live = try LiveProviderFixture()
    let token = try await live.nativeToken(from: "\(live.configuration.apple)/native?nonce=raw")
    func exchange(_ nonce: String?) async throws -> NewSession {
      try await live.accounts.externalSignIn.exchange(
        "apple", idToken: token, nonce: nonce, name: "Alan Turing", client: .office
      ).session
    }
    #expect(try await live.log.loggedReason { try await exchange(nil) } == .nonce)
    #expect(try await live.log.loggedReason { try await exchange("other") } == .nonce)
    #expect(try await exchange("raw").user.name == "Alan Turing")
    #expect(try await live.log.loggedReason { try await exchange("raw") } == .replay)
  }

  // MARK: Fake of Facebook

  @Test func `a user signs in at Facebook, and the app-scoped id is stored`() async throws {
    let live = try LiveProviderFixture { $0.trustsEmail = true }
    let callback = try await TestBrowser().visit(live.authorizationURL(for: "facebook"))
    let outcome = try await live.followCallback(callback, from: "facebook")
    let session = try #require(outcome.signInResult).session
    #expect(session.user.email == "edsger@example.com")
    #expect(session.user.name == "Edsger Dijkstra")
    let identities = try await live.accounts.externalSignIn.identities(of: session.signedIn)
    #expect(identities.map(\.subject) == ["1002"])
  }

  @Test func `Facebook does not verify addresses`() async throws {
    let live = try LiveProviderFixture()
    let callback = try await TestBrowser().visit(live.authorizationURL(for: "facebook"))
    #expect(
      try await errorCode { try await live.followCallback(callback, from: "facebook") }
        == .noVerifiedAddress)
  }

  @Test(arguments: [
    ("other-app", IdentityProviderError.Reason.audience), ("other-user", .subject),
    ("invalid", .expired), ("expired", .expired), ("page", .subject),
  ])
  func `an invalid Facebook token, or one of another app or user, is rejected`(
    trick: String, reason: IdentityProviderError.Reason
  ) async throws {
    let live = try LiveProviderFixture { $0.trustsEmail = true }
    let callback = try await TestBrowser().visit(
      live.authorizationURL(for: "facebook") + "&trick=\(trick)")
    #expect(
      try await live.log.loggedReason { try await live.followCallback(callback, from: "facebook") }
        == reason)
  }

  @Test func `an app exchanges a token of Facebook's Limited Login once`() async throws {
    let live = try LiveProviderFixture { $0.trustsEmail = true }
    let token = try await live.nativeToken(from: "\(live.configuration.facebook)/limited?nonce=n")
    func exchange() async throws -> NewSession {
      try await live.accounts.externalSignIn.exchange(
        "facebook", idToken: token, nonce: "n", client: .office
      ).session
    }
    #expect(try await exchange().user.email == "edsger@example.com")
    #expect(try await live.log.loggedReason { try await exchange() } == .replay)
  }
}
