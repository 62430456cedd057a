import CYogaFiles
import FlowCore
import FlowMagicWeb
import Foundation
import HTTPTypes
public import Hummingbird
import YogaDomain

/// The files of the web app: scripts, styles, art, and the offline page.
///
/// The URLs of scripts, styles and art contain the version, so that browsers can cache them
/// forever, and the service worker caches all files of one version together.
public enum YogaFiles {
  /// The path prefix of the files.
  public static let root = "/-yoga"
  /// The style sheets, for `FlowHostSettings.styles`.
  public static let styles = [path(of: "yoga.css"), path(of: "player.css"), path(of: "myths.css")]
  /// The scripts, for `FlowHostSettings.scripts`.
  public static let scripts = [path(of: "yoga.js")]

  /// The web manifest, for `FlowHostSettings.webManifest`.
  public static let webManifest = "\(root)/app.webmanifest"

  /// Returns the path of a file in this version.
  static func path(of name: String) -> String { files.path(of: name) }

  /// Encodes the catalog, so that an error is reported before the server starts.
  ///
  /// - Throws: If the catalog cannot be encoded.
  public static func prepare() throws { _ = try catalog.get() }

  /// Adds the routes of the files.
  public static func addRoutes<Context: RequestContext>(to router: some RouterMethods<Context>) {
    files.addRoutes(to: router)
    router.get(RouterPath(webManifest)) { _, _ in
      VersionedFiles.response(manifest, "app.webmanifest", caching: "no-cache")
    }
    // Browsers request it automatically.
    router.get("favicon.ico") { _, _ in
      VersionedFiles.response(
        files.contents[icon] ?? [], icon, caching: "public, max-age=86400")
    }
    router.get("\(root)/worker.js") { _, _ in VersionedFiles.serviceWorker(worker) }
    router.get("\(root)/offline") { _, _ in
      var response = VersionedFiles.response(
        Array(OfflinePage.html.text.utf8), "offline.html", caching: "no-cache")
      response.headers[.contentSecurityPolicy] = OfflinePage.contentSecurityPolicy
      return response
    }
  }

  // MARK: Contents

  /// The app icon: the sun, as on the first screen.
  private static let icon = "surya.svg"

  /// The web manifest, which makes the app installable.
  private static let manifest: [UInt8] = {
    let drawing: JSON = [
      "src": .string(path(of: icon)), "type": "image/svg+xml", "sizes": "any", "purpose": "any",
    ]
    let manifest: JSON = [
      "name": "Mythic Yoga Flow", "short_name": "Mythic Yoga", "id": "/yoga", "start_url": "/",
      "description": "Fourteen myths with six short practices each.", "lang": "en",
      "categories": ["health", "fitness", "lifestyle"], "scope": "/", "display": "standalone",
      "background_color": "#F8F6F2", "theme_color": "#2F6457",
      "icons": .array(
        AppIcon.all.filter { $0 != .appleTouchIcon }.map(\.manifestEntry) + [drawing]),
    ]
    return Array(manifest.text(.pretty).utf8)
  }()

  /// All files.
  private static let files = VersionedFiles(root: root, all)

  private static var all: [String: [UInt8]] {
    var files: [String: [UInt8]] = [
      "yoga.css": EmbeddedFile.yoga_css.content, "player.css": EmbeddedFile.player_css.content,
      "yoga.js": EmbeddedFile.yoga_js.content, "player.js": EmbeddedFile.player_js.content,
      "camera.js": EmbeddedFile.camera_js.content, "crop.js": EmbeddedFile.crop_js.content,
      "downloads.js": EmbeddedFile.downloads_js.content, "marks.js": EmbeddedFile.marks_js.content,
      "offline.js": EmbeddedFile.offline_js.content,
      "practice.js": EmbeddedFile.practice_js.content,
      "sync.js": EmbeddedFile.sync_js.content, "database.js": EmbeddedFile.database_js.content,
      "streak.js": EmbeddedFile.streak_js.content, "texts.js": EmbeddedFile.texts_js.content,
      "media.js": EmbeddedFile.media_js.content, "dom.js": EmbeddedFile.dom_js.content,
      "settings.js": EmbeddedFile.settings_js.content,
      "search.js": EmbeddedFile.search_js.content,
      "finishing.js": EmbeddedFile.finishing_js.content,
      "media-keys.js": EmbeddedFile.media_keys_js.content,
      "sources.js": EmbeddedFile.sources_js.content,
      "myths.css": Array(MythStyle.css(of: .current).utf8),
    ]
    files["catalog.json"] = try? catalog.get()
    for myth in Catalog.current.myths {
      files["\(myth.id).svg"] = Array(MythArt(myth).svg.utf8)
    }
    files["mandala.svg"] = Array(MythArt(AppIcon.myth).outline.utf8)
    return files
  }

  /// The part of the catalog that scripts need, or why it cannot be encoded.
  private static let catalog: Result<[UInt8], any Error> = Result {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return [UInt8](try encoder.encode(Catalog.current.myths))
  }

  /// The service worker, with its version and the list of its files.
  private static let worker: [UInt8] = {
    let list = files.contents.keys.sorted().map { "\"\(path(of: $0))\"" }.joined(separator: ",")
    let header = """
      import { sync as synchronize } from "\(path(of: "sync.js"))";
      const VERSION = "\(files.version)";
      const FILES = [\(list)];

      """
    return Array(header.utf8) + EmbeddedFile.worker_js.content
  }()
}
