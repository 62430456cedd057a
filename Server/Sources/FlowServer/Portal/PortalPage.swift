import HTTPTypes
import NIOCore

/// The HTML page of the portal, with the browser's language and color scheme, and the notice of the
/// previous page.
enum PortalPage {
  /// The opening tag in the file, which is replaced by one with the reader's settings.
  static let openingTag = #"<html lang="en">"#

  static func response(
    _ file: PortalFiles.File, _ settings: PageSettings, notice: PageNotice?, publicURL: String,
    packageURL: String?
  ) -> EndpointResponse {
    let theme = settings.theme.map { attribute("data-theme", $0) } ?? ""
    let noticeText = notice.map {
      attribute("data-notice", $0.text) + attribute("data-notice-kind", $0.kind.rawValue)
    }
    let package = packageURL.map { attribute("data-package-url", $0) } ?? ""
    let language = attribute("lang", settings.language.rawValue)
    let html = String(buffer: file.bytes).replacing(
      openingTag, with: "<html\(language)\(theme)\(package)\(noticeText ?? "")>",
      maxReplacements: 1)
    var headers: HTTPFields = [
      .cacheControl: "no-store", .contentSecurityPolicy: policy(publicURL),
      .crossOriginOpenerPolicy: "same-origin",
      .permissionsPolicy: "camera=(), geolocation=(), microphone=(), payment=(), usb=(), "
        + "clipboard-read=(self), clipboard-write=(self), fullscreen=(self)",
      // NB: not `no-referrer`, with which browsers hide a form's origin even from this server.
      .referrerPolicy: "same-origin",
    ]
    headers[.xContentTypeOptions] = "nosniff"
    return .bytes(Array(html.utf8), type: file.type, headers: headers)
  }

  private static func attribute(_ name: String, _ value: String) -> String {
    " \(name)=\"\(SafeHTML().escapeText(value))\""
  }

  /// Allows only our own files, and pictures as `data:` and `blob:`; `wasm-unsafe-eval` permits
  /// compiling the engine, but not evaluating texts as scripts.
  ///
  /// Texts become HTML or the address of a worker only through the portal's `engine/trusted.ts`.
  private static func policy(_ publicURL: String) -> String {
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
      + "img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; worker-src 'self'; "
      + "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
      + "require-trusted-types-for 'script'; trusted-types flowmagic"
      + (publicURL.hasPrefix("https:") ? "; upgrade-insecure-requests" : "")
  }
}
