import CPriceSiteFiles
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The files of the site: scripts, styles, the service worker and the web manifest.
///
/// The URLs of scripts and styles contain the version, so that browsers can cache them forever.
enum SiteFiles {
  /// The path prefix of all files.
  static let root = "/-prices"
  static let styles = [address("site.css"), address("product.css")]
  static let scripts = [address("site.js")]
  static let manifest = "\(root)/site.webmanifest"

  static func address(_ name: String) -> String { "\(root)/\(version)/\(name)" }

  static func addRoutes<Context: RequestContext>(to router: some RouterMethods<Context>) {
    router.get("\(root)/\(version)/:file") { _, context in
      guard let name = context.parameters.get("file"), let file = all[name] else {
        return Response(status: .notFound)
      }
      return response(file, name, caching: "public, max-age=31536000, immutable")
    }
    router.get("\(root)/worker.js") { _, _ in
      var response = response(EmbeddedFile.worker_js.content, "worker.js", caching: "no-cache")
      if let scope = HTTPField.Name("Service-Worker-Allowed") { response.headers[scope] = "/" }
      return response
    }
    router.get("\(manifest)") { _, _ in
      response(EmbeddedFile.site_webmanifest.content, "site.webmanifest", caching: "no-cache")
    }
    router.get("\(root)/icon.svg") { _, _ in
      response(EmbeddedFile.icon_svg.content, "icon.svg", caching: "public, max-age=86400")
    }
    router.get("/favicon.ico") { _, _ in
      response(EmbeddedFile.icon_svg.content, "icon.svg", caching: "public, max-age=86400")
    }
  }

  private static func response(_ bytes: [UInt8], _ name: String, caching: String) -> Response {
    let types = [
      "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
      "svg": "image/svg+xml", "webmanifest": "application/manifest+json",
    ]
    return Response(
      status: .ok,
      headers: [
        .contentType: types[String(name.split(separator: ".").last ?? "")] ?? "text/plain",
        .cacheControl: caching, .xContentTypeOptions: "nosniff",
      ],
      body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  private static let all: [String: [UInt8]] = [
    "site.css": EmbeddedFile.site_css.content, "product.css": EmbeddedFile.product_css.content,
    "site.js": EmbeddedFile.site_js.content, "push.js": EmbeddedFile.push_js.content,
    "product.js": EmbeddedFile.product_js.content, "lists.js": EmbeddedFile.lists_js.content,
    "offline.js": EmbeddedFile.offline_js.content,
  ]

  /// The version: a hash of all files.
  private static let version: String = {
    var hash = SHA256()
    for (name, bytes) in all.sorted(by: { $0.key < $1.key }) {
      hash.update(data: Array(name.utf8) + [0])
      hash.update(data: bytes)
    }
    return hash.finalize().prefix(6).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      .joined()
  }()
}
