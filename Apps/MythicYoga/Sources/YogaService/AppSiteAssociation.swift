import Accounts
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The file by which Apple's systems open the links in emails in the app instead of the browser.
struct AppSiteAssociation: Sendable {
  static let path = "/.well-known/apple-app-site-association"

  /// The file's contents.
  private let file: [UInt8]

  /// Creates the file for an app.
  ///
  /// - Parameter id: The identifier, such as `TEAM123456.dev.flowmagic.yoga`.
  /// - Throws: An encoding error, never in practice.
  init(id: String) throws {
    file = Array(try JSONEncoder().encode(File(app: id)))
  }

  /// Whether a text is an app identifier: a team ID of 10 letters and digits, and a bundle ID.
  static func isValid(_ id: String) -> Bool {
    id.wholeMatch(of: /[A-Z0-9]{10}\.[A-Za-z0-9.-]+/) != nil
  }

  func add<Context: RequestContext>(to router: some RouterMethods<Context>) {
    router.get(RouterPath(Self.path)) { _, _ in
      Response(
        status: .ok,
        headers: [
          .contentType: "application/json", .cacheControl: "public, max-age=3600",
          .xContentTypeOptions: "nosniff",
        ], body: .init(byteBuffer: ByteBuffer(bytes: file)))
    }
  }

  private struct File: Encodable {
    struct Links: Encodable { let details: [Details] }
    struct Details: Encodable {
      let appIDs: [String]
      let components: [Component]
    }
    struct Component: Encodable {
      let path: String
      let query = ["link": "?*"]

      enum CodingKeys: String, CodingKey {
        case path = "/"
        case query = "?"
      }
    }
    struct Credentials: Encodable { let apps: [String] }

    let applinks: Links
    let webcredentials: Credentials

    init(app: String) {
      let paths = [AccountPaths.verify, AccountPaths.reset, AccountPaths.address]
      applinks = Links(
        details: [Details(appIDs: [app], components: paths.map { Component(path: $0) })])
      webcredentials = Credentials(apps: [app])
    }
  }
}

extension YogaServer {
  /// Checks the identifier of an iOS app.
  ///
  /// - Returns: A sentence about what is wrong with it; nil for a valid one.
  public static func problem(withAppleApp id: String) -> String? {
    AppSiteAssociation.isValid(id)
      ? nil
      : "\"\(id)\" is not a team ID and a bundle ID, such as TEAM123456.dev.flowmagic.yoga."
  }
}
