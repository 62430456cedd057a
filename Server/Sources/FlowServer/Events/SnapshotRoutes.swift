import FlowCore
import FlowStore
import HTTPTypes
import NIOCore

/// What screens look like.
enum SnapshotRoutes {
  static let all = [readSnapshot, sendSnapshot, removeSnapshot]

  private static let path = "/v1/apps/{app}/screens/{screen}/snapshot"

  static let readSnapshot = Endpoint(
    "readSnapshot", .get, path, .applications, .scope(.read), "What a screen looks like",
    parameters: [
      Parameter("If-None-Match", in: .header, "The `ETag` of the picture that the caller has.")
    ],
    answers: [
      AnswerDeclaration(
        200, "The picture.", .picture, contentType: "image/*", headers: [.etag, .cacheControl]),
      AnswerDeclaration(304, "The caller has it already.", headers: [.etag]),
    ],
    problems: [.noSnapshot]
  ) { request in
    let screen = try screen(request)
    guard let snapshot = try await request.store.snapshot(of: screen, in: request.applicationID)
    else {
      throw noSnapshot(screen)
    }
    // Anyone who may see it may keep it, and asks again whether it is still so.
    let tag = "\"\(snapshot.tag)\""
    let headers: HTTPFields = [.eTag: tag, .cacheControl: "private, no-cache"]
    if let known = request.headers[.ifNoneMatch], EntityTags.matches(known, tag: tag) {
      return Reply(304, headers: headers)
    }
    return .bytes(snapshot.body, type: snapshot.type, headers: headers)
  }

  static let sendSnapshot = Endpoint(
    "sendSnapshot", .put, path, .applications, .appOrScope(.draft), "Says what a screen looks like",
    detail: "In place of the picture before. Keys of production open it not: in production "
      + "people's own data stands on screens.",
    body: RequestBodyDeclaration(
      .picture, limit: RequestBodyDeclaration.pictureLimit,
      contentTypes: PictureHeader.Format.allCases.map(\.rawValue)),
    answers: [AnswerDeclaration(204, "It is the screen's picture.")],
    problems: [.unsupportedPicture, .tooManySnapshots, .quotaReached, .invalidParameter]
  ) { request in
    if case .app(let key) = request.principal {
      let following = try await request.services.followedEnvironments.following(
        of: key.application)
      guard following.ofRealUsers != key.environment else {
        throw Problem(
          .wrongKey,
          "This key is for \(key.environment), where people's own data stands on screens.")
      }
    }
    let snapshot = try SnapshotReader.snapshot(request, of: try screen(request))
    guard try await SnapshotService(request).keep(snapshot) else { return .done }
    request.services.changes.publish(.snapshot(of: snapshot.screen), to: snapshot.application)
    return .done
  }

  static let removeSnapshot = Endpoint(
    "removeSnapshot", .delete, path, .applications, .scope(.draft), "Removes a screen's picture",
    answers: [AnswerDeclaration(204, "It has none any more.")], problems: [.noSnapshot]
  ) { request in
    let screen = try screen(request)
    guard try await request.store.removeSnapshots(of: [screen], in: request.applicationID) > 0
    else {
      throw noSnapshot(screen)
    }
    request.services.changes.publish(.snapshot(of: screen), to: request.applicationID)
    return .done
  }

  private static func noSnapshot(_ screen: String) -> Problem {
    Problem(.noSnapshot, "The screen \"\(screen)\" has no picture.")
  }

  /// The screen's name in the path.
  private static func screen(_ request: EndpointRequest) throws(Problem) -> String {
    let name = request.path("screen")
    guard (1...200).contains(name.utf8.count), !name.utf8.contains(0) else {
      throw Problem(.invalidParameter, "A screen's name has 1 to 200 bytes.")
    }
    return name
  }
}
