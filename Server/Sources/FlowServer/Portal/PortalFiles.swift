import CPortal
import Foundation
import HTTPTypes
package import NIOCore

/// The portal as it is served: one page, and the files that it loads.
package struct PortalFiles: Sendable {
  /// A file with what browsers are sent about it.
  package struct File: Sendable {
    package let type: String
    package let bytes: ByteBuffer
    /// Nil where packing saves nothing.
    package let gzipped: ByteBuffer?

    package init(type: String, bytes: ByteBuffer, gzipped: ByteBuffer?) {
      self.type = type
      self.bytes = bytes
      self.gzipped = gzipped
    }
  }

  private enum Source: Sendable {
    case program([String: File])
    /// For who works on the portal: what is built again counts from the next request on.
    case folder(URL)
  }

  /// The page's name among the files.
  package static let page = "index.html"

  /// The address of the typeface in the program, which the sign-in pages use too; nil if the
  /// program was built without the portal.
  static let fontPath = filesInProgram.keys.first { $0.hasSuffix(".woff2") }.map { "/portal/" + $0 }

  /// The name of the typeface's license among the files.
  private static let license = "OFL.txt"

  private let source: Source

  /// The files in the program itself.
  package static let built = PortalFiles(.program(filesInProgram))

  private init(_ source: Source) { self.source = source }

  /// Exactly these files.
  package init(files: [String: File]) { source = .program(files) }

  /// The files of a folder, or those in the program itself.
  ///
  /// - Throws: `Missing` if there is no portal in the folder.
  package init(folder: String?) throws {
    guard let folder else {
      self = .built
      return
    }
    source = .folder(URL(fileURLWithPath: folder, isDirectory: true))
    guard file(Self.page) != nil else { throw Missing(folder: folder) }
  }

  /// The error of a folder without a portal.
  package struct Missing: Error, CustomStringConvertible {
    package let folder: String
    package var description: String {
      "There is no portal in \(folder): `make portal` builds one in Portal/.build/files."
    }
  }

  /// Whether there is a portal to serve.
  package var isThere: Bool { file(Self.page) != nil }

  /// The file of this name; nil if there is none.
  package func file(_ name: String) -> File? {
    switch source {
    case .program(let files): return files[name]
    case .folder(let folder):
      guard let type = Self.type(of: name), !name.contains("/"), !name.hasPrefix("."),
        let data = try? Data(contentsOf: folder.appendingPathComponent(name))
      else { return nil }
      return File(type: type, bytes: ByteBuffer(bytes: data), gzipped: nil)
    }
  }

  /// The response for a file: for ever, where its name changes with what is in it.
  func reply(_ name: String, acceptsGzip: Bool) -> EndpointResponse? {
    guard name != Self.page, let file = file(name) else { return nil }
    var headers: HTTPFields = [
      .contentType: file.type,
      .cacheControl: name == Self.license
        ? "public, max-age=86400" : "public, max-age=31536000, immutable",
      .vary: "Accept-Encoding",
      // NB: a worker is under the policy that its own script comes with, not under the page's.
      .contentSecurityPolicy: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
        + "connect-src 'self'; frame-ancestors 'none'",
    ]
    guard acceptsGzip, let gzipped = file.gzipped else {
      return EndpointResponse(200, headers: headers, body: file.bytes)
    }
    headers[.contentEncoding] = "gzip"
    return EndpointResponse(200, headers: headers, body: gzipped)
  }

  /// Whether an `Accept-Encoding` takes gzip.
  static func takesGzip(_ header: String) -> Bool {
    header.split(separator: ",").contains { element in
      let parts = element.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
      guard parts.first == "gzip" else { return false }
      return !parts.dropFirst().contains { weight in
        weight.hasPrefix("q=0") && !weight.contains { "123456789".contains($0) }
      }
    }
  }

  private static let filesInProgram: [String: File] = {
    var files: [String: File] = [:]
    for index in 0..<flowmagic_portal_count() {
      let file = flowmagic_portal_file_at(index)
      let name = String(cString: file.name)
      guard let type = type(of: name) else { continue }
      let isSmaller = file.gzipped_count < file.count
      files[name] = File(
        type: type, bytes: buffer(file.bytes, file.count),
        gzipped: isSmaller ? buffer(file.gzipped, file.gzipped_count) : nil)
    }
    return files
  }()

  private static func buffer(_ start: UnsafePointer<UInt8>, _ count: Int) -> ByteBuffer {
    ByteBuffer(bytes: UnsafeBufferPointer(start: start, count: count))
  }

  private static func type(of name: String) -> String? {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "wasm": "application/wasm"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "woff2": "font/woff2"
    case "txt": "text/plain; charset=utf-8"
    case "map", "json": "application/json"
    default: nil
    }
  }
}
