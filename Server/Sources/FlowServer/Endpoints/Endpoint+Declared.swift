import HTTPTypes

// Values derived from an endpoint's declaration.

extension Endpoint {
  /// The parameters in the path, in order.
  package var pathNames: [String] {
    path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
      String($0.dropFirst().dropLast())
    }
  }

  /// Whether the route belongs to one application.
  package var isOfApplication: Bool { applicationName != nil }

  /// The name of the parameter that holds the application's id.
  package var applicationName: String? {
    pathNames.first { $0 == "app" || $0 == "applicationId" }
  }

  /// The place in a request that names the organization of a route.
  package enum OrganizationSource: Sendable {
    /// By `{org}` in the path.
    case path
    /// By `organization` in the query, unless the caller has only one.
    case query
    /// By the name of a company, in the report's routes.
    case companyInPath
    case companyInQuery
  }

  /// The place that names the organization; nil for routes of an application, which knows its own,
  /// and for those that belong to none.
  package var organizationSource: OrganizationSource? {
    if isOfApplication { return nil }
    if pathNames.contains("org") { return .path }
    if pathNames.contains("companyName") { return .companyInPath }
    if parameters.contains(where: { $0.name == "companyName" }) { return .companyInQuery }
    return parameters.contains { $0.name == Parameter.organization.name } ? .query : nil
  }

  /// Whether the route changes something.
  package var isWrite: Bool { method != .get }

  /// Whether it reads documents or manifests: it takes a turn of its organization, on threads of
  /// its own.
  package var readsDocuments: Bool { problems.contains(.tooManyDocuments) }

  /// Whether an app's key opens it.
  package var isForApps: Bool { access.isForApps }

  /// Whether pages of other sites may read the response: what an app's key opens is no secret, and
  /// neither are the keys that releases are signed with.
  package var isShared: Bool { isForApps || topic == .delivery }

  /// Whether an app's key may be in the URL: only of a stream, for which browsers set no header.
  ///
  /// Anywhere else it would split the copies of caches.
  package var takesKeyInQuery: Bool {
    isForApps && parameters.contains { $0.name == "key" && $0.location == .query }
  }

  /// The problems that can come, those of every such route included, in the order of the codes.
  package var allProblems: [Problem.Code] {
    var codes = Set(problems)
    if access != .anyone { codes.formUnion([.notSignedIn, .storeUnavailable]) }
    if access.isForPeople {
      codes.insert(.noSession)
      if isWrite { codes.insert(.csrf) }
      if !access.isOwn { codes.insert(.secondFactorNeeded) }
    }
    if needsRecentSignIn { codes.insert(.notRecent) }
    switch access {
    case .anyone, .user, .userOrToken, .operator: break
    case .app: codes.insert(.wrongKey)
    case .scope, .member: codes.insert(.notAllowed)
    case .appOrScope: codes.formUnion([.notAllowed, .wrongKey])
    }
    if isOfApplication {
      codes.insert(problemStyle == .report ? .invalidParameter : .unknownApplication)
      // A response may be large, and an organization has only so many that nobody has read.
      codes.insert(.tooManyDocuments)
    }
    switch organizationSource {
    case .path: codes.insert(.unknownOrganization)
    case .query: codes.formUnion([.unknownOrganization, .noOrganization, .whichOrganization])
    case .companyInPath, .companyInQuery, nil: break
    }
    if pathNames.contains("env") { codes.insert(.unknownEnvironment) }
    if body != nil { codes.formUnion([.malformedBody, .bodyTooLarge, .bodyTooSlow]) }
    if !parameters.isEmpty { codes.insert(.invalidParameter) }
    if isWrite { codes.insert(.storeFull) }
    if isIntake { codes.formUnion([.intakeLimited, .intakePaused]) }
    codes.insert(.internalError)
    return Problem.Code.allCases.filter(codes.contains)
  }

  /// Every status that can come.
  package var statuses: Set<Int> {
    Set(responses.map(\.status)).union(allProblems.map(\.status))
  }
}
