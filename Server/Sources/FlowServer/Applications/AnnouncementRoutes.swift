import FlowCore
import FlowStore
import HTTPTypes

/// Announcements of builds under development.
package enum AnnouncementRoutes {
  static let all = [announceBuild]

  /// Screens, and attributes, that an announcement may declare.
  package static let most = 1_000

  static let announceBuild = Endpoint(
    "announceBuild", .post, "/v1/apps/{app}/announcements", .delivery, .app,
    "Announces a build under development",
    detail: "With the SDK key of an environment that is not protected, and it counts in that "
      + "environment alone. It takes the place of what the same build announced before, never of a "
      + "manifest that a member or a token has sent. An application has the newest "
      + "\(Announcement.most) announcements.",
    body: RequestBodyDeclaration(.manifest, limit: RequestBodyDeclaration.announcementLimit),
    responses: [
      ResponseDeclaration(201, "The manifest is new or has changed.", .manifestSummary),
      ResponseDeclaration(200, "The manifest is unchanged.", .manifestSummary),
    ],
    problems: [.wrongKey, .buildDeclared, .quotaReached, .tooManyDocuments]
  ) { request in
    let environment = try await environment(of: request)
    let stored = try ManifestReader.manifest(request, announcedIn: environment)
    let result = try await request.store.announce(stored)
    switch result {
    case .same: break
    case .stored:
      await request.services.findingCounts.manifestsChanged(in: stored.application)
      request.services.changes.publish(.manifest(stored), to: stored.application)
    case .refused:
      throw Problem(
        .buildDeclared,
        "A member or a token has declared another manifest of \(stored.platform) "
          + "\(stored.version) (\(stored.build)), which an announcement does not replace. Give "
          + "the build under development another number.")
    }
    return .json(.object(stored.summary), status: result == .stored ? 201 : 200)
  }

  /// The environment of the app's key, if builds may announce themselves there now.
  private static func environment(of request: EndpointRequest) async throws -> String {
    guard case .app(let key) = request.principal else {
      throw Problem(.notSignedIn, "This requires an SDK key.")
    }
    let environments = try await request.store.environments(of: key.application)
    guard !ProtectedEnvironment.contains(key.environment, among: environments) else {
      throw Problem(
        .wrongKey,
        "This key is for \(key.environment), where builds do not announce themselves. Use the SDK "
          + "key of an environment for development, or send the manifest with a token: `flowmagic "
          + "manifest push`.")
    }
    try request.services.intake.admitAnnouncement(key: key, bytes: request.body.count)
    return key.environment
  }
}

extension RequestBodyDeclaration {
  /// 1 MiB: what a build announces.
  static let announcementLimit = 1 << 20
}
