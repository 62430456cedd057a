import Accounts
import FlowStore
import HTTPTypes
import Hummingbird

/// Limits the rate at which users and programs change something: each change adds to the audit log,
/// which is never pruned, and each release to the store.
struct ChangeLimitMiddleware: RouterMiddleware {
  private let isPublication: Bool
  private let intake: IntakeGuard

  init(_ endpoint: Endpoint, _ intake: IntakeGuard) {
    isPublication = endpoint.isPublication
    self.intake = intake
  }

  func handle(
    _ request: Request, context: ServerContext,
    next: @concurrent (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    if let author = context.principal.changeAuthor {
      try intake.admitChange(by: author, isPublication: isPublication)
    }
    return try await next(request, context)
  }
}

extension Endpoint {
  /// Whether requests of the route count toward the limit of changes.
  ///
  /// Data from apps and publishing have limits of their own. Requests that end access are never
  /// delayed, so that an attacker with a stolen session cannot keep its owner from ending it.
  package var isLimitedChange: Bool {
    isWrite && access.isForUsers && !isForApps && method != .delete
      && !Self.unlimitedChanges.contains(id)
  }

  private static let unlimitedChanges: Set<String> =
    publications.union(["signOut", "confirmIdentity", "changePassword"])

  /// Whether the route publishes a release, which is limited separately, so that other changes
  /// never delay a rollback.
  package var isPublication: Bool { Self.publications.contains(id) }

  private static let publications: Set<String> = [
    "publishRelease", "rollBack", "changeLegacyScreenFlow",
  ]

  /// Whether the form of a page is limited in the same way, if a signed-in user sends it.
  static func isLimitedForm(_ id: String) -> Bool { !unlimitedForms.contains(id) }

  private static let unlimitedForms: Set = [
    "signOutByForm", "confirmByForm", "changePasswordByForm", "endSessionByForm",
    "endOtherSessionsByForm", "deleteByForm", "leaveByForm", "removeAuthenticator",
    "removePasskeyByForm", "unlinkByForm",
  ]
}

extension Principal {
  /// The name under which the sender's changes are counted; nil if they are not counted.
  ///
  /// A user can create many tokens, and so can an organization's owners for service accounts.
  /// Therefore all tokens of a user are counted together, separately from the user's sessions, and
  /// so are those of an organization's service accounts.
  var changeAuthor: String? {
    switch self {
    case .anonymous, .app, .operator: nil
    case .user(let user): Self.changeAuthor(user.authenticatedSession.user)
    case .program(let program):
      program.owner.map { "the tokens of user \($0.user.id)" }
        ?? "the service accounts of organization \(program.token.organization)"
    }
  }

  /// The name under which the changes of a user's sessions are counted.
  static func changeAuthor(_ user: User) -> String { "user \(user.id)" }
}
