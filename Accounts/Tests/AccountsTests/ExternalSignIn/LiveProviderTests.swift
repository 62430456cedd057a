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
    let surfer = TestBrowser()
    let arrival = try await surfer.visit(
      to: live.go(to: "canaille", returnTo: "/apps?id=7"), typing: ada, pressing: "accept")
    #expect(arrival.parameters["iss"] == live.start.canaille)
    let outcome = try await live.followCallback(arrival, from: "canaille")
    #expect(outcome.returnTo.text == "/apps?id=7")
    let session = try #require(outcome.step).session
    #expect(session.user.email == "ada@example.com")
    #expect(session.user.name == "Ada Lovelace")
    let identity = try await live.accounts.externalSignIn.identities(of: session.signedIn)
    #expect(identity.map(\.issuer) == [live.start.canaille])
    // A replayed response is worthless.
    #expect(
      try await live.log.loggedReason { try await live.followCallback(arrival, from: "canaille") }
        == .state)
  }

  @Test func `Canaille verifies no address, so it signs no one in by default`() async throws {
    let live = try LiveProviderFixture()
    let arrival = try await TestBrowser().visit(
      to: live.go(to: "canaille"), typing: ada, pressing: "accept")
    #expect(
      try await refusal { try await live.followCallback(arrival, from: "canaille") }
        == .noVerifiedAddress)
  }

  @Test func `a code of Canaille's is not accepted for another attempt`() async throws {
    let live = try LiveProviderFixture { $0.trustsEmail = true }
    let stolen = try await TestBrowser().visit(
      to: live.go(to: "canaille"), typing: ada, pressing: "accept")
    let mine = try #require(URLComponents(string: try await live.go(to: "canaille")))
    var parameters = stolen.parameters
    parameters["state"] = mine.queryItems?.first { $0.name == "state" }?.value
    let injected = TestBrowser.Arrival(path: stolen.path, parameters: parameters, isPost: false)
    // Canaille itself rejects the code, which was requested with another challenge.
    #expect(
      try await live.log.loggedReason { try await live.followCallback(injected, from: "canaille") }
        == .declined)
  }

  @Test func `a user who does not consent at Canaille is not signed in`() async throws {
    let live = try LiveProviderFixture { $0.trustsEmail = true }
    // NB: it treats one user's remembered consent as everyone's, unless it must ask again.
    let arrival = try await TestBrowser().visit(
      to: live.go(to: "canaille") + "&prompt=consent",
      typing: ada.merging(["login": "barbara"]) { $1 }, pressing: "deny")
    #expect(arrival.parameters["error"] == "access_denied", "\(arrival)")
    #expect(
      try await live.log.loggedReason { try await live.followCallback(arrival, from: "canaille") }
        == .declined)
  }

  // MARK: oidc-provider-mock

  @Test func `a user signs in at oidc-provider-mock, which signs without a key id`() async throws {
    let live = try LiveProviderFixture()
    let arrival = try await TestBrowser().visit(to: live.go(to: "mock"), typing: ["sub": "grace"])
    let outcome = try await live.followCallback(arrival, from: "mock")
    let session = try #require(outcome.step).session
    #expect(session.user.email == "grace@example.com")
    #expect(session.user.verified != nil)
  }

  @Test func `a user whom oidc-provider-mock rejects is not signed in`() async throws {
    let live = try LiveProviderFixture()
    let arrival = try await TestBrowser().visit(to: live.go(to: "mock"), pressing: "deny")
    #expect(arrival.parameters["error"] == "access_denied", "\(arrival)")
    // It removes the state from an error response, so the response cannot be attributed.
    #expect(
      try await live.log.loggedReason { try await live.followCallback(arrival, from: "mock") }
        == .state)
  }

  // MARK: Fake of Apple

  @Test func `Apple sends the name once, and it is stored`() async throws {
    let live = try LiveProviderFixture()
    let first = try await TestBrowser().visit(to: live.go(to: "apple"))
    #expect(first.isPost)
    let session = try #require(try await live.followCallback(first, from: "apple").step).session
    #expect(session.user.name == "Alan Turing")
    #expect(session.user.email == "alan@privaterelay.example")
    let later = try await TestBrowser().visit(to: live.go(to: "apple"))
    #expect(later.parameters["user"] == nil)
    let again = try #require(try await live.followCallback(later, from: "apple").step).session
    #expect(again.user.id == session.user.id)
    #expect(again.user.name == "Alan Turing")
  }

  @Test func `an app exchanges Apple's token once, with the nonce whose hash it sent`()
    async throws
  {
    let live = try LiveProviderFixture()
    let token = try await live.native("\(live.start.apple)/native?nonce=raw")
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

  @Test func `a user signs in at Facebook, and is found by the app-scoped id`() async throws {
    let live = try LiveProviderFixture { $0.trustsEmail = true }
    let arrival = try await TestBrowser().visit(to: live.go(to: "facebook"))
    let session = try #require(try await live.followCallback(arrival, from: "facebook").step)
      .session
    #expect(session.user.email == "edsger@example.com")
    #expect(session.user.name == "Edsger Dijkstra")
    let identities = try await live.accounts.externalSignIn.identities(of: session.signedIn)
    #expect(identities.map(\.subject) == ["1002"])
  }

  @Test func `Facebook does not verify addresses`() async throws {
    let live = try LiveProviderFixture()
    let arrival = try await TestBrowser().visit(to: live.go(to: "facebook"))
    #expect(
      try await refusal { try await live.followCallback(arrival, from: "facebook") }
        == .noVerifiedAddress)
  }

  @Test(arguments: [
    ("other-app", IdentityProviderError.Reason.audience), ("other-user", .subject),
    ("invalid", .expired), ("expired", .expired), ("page", .subject),
  ])
  func `a Facebook token for another app or user is rejected`(
    trick: String, reason: IdentityProviderError.Reason
  ) async throws {
    let live = try LiveProviderFixture { $0.trustsEmail = true }
    let arrival = try await TestBrowser().visit(to: live.go(to: "facebook") + "&trick=\(trick)")
    #expect(
      try await live.log.loggedReason { try await live.followCallback(arrival, from: "facebook") }
        == reason)
  }

  @Test func `an app exchanges a token of Facebook's Limited Login once`() async throws {
    let live = try LiveProviderFixture { $0.trustsEmail = true }
    let token = try await live.native("\(live.start.facebook)/limited?nonce=n")
    func exchange() async throws -> NewSession {
      try await live.accounts.externalSignIn.exchange(
        "facebook", idToken: token, nonce: "n", client: .office
      ).session
    }
    #expect(try await exchange().user.email == "edsger@example.com")
    #expect(try await live.log.loggedReason { try await exchange() } == .replay)
  }
}
