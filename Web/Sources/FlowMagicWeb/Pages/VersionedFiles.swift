import Crypto
import HTTPTypes
public import Hummingbird
import NIOCore

/// The files of an app's own pages and blocks, at URLs that contain their version.
///
/// The version is a hash of all files, so that browsers can keep them forever, and a service worker
/// can keep all files of one version together.
///
/// ```swift
/// let files = VersionedFiles(root: "/-shop", ["shop.js": script])
/// settings.scripts = [files.path(of: "shop.js")]
/// files.addRoutes(to: router)
/// ```
public struct VersionedFiles: Sendable {
  /// The path prefix.
  public let root: String
  /// The contents by name, such as `shop.js`.
  public let contents: [String: [UInt8]]
  /// The version.
  public let version: String

  /// Hashes files, whose contents the value keeps in memory.
  ///
  /// - Parameters:
  ///   - root: The path prefix, such as `/-shop`.
  ///   - contents: The contents by name; the file extension determines the type.
  public init(root: String, _ contents: [String: [UInt8]]) {
    self.root = root
    self.contents = contents
    var hash = SHA256()
    for (name, bytes) in contents.sorted(by: { $0.key < $1.key }) {
      hash.update(data: Array(name.utf8) + [0])
      hash.update(data: bytes)
    }
    version = hash.finalize().prefix(6)
      .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// Returns the path of a file in this version.
  public func path(of name: String) -> String { "\(root)/\(version)/\(name)" }

  /// Adds the route of the files.
  public func addRoutes<Context: RequestContext>(to router: some RouterMethods<Context>) {
    router.get("\(root)/\(version)/:file") { [contents] _, context in
      guard let name = context.parameters.get("file"), let file = contents[name] else {
        return Response(status: .notFound)
      }
      return Self.response(file, name, caching: "public, max-age=31536000, immutable")
    }
  }

  /// Returns a response with a file, also for one without a version in its URL.
  ///
  /// - Parameters:
  ///   - bytes: The contents.
  ///   - name: The name; its file extension determines the type, by default `text/plain`.
  ///   - caching: The value of `Cache-Control`.
  /// - Returns: The response.
  public static func response(_ bytes: [UInt8], _ name: String, caching: String) -> Response {
    let types = [
      "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
      "svg": "image/svg+xml", "json": "application/json", "html": "text/html; charset=utf-8",
      "webmanifest": "application/manifest+json",
    ]
    return Response(
      status: .ok,
      headers: [
        .contentType: types[String(name.split(separator: ".").last ?? "")] ?? "text/plain",
        .cacheControl: caching, .xContentTypeOptions: "nosniff",
      ],
      body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// Returns the response with a service worker, whose scope is the whole site.
  ///
  /// - Parameter script: The script; browsers look for a new one each time.
  /// - Returns: The response.
  public static func serviceWorker(_ script: [UInt8]) -> Response {
    var response = response(script, "worker.js", caching: "no-cache")
    if let scope = HTTPField.Name("Service-Worker-Allowed") { response.headers[scope] = "/" }
    return response
  }
}
