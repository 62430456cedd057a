import FlowCore
import FlowStore
import HTTPTypes

/// The live release in `production`, or in the environment of an app's key, in the format of the
/// first Flow Magic.
struct ScreenFlow {
  /// The environment that legacy routes publish to, and without an SDK key read from.
  static let environment = "production"

  private let application: String
  private let release: StoredRelease?

  init(_ application: String, _ release: StoredRelease?) {
    self.application = application
    self.release = release
  }

  /// The current release in `production`, or in the environment of the app's key; nil before the
  /// first.
  static func release(_ request: EndpointRequest) -> StoredRelease? {
    var environment = environment
    if case .app(let key) = request.principal { environment = key.environment }
    return request.services.currentReleases.current(
      application: application(request), environment: environment)?.stored
  }

  /// The application's id.
  static func application(_ request: EndpointRequest) -> String {
    if case .app(let key) = request.principal { key.application } else { request.applicationID }
  }

  /// The entity tag of a release as a screen flow.
  static func tag(_ release: StoredRelease?) -> String { "\"\(release?.number ?? 0)\"" }

  /// The response to `GET` and `PUT`.
  static func response(_ application: String, _ release: StoredRelease?) throws -> EndpointResponse
  {
    .json(try ScreenFlow(application, release).json, headers: [.eTag: tag(release)])
  }

  /// The document with `lastUpdatedOn`; empty before the first release.
  var json: JSON {
    get throws {
      guard let release else {
        return [
          "id": .string(application), "screenFlow": [], "lastUpdatedOn": .null, "release": 0,
        ]
      }
      let conversion = try Self.conversion(of: release)
      guard var object = conversion.json.object else { return conversion.json }
      object["id"] = .string(application)
      object["lastUpdatedOn"] = .string(Timestamp.string(release.published))
      object["release"] = .number(JSONNumber(release.number))
      if !conversion.losses.isEmpty {
        object["losses"] = .array(conversion.losses.map { .string($0.message) })
      }
      return .object(object)
    }
  }

  /// Converts a release to a Flow Magic document; the result lists what the format cannot
  /// represent.
  static func conversion(of release: StoredRelease) throws -> Conversion {
    var document = try FlowDocument(parsing: release.body)
    // Not part of a screen flow; `json` adds the application's id and the release's number.
    document.application = nil
    document.environment = nil
    document.number = nil
    return document.converted(to: .flowMagic)
  }

  /// Removes members that are not part of the document: those that a response of `GET` adds and
  /// that `PUT` sends back, and the options of `PUT`.
  static func dropResponseMembers(_ document: inout FlowDocument) {
    for index in document.flows.indices {
      for name: Name in ["lastUpdatedOn", "release", "losses", "acceptWarnings"] {
        document.flows[index].unknown[name] = nil
      }
    }
  }
}
