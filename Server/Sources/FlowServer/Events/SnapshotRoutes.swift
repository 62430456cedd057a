import FlowCore
import FlowStore
import HTTPTypes
import NIOCore

/// The routes of screens' snapshots.
enum SnapshotRoutes {
  static let all = [readSnapshot, sendSnapshot, removeSnapshot]

  private static let path = "/v1/apps/{app}/screens/{screen}/snapshot"

  static let readSnapshot = Endpoint(
    "readSnapshot", .get, path, .applications, .scope(.read), "The snapshot of a screen",
    parameters: [
      Parameter("If-None-Match", in: .header, "The `ETag` of the cached snapshot.")
    ],
    responses: [
      ResponseDeclaration(
        200, "The snapshot.", .picture, contentType: "image/*", headers: [.etag, .cacheControl]),
      ResponseDeclaration(304, "The snapshot has not changed.", headers: [.etag]),
    ],
    problems: [.noSnapshot]
  ) { request in
    let screen = try screen(request)
    guard let snapshot = try await request.store.snapshot(of: screen, in: request.applicationID)
    else {
      throw noSnapshot(screen)
    }
    // Clients may cache the snapshot, but revalidate it before each use.
    let tag = "\"\(snapshot.tag)\""
    let headers: HTTPFields = [.eTag: tag, .cacheControl: "private, no-cache"]
    if let ifNoneMatch = request.headers[.ifNoneMatch], EntityTags.matches(ifNoneMatch, tag: tag) {
      return EndpointResponse(304, headers: headers)
    }
    return .bytes(snapshot.body, type: snapshot.type, headers: headers)
  }

  static let sendSnapshot = Endpoint(
    "sendSnapshot", .put, path, .applications, .appOrScope(.draft),
    "Replaces the snapshot of a screen",
    detail: "SDK keys of the environment with real users (`production`, or the last one if none "
      + "has this name) are refused, because screens there show personal data.",
    body: RequestBodyDeclaration(
      .picture, limit: RequestBodyDeclaration.snapshotLimit,
      contentTypes: PictureHeader.Format.allCases.map(\.rawValue)),
    responses: [ResponseDeclaration(204, "The snapshot was stored.")],
    problems: [
      .unsupportedPicture, .tooManySnapshots, .quotaReached, .invalidParameter, .tooManyDocuments,
    ]
  ) { request in
    if case .app(let key) = request.principal {
      let settings = try await request.services.followSettings.settings(of: key.application)
      guard settings.realUserEnvironment != key.environment else {
        throw Problem(
          .wrongKey,
          "This key is for \(key.environment), where screens show personal data. Use the SDK key of"
            + " an environment for development.")
      }
    }
    let snapshot = try SnapshotReader.snapshot(request, of: try screen(request))
    guard try await SnapshotService(request).store(snapshot) else { return .noContent }
    request.services.changes.publish(.snapshot(of: snapshot.screen), to: snapshot.application)
    return .noContent
  }

  static let removeSnapshot = Endpoint(
    "removeSnapshot", .delete, path, .applications, .scope(.draft),
    "Deletes the snapshot of a screen",
    responses: [ResponseDeclaration(204, "The snapshot was deleted.")],
    problems: [.noSnapshot, .invalidParameter]
  ) { request in
    let screen = try screen(request)
    guard try await request.store.removeSnapshots(of: [screen], in: request.applicationID) > 0
    else {
      throw noSnapshot(screen)
    }
    request.services.changes.publish(.snapshot(of: screen), to: request.applicationID)
    return .noContent
  }

  private static func noSnapshot(_ screen: String) -> Problem {
    Problem(.noSnapshot, "The screen \"\(screen)\" has no snapshot.")
  }

  /// Reads the screen's name from the path.
  private static func screen(_ request: EndpointRequest) throws(Problem) -> String {
    let name = request.path("screen")
    guard (1...200).contains(name.utf8.count), !name.utf8.contains(0) else {
      throw Problem(.invalidParameter, "A screen's name has 1 to 200 bytes, and no NUL.")
    }
    return name
  }
}
