import FlowBlocks
import FlowCore
import FlowMagic
import Hummingbird
import Logging
import NIOConcurrencyHelpers
import NIOCore

extension FlowHost {
  /// The store for the document's pictures; nil if this host has none.
  var pictures: PictureStore? {
    settings.pictures ?? followedPictures.withLockedValue { $0 }
  }

  /// The URLs of a release's pictures for pages in a language; nil without a store and without
  /// a `pictureURL`.
  func pagePictures(_ release: WebRelease, language: String) -> HTMLRenderer.Pictures? {
    if let pictureURL = settings.pictureURL {
      return HTMLRenderer.Pictures(of: release.assets, locale: language, url: pictureURL)
    }
    guard pictures != nil else { return nil }
    let path = settings.path + "/" + Self.filesComponent + "/pictures/"
    return HTMLRenderer.Pictures(of: release.assets, locale: language) { path + $0.sha256 }
  }

  /// A picture of the current release, or of one that open pages may still show.
  ///
  /// NB: no other hash is requested from the server; otherwise anyone could make this host download
  /// anything.
  func picture(_ digest: String) async -> Response {
    guard let pictures, let file = releases.picture(digest) else {
      return Response(status: .notFound, headers: [.cacheControl: "no-store"])
    }
    do throws(FlowMagicError) {
      return Response(
        status: .ok,
        headers: [
          .contentType: file.type, .cacheControl: "public, max-age=31536000, immutable",
          .xContentTypeOptions: "nosniff", .crossOriginResourcePolicy: "same-origin",
          .contentSecurityPolicy: "default-src 'none'",
        ], body: .init(byteBuffer: ByteBuffer(bytes: try await pictures.bytes(of: file))))
    } catch {
      settings.logger.warning(
        "A picture cannot be shown.", metadata: ["reason": .string(error.message)])
      return Response(
        status: .serviceUnavailable, headers: [.cacheControl: "no-store", .retryAfter: "5"])
    }
  }

  /// Prefetches the pictures of the current release.
  func prefetchPictures() async {
    await pictures?.prefetch(releases.current.pictures)
  }
}
