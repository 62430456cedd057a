import CPriceSiteFiles
import FlowMagicWeb
import Hummingbird

/// The files of the site: scripts, styles, the service worker, the web manifest and the icon.
///
/// The URLs of scripts and styles contain the version, so that browsers can cache them forever.
enum SiteFiles {
  /// The path prefix of the files.
  static let pathPrefix = "/-prices"
  static let styles = [files.path(of: "site.css"), files.path(of: "product.css")]
  static let scripts = [files.path(of: "site.js")]
  static let manifest = "\(pathPrefix)/site.webmanifest"

  static func addRoutes<Context: RequestContext>(to router: some RouterMethods<Context>) {
    files.addRoutes(to: router)
    router.get("\(pathPrefix)/worker.js") { _, _ in
      VersionedFiles.serviceWorker(EmbeddedFile.worker_js.content)
    }
    router.get("\(manifest)") { _, _ in
      VersionedFiles.response(
        EmbeddedFile.site_webmanifest.content, "site.webmanifest", caching: "no-cache")
    }
    router.get("\(pathPrefix)/icon.svg") { _, _ in icon() }
    router.get("/favicon.ico") { _, _ in icon() }
  }

  private static func icon() -> Response {
    VersionedFiles.response(
      EmbeddedFile.icon_svg.content, "icon.svg", caching: "public, max-age=86400")
  }

  private static let files = VersionedFiles(
    root: pathPrefix,
    [
      "site.css": EmbeddedFile.site_css.content, "product.css": EmbeddedFile.product_css.content,
      "site.js": EmbeddedFile.site_js.content, "push.js": EmbeddedFile.push_js.content,
      "product.js": EmbeddedFile.product_js.content, "lists.js": EmbeddedFile.lists_js.content,
      "offline.js": EmbeddedFile.offline_js.content,
    ])
}
