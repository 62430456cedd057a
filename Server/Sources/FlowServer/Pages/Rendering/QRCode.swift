import CQREncode

/// QR codes as SVG.
package enum QRCode {
  /// Draws a text; nil if it exceeds a QR code's capacity.
  ///
  /// With a quiet zone of four modules, as the standard requires, and medium error correction,
  /// which is enough for screens.
  package static func svg(_ text: String) -> String? {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    guard let modules = code.pointee.data else { return nil }
    var path = ""
    for row in 0..<width {
      var column = 0
      while column < width {
        let start = column
        while column < width, modules[row * width + column] & 1 == 1 { column += 1 }
        let length = column - start
        if length > 0 { path += "M\(start + 4) \(row + 4)h\(length)v1h-\(length)z" }
        column += 1
      }
    }
    let size = width + 8
    return "<svg viewBox=\"0 0 \(size) \(size)\" shape-rendering=\"crispEdges\">"
      + "<path fill=\"#fff\" d=\"M0 0h\(size)v\(size)H0z\"/><path d=\"\(path)\"/></svg>"
  }
}
