import FlowMagicWeb
import HTTPTypes
import Hummingbird
import Testing

@Suite struct VersionedFilesTests {
  private let files = VersionedFiles(root: "/-app", ["app.js": [1], "app.css": [2]])

  @Test func `the version depends on the names and contents of the files, not on their order`() {
    let same = VersionedFiles(root: "/-app", ["app.css": [2], "app.js": [1]])
    let other = VersionedFiles(root: "/-app", ["app.js": [1], "app.css": [3]])
    let renamed = VersionedFiles(root: "/-app", ["app.js": [1], "new.css": [2]])
    #expect(files.version.count == 12)
    #expect(files.version == same.version)
    #expect(Set([files.version, other.version, renamed.version]).count == 3)
    #expect(files.path(of: "app.js") == "/-app/\(files.version)/app.js")
  }

  @Test(arguments: [
    ("a.css", "text/css; charset=utf-8"), ("a.js", "text/javascript; charset=utf-8"),
    ("a.svg", "image/svg+xml"), ("a.webmanifest", "application/manifest+json"),
    ("a.unknown", "text/plain"), ("", "text/plain"),
  ])
  func `a file has the type of its extension, which browsers must not guess`(
    name: String, type: String
  ) {
    let response = VersionedFiles.response([1], name, caching: "no-cache")
    #expect(response.status == .ok)
    #expect(response.headers[.contentType] == type)
    #expect(response.headers[.cacheControl] == "no-cache")
    #expect(response.headers[.xContentTypeOptions] == "nosniff")
  }

  @Test func `a service worker may serve the whole site`() throws {
    let response = VersionedFiles.serviceWorker([1])
    let scope = try #require(HTTPField.Name("Service-Worker-Allowed"))
    #expect(response.headers[scope] == "/")
    #expect(response.headers[.contentType] == "text/javascript; charset=utf-8")
  }
}
