import Accounts
import FlowCore
import FlowStore

/// Determines the resource of a request, and whether its sender may access it.
package struct Authorizer: Sendable {
  private let services: Services

  package init(services: Services) { self.services = services }

  /// Returns the request's context if the principal may call the route.
  ///
  /// - Throws: `unknown-application`, `unknown-organization` and `unknown-company`, including for
  ///   resources of other organizations; `unknown-environment`; `wrong-key`; `no-organization` or
  ///   `organization-required` if the request must name one; `not-allowed` if the caller may see
  ///   the resource but lacks the scope. For an unknown application, a legacy route throws
  ///   `invalid-parameter`.
  package func authorization(
    of endpoint: Endpoint, _ path: [String: String], _ query: [String: String],
    _ principal: Principal
  ) async throws -> AuthorizationContext {
    if endpoint.isOfApplication {
      return try await authorizationInApplication(endpoint, path, principal)
    }
    guard let source = endpoint.organizationSource else { return AuthorizationContext() }
    let organization = try await organization(source, path, query, principal)
    let scope = principal.scope(in: organization)
    try check(endpoint, scope, principal)
    return AuthorizationContext(organization: organization, scope: scope)
  }

  private func check(
    _ endpoint: Endpoint, _ scope: Scope?, _ principal: Principal
  ) throws(Problem) {
    let required: Scope
    switch endpoint.access {
    case .anyone, .app, .user, .userOrToken, .operator: return
    case .scope(let scope), .appOrScope(let scope): required = scope
    case .member(let scope):
      if case .user = principal { return }
      required = scope
    }
    guard let scope, scope >= required else { throw Self.notAllowed(required, principal) }
  }

  package static func notAllowed(_ required: Scope, _ principal: Principal) -> Problem {
    let detail =
      switch principal {
      case .user:
        "This needs the role \(required.role.rawValue); an owner of the organization can give it."
      default: "This needs a token with the scope `\(required.rawValue)`."
      }
    return Problem(
      .notAllowed, detail, members: ["scope": .string(required.rawValue)])
  }
}

// MARK: Applications

extension Authorizer {
  private func authorizationInApplication(
    _ endpoint: Endpoint, _ path: [String: String], _ principal: Principal
  ) async throws -> AuthorizationContext {
    let id = endpoint.applicationParameterName.flatMap { path[$0] } ?? ""
    let environment = path["env"]
    let problem = Problem(
      endpoint.problemStyle == .legacy ? .invalidParameter : .unknownApplication,
      "There is no application \"\(id)\", or it belongs to someone else.")
    if case .app(let key) = principal {
      guard key.application == id else { throw problem }
      guard environment == nil || key.environment == environment else {
        throw Problem(.wrongKey, "This key is for the environment \"\(key.environment)\".")
      }
      return AuthorizationContext()
    }
    guard let application = try await services.store.application(id),
      let applicationScope = principal.scope(in: application.organization, application: id)
    else { throw problem }
    guard let environment else {
      try check(endpoint, applicationScope, principal)
      return AuthorizationContext(
        organization: application.organization, application: application,
        scope: applicationScope)
    }
    try await checkEnvironment(environment, of: application)
    let scope = principal.scope(
      in: application.organization, application: id, environment: environment)
    try check(endpoint, scope, principal)
    return AuthorizationContext(
      organization: application.organization, application: application, scope: scope)
  }

  private func checkEnvironment(_ name: String, of application: Application) async throws {
    let environments = try await services.store.environments(of: application.id)
    guard environments.contains(where: { $0.name == name }) else {
      throw Problem(.unknownEnvironment, "The application has no environment \"\(name)\".")
    }
  }
}

// MARK: Organizations

extension Authorizer {
  private func organization(
    _ source: Endpoint.OrganizationSource, _ path: [String: String], _ query: [String: String],
    _ principal: Principal
  ) async throws -> String {
    switch source {
    case .path:
      return try Self.knownOrganization(path["org"] ?? "", to: principal)
    case .query:
      if let id = query["organization"] { return try Self.knownOrganization(id, to: principal) }
      return try Self.onlyOrganization(of: principal)
    case .companyInPath: return try await legacyOrganization(path["companyName"] ?? "", principal)
    case .companyInQuery: return try await legacyOrganization(query["companyName"] ?? "", principal)
    }
  }

  private static func knownOrganization(_ id: String, to principal: Principal) throws(Problem)
    -> String
  {
    guard organizations(of: principal).contains(id) else {
      throw Problem(
        .unknownOrganization, "There is no organization \"\(id)\", or you are not a member of it.")
    }
    return id
  }

  private static func onlyOrganization(of principal: Principal) throws(Problem) -> String {
    let all = organizations(of: principal)
    guard let first = all.first else {
      throw Problem(
        .noOrganization,
        "You are not a member of any organization yet: accept an invitation, or create one.")
    }
    guard all.count == 1 else {
      throw Problem(
        .organizationRequired,
        "You are a member of several organizations: select one with `organization`, one of "
          + all.sorted().joined(separator: ", ") + ".",
        members: ["organizations": .array(all.sorted().map { .string($0) })])
    }
    return first
  }

  private static func organizations(of principal: Principal) -> [String] {
    switch principal {
    case .anonymous, .app, .operator: []
    case .program(let program): [program.token.organization]
    case .user(let user): user.memberships.map(\.organization)
    }
  }

  /// Returns the id of the organization of a legacy route, found by its id or its name, ignoring
  /// case.
  ///
  /// NB: an organization chooses its name and its id, either of which may be the id or the name of
  /// another one. An exact id has precedence, unless it is exactly the name of another one that is
  /// not newer: an id never changes, so a newer one has chosen its name although the id was taken,
  /// while an older one may have had its name before.
  private func legacyOrganization(_ name: String, _ principal: Principal) async throws -> String {
    let ids = Self.organizations(of: principal)
    let candidates = try await services.store.organizations().filter { ids.contains($0.id) }
    let lowercased = name.lowercased()
    if let exact = candidates.first(where: { $0.id == name }),
      !candidates.contains(where: {
        $0.id != name && $0.name == name && $0.created <= exact.created
      })
    {
      return name
    }
    let matching = candidates.filter { $0.id == lowercased || $0.name.lowercased() == lowercased }
    guard let company = matching.first else {
      throw Problem(.unknownCompany, "There is no company \"\(name)\", or it is not yours.")
    }
    guard matching.count == 1 else {
      throw Problem(
        .unknownCompany,
        "Several of your companies have the name or the id \"\(name)\": use the exact id of one "
          + "of them, " + matching.map(\.id).sorted().joined(separator: ", ")
          + ", that is not the name of an older one.")
    }
    return company.id
  }
}
