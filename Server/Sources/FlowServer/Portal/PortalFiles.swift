import CPortal
import Foundation
import HTTPTypes
package import NIOCore

/// The files of the portal: one page, and the assets that it loads.
package struct PortalFiles: Sendable {
  /// A file with its media type, plain and compressed.
  package struct File: Sendable {
    package let type: String
    package let bytes: ByteBuffer
    /// Nil if compression does not make it smaller, and for a file in a folder.
    package let gzipped: ByteBuffer?

    package init(type: String, bytes: ByteBuffer, gzipped: ByteBuffer?) {
      self.type = type
      self.bytes = bytes
      self.gzipped = gzipped
    }
  }

  private enum Source: Sendable {
    case embedded([String: File])
    /// For developers of the portal: a new build is served from the next request on.
    case folder(URL)
  }

  /// The file name of the page.
  package static let pageName = "index.html"

  /// The path of the embedded typeface, which the sign-in pages use too; nil if the program was
  /// built without the portal.
  static let fontPath = embeddedFiles.keys.first { $0.hasSuffix(".woff2") }.map { "/portal/" + $0 }

  /// The file name of the typeface's license.
  private static let licenseName = "OFL.txt"

  private let source: Source

  /// The files embedded in the program.
  package static let embedded = PortalFiles(.embedded(embeddedFiles))

  private init(_ source: Source) { self.source = source }

  /// Creates a portal with exactly these files.
  package init(files: [String: File]) { source = .embedded(files) }

  /// The files in a folder, or those embedded in the program.
  ///
  /// - Throws: `MissingPortal` if the folder contains no portal.
  package init(folder: String?) throws {
    guard let folder else {
      self = .embedded
      return
    }
    source = .folder(URL(fileURLWithPath: folder, isDirectory: true))
    guard file(Self.pageName) != nil else { throw MissingPortal(folder: folder) }
  }

  /// An error about a folder without a portal.
  package struct MissingPortal: Error, CustomStringConvertible {
    package let folder: String
    package var description: String {
      "There is no portal in \(folder): `make portal` builds one in Portal/.build/files."
    }
  }

  /// The file with this name; nil if there is none.
  package func file(_ name: String) -> File? {
    switch source {
    case .embedded(let files): return files[name]
    case .folder(let folder):
      guard let type = Self.type(of: name), !name.contains("/"), !name.hasPrefix("."),
        let data = try? Data(contentsOf: folder.appendingPathComponent(name))
      else { return nil }
      return File(type: type, bytes: ByteBuffer(bytes: data), gzipped: nil)
    }
  }

  /// The response with a file; nil if there is none, and for the page.
  ///
  /// Caches may keep a file for a year, because its name contains a hash of its contents, and the
  /// license for a day.
  func response(_ name: String, acceptsGzip: Bool) -> EndpointResponse? {
    guard name != Self.pageName, let file = file(name) else { return nil }
    var headers: HTTPFields = [
      .contentType: file.type,
      .cacheControl: name == Self.licenseName
        ? "public, max-age=86400" : "public, max-age=31536000, immutable",
      .vary: "Accept-Encoding",
      // NB: a worker has the policy of its own script's response, not the page's.
      .contentSecurityPolicy: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
        + "connect-src 'self'; frame-ancestors 'none'",
    ]
    guard acceptsGzip, let gzipped = file.gzipped else {
      return EndpointResponse(200, headers: headers, body: file.bytes)
    }
    headers[.contentEncoding] = "gzip"
    return EndpointResponse(200, headers: headers, body: gzipped)
  }

  /// Whether an `Accept-Encoding` header names gzip with a weight above 0.
  static func acceptsGzip(_ header: String) -> Bool {
    header.split(separator: ",").contains { element in
      let parts = element.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
      guard parts.first == "gzip" else { return false }
      return !parts.dropFirst().contains { weight in
        weight.hasPrefix("q=0") && !weight.contains { "123456789".contains($0) }
      }
    }
  }

  private static let embeddedFiles: [String: File] = {
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
