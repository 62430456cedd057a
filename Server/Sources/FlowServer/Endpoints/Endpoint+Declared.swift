import HTTPTypes

// What follows from an endpoint's declaration.

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

  /// Whether the route changes something.
  package var isWrite: Bool { method != .get }

  /// Whether pages of other sites may read the answer: what an app's key opens is no secret.
  package var isForApps: Bool {
    switch access {
    case .app, .appOrToken: true
    case .anyone, .token: false
    }
  }

  /// The problems that can come, those of every such route included, in the order of the codes.
  package var allProblems: [Problem.Code] {
    var codes = Set(problems)
    if access != .anyone { codes.formUnion([.notSignedIn, .storeUnavailable]) }
    if case .token = access { codes.insert(.notAllowed) }
    if case .appOrToken = access { codes.formUnion([.notAllowed, .wrongKey]) }
    if case .app = access { codes.insert(.wrongKey) }
    if isOfApplication {
      codes.insert(problemStyle == .report ? .invalidParameter : .unknownApplication)
    }
    if pathNames.contains("env") { codes.insert(.unknownEnvironment) }
    if body != nil { codes.formUnion([.malformedBody, .bodyTooLarge]) }
    if !parameters.isEmpty { codes.insert(.invalidParameter) }
    if isWrite { codes.insert(.storeFull) }
    codes.insert(.internalError)
    return Problem.Code.allCases.filter(codes.contains)
  }

  /// Every status that can come.
  package var statuses: Set<Int> {
    Set(answers.map(\.status)).union(allProblems.map(\.status))
  }
}
