internal import Foundation
internal import HTTPTypes

extension APIEndpoint {
  /// The pictures on comments.
  static let pictures: [APIEndpoint] = [
    APIEndpoint(
      id: "setPicture", method: .put, path: "/me/picture", topic: "Profile",
      summary: "Set the picture on the user's comments: JPEG, PNG or WebP.",
      body: "PictureUpload", response: "PictureSet"
    ) { call in
      let body: PictureBody = try call.decodeBody()
      let id = try await call.service.setPicture(Array(body.picture), by: call.caller)
      return .value(["picture": PriceService.path(ofPicture: id)])
    },
    APIEndpoint(
      id: "removePicture", method: .delete, path: "/me/picture", topic: "Profile",
      summary: "Remove the picture on the user's comments.", status: 204
    ) { call in
      try await call.service.removePicture(by: call.caller)
      return .noContent
    },
    APIEndpoint(
      id: "picture", method: .get, path: "/pictures/{picture}", topic: "Comments",
      summary: "Get a user's picture: 128 × 128 pixels, immutable.", access: .anyone,
      mediaType: PriceService.pictureType
    ) { call in .picture(try await call.service.picture(call.path["picture"] ?? "")) },
  ]
}

private struct PictureBody: Decodable {
  /// The file, in base64.
  var picture: Data
}
