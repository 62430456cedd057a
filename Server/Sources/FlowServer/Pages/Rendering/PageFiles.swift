import Crypto
import Foundation
import HTTPTypes

/// The assets of pages: the style sheet, the script and the logo.
package enum PageFiles {
  /// The typeface, the design tokens and what is built on them.
  static let style = Data(
    Array(fontStyle.utf8) + PackageResources.tokens_css + PackageResources.pages_css
      + PackageResources.forms_css + PackageResources.account_css)
  /// The typeface is among the portal's files; empty if the server was built without them.
  private static let fontStyle: String =
    PortalFiles.fontPath.map { path in
      String(decoding: PackageResources.font_css, as: UTF8.self)
        .replacing("inter.woff2\"", with: path + "\"")
    } ?? ""
  package static var styleBytes: [UInt8] { Array(style) }
  /// Stands in each page, where the policy names its hash.
  package static let script = String(decoding: PackageResources.pages_js, as: UTF8.self)

  /// Changes with what is in it, so that browsers keep it for ever.
  package static let styleName = "pages.\(hex(style).prefix(16)).css"
  package static let stylePath = "/assets/" + styleName

  /// The script as a content security policy names it.
  package static let scriptSource =
    "'sha256-" + Data(SHA256.hash(data: Data(script.utf8))).base64EncodedString() + "'"

  /// The response for a file of this name; nil if there is none.
  static func reply(_ name: String) -> EndpointResponse? {
    switch name {
    case styleName: file(Array(style), "text/css; charset=utf-8", isImmutable: true)
    case "mark.svg": file(PackageResources.mark_svg, "image/svg+xml", isImmutable: false)
    default: nil
    }
  }

  private static func file(_ bytes: [UInt8], _ type: String, isImmutable: Bool) -> EndpointResponse
  {
    let age = isImmutable ? "public, max-age=31536000, immutable" : "public, max-age=86400"
    return .bytes(bytes, type: type, headers: [.cacheControl: age])
  }

  private static func hex(_ data: Data) -> String {
    SHA256.hash(data: data).map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0" + digits : digits
    }.joined()
  }
}
