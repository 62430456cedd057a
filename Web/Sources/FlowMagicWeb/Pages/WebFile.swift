import Crypto
import CWebFiles
import FlowMagic

/// A file with its hash in its address, so that browsers cache it permanently.
struct WebFile: Sendable {
  let name: String
  let type: String
  let bytes: [UInt8]

  init(_ name: String, _ fileExtension: String, _ bytes: [UInt8]) {
    let hash = Base64URL.encode(Array(SHA256.hash(data: bytes).prefix(9)))
    self.name = "\(name).\(hash).\(fileExtension)"
    self.bytes = bytes
    switch fileExtension {
    case "css": type = "text/css; charset=utf-8"
    case "js": type = "text/javascript; charset=utf-8"
    default: type = "image/svg+xml"
    }
  }
}

/// The files of every host.
enum WebFiles {
  static let style = WebFile(
    "flow", "css", EmbeddedFile.blocks_css.content + EmbeddedFile.page_css.content)

  static let icons = WebFile("icons", "svg", EmbeddedFile.icons_svg.content)

  static let script = WebFile(
    "flow", "js", EmbeddedFile.history_js.content + EmbeddedFile.flow_js.content)

  static let all = [style, icons, script]
}
