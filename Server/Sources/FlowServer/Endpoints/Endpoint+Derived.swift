import HTTPTypes

// Values derived from an endpoint's declaration.

extension Endpoint {
  /// The parameters in the path, in order.
  package var pathParameterNames: [String] {
    path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
      String($0.dropFirst().dropLast())
    }
  }

  /// Whether the route is about one application.
  package var isOfApplication: Bool { applicationParameterName != nil }

  /// The name of the path parameter with the application's id.
  package var applicationParameterName: String? {
    pathParameterNames.first { $0 == "app" || $0 == "applicationId" }
  }

  /// Where a route's requests name their organization.
  package enum OrganizationSource: Sendable {
    /// `{org}` in the path.
    case path
    /// `organization` in the query; optional if the caller has only one.
    case query
    /// The name of a company, in legacy routes.
    case companyInPath
    case companyInQuery
  }

  /// Where the organization is named; nil for routes of an application, which determines it, and
  /// for routes without an organization.
  package var organizationSource: OrganizationSource? {
    if isOfApplication { return nil }
    if pathParameterNames.contains("org") { return .path }
    if pathParameterNames.contains("companyName") { return .companyInPath }
    if parameters.contains(where: { $0.name == "companyName" }) { return .companyInQuery }
    return parameters.contains { $0.name == Parameter.organization.name } ? .query : nil
  }

  /// Whether the route may change something, by its method.
  package var isWrite: Bool { method != .get }

  /// Whether a session without the second factor that the server requires may call the route.
  ///
  /// The factor is set up under `/v1/me`, and the user signs out there, but such a session may
  /// neither change memberships nor delete the account.
  package var allowsMissingSecondFactor: Bool {
    guard access.concernsOnlyCaller, !path.hasPrefix("/v1/me/organizations/"),
      id != "deleteCurrentUser"
    else {
      return false
    }
    return path == "/v1/me" || path.hasPrefix("/v1/me/")
  }

  /// Whether the route reads documents or manifests, and is therefore limited per organization and
  /// runs on separate threads.
  package var readsDocuments: Bool { problems.contains(.tooManyDocuments) }
  /// Whether the endpoint publishes or rolls back in `/v1`; its requests are queued before others.
  package var isUrgent: Bool { ["publishRelease", "rollBack"].contains(id) }

  /// Whether an SDK key grants access.
  package var isForApps: Bool { access.isForApps }

  /// Whether pages of other origins may read the response: it is not secret if an SDK key grants
  /// access, nor are the public signing keys and pictures by their hash.
  package var isCrossOriginReadable: Bool { isForApps || topic == .delivery }

  /// Whether an SDK key may be in the URL: only for streams, for which browsers cannot set a
  /// header.
  ///
  /// Elsewhere it would fragment caches.
  package var takesKeyInQuery: Bool {
    isForApps && parameters.contains { $0.name == "key" && $0.location == .query }
  }

  /// All problems of the route, including those common to such routes, in the order of their codes.
  package var allProblems: [Problem.Code] {
    var codes = Set(problems)
    if access != .anyone { codes.formUnion([.notSignedIn, .storeUnavailable]) }
    if access.isForUsers {
      codes.insert(.noSession)
      if isWrite { codes.insert(.csrf) }
      if !allowsMissingSecondFactor { codes.insert(.secondFactorNeeded) }
    }
    if isLimitedChange || isPublication { codes.insert(.tooManyAttempts) }
    if needsRecentSignIn { codes.insert(.notRecent) }
    switch access {
    case .anyone, .user, .userOrToken, .operator: break
    case .app: codes.insert(.wrongKey)
    case .scope, .member: codes.insert(.notAllowed)
    case .appOrScope: codes.formUnion([.notAllowed, .wrongKey])
    }
    if isOfApplication {
      codes.insert(problemStyle == .legacy ? .invalidParameter : .unknownApplication)
      // A response may be large, and the number of unread large responses of an organization is
      // limited.
      codes.insert(.tooManyDocuments)
    }
    switch organizationSource {
    case .path: codes.insert(.unknownOrganization)
    case .query: codes.formUnion([.unknownOrganization, .noOrganization, .organizationRequired])
    case .companyInPath, .companyInQuery, nil: break
    }
    if pathParameterNames.contains("env") { codes.insert(.unknownEnvironment) }
    if body != nil { codes.formUnion([.malformedBody, .bodyTooLarge, .bodyTooSlow]) }
    if !parameters.isEmpty { codes.insert(.invalidParameter) }
    if isWrite { codes.insert(.storeFull) }
    if isIntake { codes.formUnion([.intakeLimited, .intakePaused]) }
    codes.insert(.internalError)
    return Problem.Code.allCases.filter(codes.contains)
  }

  /// All status codes that the route may respond with.
  package var statuses: Set<Int> {
    Set(responses.map(\.status)).union(allProblems.map(\.status))
  }
}
