import Crypto
import CServerFiles
import Foundation
import HTTPTypes

/// The assets of pages: the style sheet, the script and the logo.
package enum PageFiles {
  /// The style sheet: the font, the design tokens, and the styles that use them.
  static let style = Data(
    Array(fontFaceRule.utf8) + EmbeddedFile.tokens_css.content + EmbeddedFile.pages_css.content
      + EmbeddedFile.forms_css.content + EmbeddedFile.account_css.content)
  /// The `@font-face` rule, from the portal's files; empty if the server was built without them.
  private static let fontFaceRule: String =
    PortalFiles.fontPath.map { path in
      String(decoding: EmbeddedFile.font_css.content, as: UTF8.self)
        .replacing("inter.woff2\"", with: path + "\"")
    } ?? ""
  package static var styleBytes: [UInt8] { Array(style) }
  /// The script, inlined in each page; the policy contains its hash.
  package static let script = String(decoding: EmbeddedFile.pages_js.content, as: UTF8.self)

  /// The style sheet's name contains a hash of its content, so that browsers may cache it forever.
  package static let styleName = "pages.\(sha256Hex(style).prefix(16)).css"
  package static let stylePath = "/assets/" + styleName

  /// The script's hash source for the content security policy.
  package static let scriptHashSource =
    "'sha256-" + Data(SHA256.hash(data: Data(script.utf8))).base64EncodedString() + "'"

  /// The response with the file of this name; nil if there is none.
  static func response(_ name: String) -> EndpointResponse? {
    switch name {
    case styleName: file(Array(style), "text/css; charset=utf-8", isImmutable: true)
    case "mark.svg": file(EmbeddedFile.mark_svg.content, "image/svg+xml", isImmutable: false)
    default: nil
    }
  }

  private static func file(_ bytes: [UInt8], _ type: String, isImmutable: Bool) -> EndpointResponse
  {
    let cacheControl =
      isImmutable ? "public, max-age=31536000, immutable" : "public, max-age=86400"
    return .bytes(bytes, type: type, headers: [.cacheControl: cacheControl])
  }

  private static func sha256Hex(_ data: Data) -> String {
    SHA256.hash(data: data).map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0" + digits : digits
    }.joined()
  }
}
