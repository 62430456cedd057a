import FlowServer
import Foundation
import HTTPTypes
import NIOCore
import Testing

/// The portal as delivered to browsers.
@Suite struct PortalTests {
  @Test func `the page is in the member's language and color scheme`() async throws {
    let site = try await Site(withUsers: true)
    let browser = site.browser(as: .viewer)
    let german = try await browser.send(.get, "/apps/shop", ["Accept-Language": "de-AT"])
    #expect(german.text.contains(#"<html lang="de">"#))
    let cookie = "\(browser.cookie); \(PageCookies.theme)=dark; \(PageCookies.language)=en"
    let response = try await site.send(
      .get, "/", as: .anonymous, ["Cookie": cookie, "Accept-Language": "de"])
    #expect(response.text.contains(#"<html lang="en" data-theme="dark">"#))
    #expect(response.text.contains(#"<div id="portal">"#))
  }

  @Test func `the page has the package URL if the operator has configured it`()
    async throws
  {
    let url = "https://git.example.com/mobile/flowmagic"
    let site = try await Site(withUsers: true, packageURL: url)
    let page = try await site.browser(as: .viewer).send(.get, "/apps/shop")
    #expect(page.text.contains(#"<html lang="en" data-package-url="\#(url)">"#))
    let unconfigured = try await Site(withUsers: true).browser(as: .viewer).send(.get, "/apps/shop")
    #expect(unconfigured.text.contains(#"<html lang="en">"#))
  }

  @Test func `the notice of the previous page is shown once`() async throws {
    let site = try await Site(withUsers: true)
    let browser = site.browser(as: .viewer)
    func page(_ key: String) async throws -> Site.Response {
      let cookie = "\(browser.cookie); \(PageCookies.notice)=\(key)"
      return try await site.send(.get, "/", as: .anonymous, ["Cookie": cookie])
    }
    let noticePage = try await page("notice.joined")
    #expect(
      noticePage.text.contains(
        #"<html lang="en" data-notice="Welcome." data-notice-kind="success">"#))
    let cleared = "\(PageCookies.notice)=; "
    #expect(noticePage.headers[values: .setCookie].contains { $0.hasPrefix(cleared) })
    let unknown = try await page("welcome.html")
    #expect(unknown.text.contains(#"<html lang="en">"#))
  }

  @Test func `the page may load only the server's files`() async throws {
    let site = try await Site(withUsers: true)
    let response = try await site.browser(as: .viewer).send(.get, "/apps/shop/history")
    let policy = try #require(response.headers[.contentSecurityPolicy])
    #expect(policy.hasPrefix("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "))
    #expect(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"))
    #expect(policy.contains("frame-ancestors 'none'"))
    #expect(policy.contains("require-trusted-types-for 'script'; trusted-types flowmagic"))
    #expect(response.headers[.cacheControl] == "no-store")
  }

  @Test func `without a session, the sign-in page receives the page to return to`() async throws {
    let site = try await Site(withUsers: true)
    let response = try await site.browser().send(
      .get, "/apps/shop/history/3?flow=sign-up&step=a%20b")
    #expect(response.status == 303)
    let requested = "/apps/shop/history/3?flow=sign-up&step=a%20b"
    #expect(
      response.headers[.location] == "/sign-in?return=\(QueryString.percentEncoded(requested))")
  }

  @Test func `a file is cached forever, and compressed for clients that accept it`() async throws {
    let site = try await Site(withUsers: true)
    let compressed = try await site.send(
      .get, "/portal/portal.1.js", as: .anonymous, ["Accept-Encoding": "br, gzip;q=0.5"])
    #expect(compressed.headers[.contentEncoding] == "gzip")
    #expect(compressed.text == "packed")
    for encodings in ["", "br", "gzip;q=0", "identity, gzip; q=0.0"] {
      let uncompressed = try await site.send(
        .get, "/portal/portal.1.js", as: .anonymous, ["Accept-Encoding": encodings])
      #expect(uncompressed.headers[.contentEncoding] == nil, "\(encodings)")
      #expect(uncompressed.text == "plain text", "\(encodings)")
      #expect(uncompressed.headers[.vary] == "Accept-Encoding")
      #expect(uncompressed.headers[.cacheControl]?.contains("immutable") == true)
    }
  }

  @Test func `a build without the portal reports that, and how to build it`() async throws {
    let site = try await Site(withUsers: true, portal: PortalFiles(files: [:]))
    let browser = site.browser(as: .viewer)
    let page = try await browser.send(.get, "/apps/shop")
    #expect(page.status == 404)
    #expect(page.text.contains("This build has no portal"))
    #expect(page.text.contains("make portal"))
    #expect(try await browser.send(.get, "/").status == 200, "the home page needs no portal")
  }

  @Test(arguments: ["/portal/index.html", "/portal/nothing.js", "/portal/..%2Fsecret.js"])
  func `a path that is not a file of the portal is not found`(path: String) async throws {
    let site = try await Site(withUsers: true)
    #expect(try await site.send(.get, path, as: .anonymous).status == 404)
  }

  @Test func `changed files are read again, and hidden files and unknown types are not served`()
    throws
  {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("portal \(UUID().uuidString)")
    let inside = folder.appendingPathComponent("files")
    try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(throws: PortalFiles.MissingPortal.self) { try PortalFiles(folder: inside.path) }
    try Data("<html lang=\"en\">".utf8).write(to: inside.appendingPathComponent("index.html"))
    try Data("a".utf8).write(to: inside.appendingPathComponent("a.js"))
    for name in [".hidden.js", "a", "a.exe"] {
      try Data("secret".utf8).write(to: inside.appendingPathComponent(name))
    }
    try Data("secret".utf8).write(to: folder.appendingPathComponent("b.js"))
    let files = try PortalFiles(folder: inside.path)
    #expect(files.file("a.js").map { String(buffer: $0.bytes) } == "a")
    try Data("again".utf8).write(to: inside.appendingPathComponent("a.js"))
    #expect(files.file("a.js").map { String(buffer: $0.bytes) } == "again")
    for name in ["../b.js", "/etc/hostname", ".hidden.js", "a", "a.exe", ""] {
      #expect(files.file(name) == nil, "\(name)")
    }
  }
}
