import Accounts
import HTTPTypes

/// The routes for setting up sign-in with Google, and for checking the identity providers.
enum ProviderPageRoutes {
  static let all = [showProviders, checkProviders]

  static let showProviders = Endpoint.page(
    "showProviders", .get, "/sign-in/providers",
    "The page that explains how to set up sign-in with Google",
    detail: "Five steps for the operator. Owners also see which identity providers are set up."
  ) { page in try await page.showProviders() }

  static let checkProviders = Endpoint.page(
    "checkProviders", .post, "/sign-in/providers", "Checks the settings of the identity providers",
    detail: "For owners of an organization. A provider is checked at most once in 10 s."
  ) { page in
    guard try await page.isOwner(try page.requireSession()) else {
      throw AccountError(.notAllowed, "Only owners can check the identity providers.")
    }
    var results: [String: ProviderCheck] = [:]
    for provider in page.accounts.identityProviders.providers {
      results[provider.id] = try await page.accounts.externalSignIn.check(provider.id)
    }
    return try await page.showProviders(results)
  }
}

extension PageRequest {
  fileprivate mutating func showProviders(
    _ results: [String: ProviderCheck] = [:]
  ) async throws -> EndpointResponse {
    let providers = accounts.identityProviders.providers
    let hasGoogle = providers.contains { $0.id == "google" }
    let isOwner = if let signedIn { try await isOwner(signedIn) } else { false }
    return try singleTaskPage(
      "identity-providers", texts["providers.title"],
      [
        "lead": texts[hasGoogle ? "providers.lead-on" : "providers.lead-off"],
        "redirect": "\(accounts.settings.publicURL)/auth/google/callback",
        "back": signedIn == nil ? "/sign-in" : AccountSection.security.path,
        "isOwner": isOwner, "hasProviders": !providers.isEmpty,
        "providers": isOwner ? try providers.map { try row($0, results[$0.id]) } : [],
      ])
  }

  private func row(
    _ provider: IdentityProvider, _ result: ProviderCheck?
  ) throws -> [String: Any] {
    [
      "name": provider.name, "icon": Self.icon(provider.id) ?? "link",
      "redirect": try accounts.externalSignIn.redirectURI(of: provider.id),
      "result": orFalse(result.map { texts["providers.\($0.rawValue)"] }),
      "kind": result == .working ? "good" : "warn",
    ]
  }

  /// Whether the user owns an organization.
  func isOwner(_ signedIn: AuthenticatedSession) async throws -> Bool {
    try await accounts.organizations.memberships(of: signedIn.user.id)
      .contains { $0.role == .owner }
  }
}
