import FlowCore
import FlowStore
import HTTPTypes

/// The route where builds under development announce themselves.
package enum AnnouncementRoutes {
  static let all = [announceBuild]

  /// The maximum number of screens, and of attributes, in an announcement.
  package static let maximumElements = 1_000

  static let announceBuild = Endpoint(
    "announceBuild", .post, "/v1/apps/{app}/announcements", .delivery, .app,
    "Announces a build under development",
    detail: "Requires the SDK key of an environment that is not protected; the build counts in "
      + "that environment only. Replaces an earlier announcement of the same build, but never a "
      + "manifest from a member or a token. The newest \(StoredManifest.maximumAnnounced) "
      + "announcements of an application are kept.",
    body: RequestBodyDeclaration(.manifest, limit: RequestBodyDeclaration.announcementLimit),
    responses: [
      ResponseDeclaration(201, "The manifest is new or has changed.", .manifestSummary),
      ResponseDeclaration(200, "The manifest is unchanged.", .manifestSummary),
    ],
    problems: [.wrongKey, .buildDeclared, .quotaReached, .tooManyDocuments]
  ) { request in
    let environment = try await admit(request)
    let stored = try ManifestReader.manifest(request, announcedIn: environment)
    let result = try await request.store.announce(stored)
    switch result {
    case .unchanged: break
    case .stored:
      await request.services.findingCounts.manifestsChanged(in: stored.application)
      request.services.changes.publish(.manifest(stored), to: stored.application)
    case .conflict:
      throw Problem(
        .buildDeclared,
        "A member or a token has declared a different manifest of \(stored.platform) "
          + "\(stored.version) (\(stored.build)), which an announcement does not replace. Use "
          + "another build number for the build under development.")
    }
    return .json(.object(stored.summary), status: result == .stored ? 201 : 200)
  }

  /// Admits an announcement by environment and rate, and returns the environment of its SDK key.
  private static func admit(_ request: EndpointRequest) async throws -> String {
    guard case .app(let key) = request.principal else {
      throw Problem(.notSignedIn, "This requires an SDK key.")
    }
    let environments = try await request.store.environments(of: key.application)
    guard !ProtectedEnvironment.contains(key.environment, among: environments) else {
      throw Problem(
        .wrongKey,
        "This key is for \(key.environment), in which builds cannot announce themselves. Use the "
          + "SDK key of an environment for development, or send the manifest with a token: "
          + "`flowmagic manifest push`.")
    }
    try request.services.intake.admitAnnouncement(key: key, bytes: request.body.count)
    return key.environment
  }
}

extension RequestBodyDeclaration {
  /// The size limit of an announcement: 1 MiB.
  static let announcementLimit = 1 << 20
}
