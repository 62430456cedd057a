import AccountsPictures
import HTTPTypes
import Hummingbird
import NIOCore
import YogaWeb

/// The routes for the app's icons, which are rendered once, at the first request.
enum IconRoutes {
  private static let files = Dictionary(
    uniqueKeysWithValues: AppIcon.all.map { ($0, IconRasterizer.png($0.svg, side: $0.side)) })

  static func add<Context: RequestContext>(to router: some RouterMethods<Context>) {
    for icon in AppIcon.all {
      router.get(RouterPath(icon.path)) { _, _ in
        guard let bytes = files[icon] ?? nil else { return Response(status: .notFound) }
        return Response(
          status: .ok,
          headers: [
            .contentType: IconRasterizer.contentType, .xContentTypeOptions: "nosniff",
            .cacheControl: icon == .appleTouchIcon
              ? "public, max-age=86400" : "public, max-age=31536000, immutable",
          ], body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
      }
    }
  }
}
