import Crypto
import CServerFiles
import Foundation
import HTTPTypes

/// The page that documents `/openapi.json` and lets readers try requests; self-contained, without
/// external resources.
enum DocsPage {
  /// The page, created once.
  static let response: EndpointResponse = {
    let style = text(EmbeddedFile.docs_css.content)
    let script = text(EmbeddedFile.docs_js.content)
    let page = text(EmbeddedFile.docs_html.content)
      .replacing("/*style*/", with: style).replacing("/*script*/", with: script)
    // Only this script and this style may run, and the page may connect only to this server.
    let policy =
      "default-src 'none'; script-src '\(hash(script))'; style-src '\(hash(style))'; "
      + "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; "
      + "frame-ancestors 'none'"
    var headers: HTTPFields = [.cacheControl: "no-cache", .contentSecurityPolicy: policy]
    headers[.xContentTypeOptions] = "nosniff"
    return .bytes(Array(page.utf8), type: "text/html; charset=utf-8", headers: headers)
  }()

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func hash(_ text: String) -> String {
    "sha256-" + Data(SHA256.hash(data: Array(text.utf8))).base64EncodedString()
  }
}
