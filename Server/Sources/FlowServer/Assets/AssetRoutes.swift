import FlowCore
import FlowStore
import HTTPTypes

/// The routes of the pictures that drawn screens reference by hash.
enum AssetRoutes {
  static let all = [listAssets, addAsset, removeAsset, readAsset]

  private static let path = "/v1/apps/{app}/assets"

  static let listAssets = Endpoint(
    "listAssets", .get, path, .applications, .scope(.read),
    "The pictures of drawn screens, and where each is used",
    responses: [ResponseDeclaration(200, "The pictures, newest first.", .assets)],
    problems: [.tooManyDocuments]
  ) { request in .json(try await AssetService(request).list()) }

  static let addAsset = Endpoint(
    "addAsset", .post, path, .applications, .scope(.draft), "Adds a picture for drawn screens",
    detail: "Metadata is removed, pixels are unchanged. The response has the hash of the result, "
      + "for the document's `assets`.",
    body: RequestBodyDeclaration(
      .picture, limit: RequestBodyDeclaration.assetLimit,
      contentTypes: PictureHeader.Format.allCases.map(\.rawValue)),
    responses: [
      ResponseDeclaration(
        200, "The application already has this picture.", .asset, headers: [.location]),
      ResponseDeclaration(201, "The picture was added.", .asset, headers: [.location]),
    ],
    problems: [.unsupportedPicture, .tooManyAssets, .quotaReached]
  ) { request in
    let (asset, isNew) = try await AssetService(request).add()
    return .json(asset.json, status: isNew ? 201 : 200, headers: [.location: asset.path])
  }

  static let removeAsset = Endpoint(
    "removeAsset", .delete, path + "/{sha256}", .applications, .scope(.draft),
    "Removes a picture that no draft, release or template uses",
    responses: [ResponseDeclaration(204, "The picture was removed.")],
    problems: [.unknownAsset, .assetInUse]
  ) { request in
    try await AssetService(request).remove(request.path("sha256"))
    return .noContent
  }

  /// Serves a picture by its hash.
  ///
  /// NB: the hash alone grants access, because the `img` elements of a page send no key. A
  /// parameter named `app` instead of `application` would require access to the application.
  static let readAsset = Endpoint(
    "readAsset", .get, "/assets/{application}/{sha256}", .delivery, .anyone,
    "A picture by its hash",
    detail: "Never changes, so caches may keep it for a year.",
    parameters: [Parameter("If-None-Match", in: .header, "The `ETag` of the cached picture.")],
    responses: [
      ResponseDeclaration(
        200, "The picture.", .picture, contentType: "image/*", headers: [.etag, .cacheControl]),
      ResponseDeclaration(304, "The picture is the cached one.", headers: [.etag, .cacheControl]),
    ],
    problems: [.unknownAsset, .storeUnavailable]
  ) { request in try await picture(request) }

  private static func picture(_ request: EndpointRequest) async throws -> EndpointResponse {
    let (application, digest) = (request.path("application"), request.path("sha256"))
    guard digest.utf8.count == 64,
      let asset = try await request.store.asset(digest, of: application)
    else { throw AssetService.unknownAsset(digest) }
    let tag = "\"\(digest)\""
    var headers: HTTPFields = [
      .eTag: tag, .cacheControl: "public, max-age=31536000, immutable",
      // Pages of other sites may embed it.
      .crossOriginResourcePolicy: "cross-origin",
    ]
    if let ifNoneMatch = request.headers[.ifNoneMatch], EntityTags.matches(ifNoneMatch, tag: tag) {
      return EndpointResponse(304, headers: headers)
    }
    headers[.contentType] = asset.type
    var response = EndpointResponse(
      200, headers: headers,
      body: request.services.sharedBodies.body(asset.body, key: asset.path))
    response.owner = "assets of \(application)"
    return response
  }
}
