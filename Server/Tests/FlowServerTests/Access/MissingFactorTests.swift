import Accounts
import FlowCore
import FlowServer
import HTTPTypes
import Testing

/// A session without the second factor that the server requires.
@Suite struct MissingFactorTests {
  private func site() async throws -> Site {
    var settings = Site.accountSettings
    settings.requiresSecondFactor = true
    return try await Site(withUsers: true, accounts: settings)
  }

  @Test(arguments: [Site.Role.owner, .ownerApp])
  func `attack: without the second factor, a session does not learn the user's organizations`(
    role: Site.Role
  ) async throws {
    let site = try await site()
    let withoutFactor = try await site.send(.get, "/v1/me", as: role)
    #expect(withoutFactor.status == 200 && withoutFactor.json["organizations"]?.array == [])
    #expect(!withoutFactor.text.contains("acme"))
    try await site.addSecondFactor(to: role)
    let complete = try await site.send(.get, "/v1/me", as: role)
    #expect(complete.json["organizations"]?.array?.first?["id"] == "acme")
  }

  @Test(arguments: [Site.Role.viewer, .viewerApp])
  func `attack: without the second factor, neither the API nor the form deletes the account`(
    role: Site.Role
  ) async throws {
    let site = try await site()
    let refused = try await site.send(.delete, "/v1/me", as: role)
    #expect(refused.status == 403 && refused.code == "second-factor-needed", "\(refused.text)")
    let browser = site.browser(as: .viewer)
    let form = try await browser.post("/account/delete", form: [:], token: browser.token)
    #expect(form.status == 303 && form.headers[.location] == "/account/security")
    let id = Site.userID("viewer")
    #expect(try await site.services.accounts.store.read { try $0.user(id) } != nil)
    try await site.addSecondFactor(to: role)
    #expect(try await site.send(.delete, "/v1/me", as: role).status == 204)
  }
}

extension Site {
  /// Marks a caller's session as one that was opened with a second factor.
  fileprivate func addSecondFactor(to role: Role) async throws {
    try await services.accounts.store.change { writer in
      guard var session = try writer.session("session\(role.rawValue)") else { return }
      session.hasSecondFactor = true
      try writer.put(session)
    }
  }
}
