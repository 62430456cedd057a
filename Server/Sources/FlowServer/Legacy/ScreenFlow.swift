import FlowCore
import FlowStore

/// What is live in `production`, as a Flow Magic document.
struct ScreenFlow {
  /// Where the report's routes publish to and read from.
  static let environment = "production"

  private let application: String
  private let release: StoredRelease?

  init(_ application: String, _ release: StoredRelease?) throws {
    self.application = application
    self.release = release
  }

  /// The current release in `production`; nil before the first.
  static func release(_ request: EndpointRequest) -> StoredRelease? {
    request.services.currentReleases.current(
      application: request.applicationID, environment: environment)?.stored
  }

  /// The document with `lastUpdatedOn`; empty before the first release.
  var json: JSON {
    get throws {
      guard let release else {
        return ["id": .string(application), "screenFlow": [], "lastUpdatedOn": .null]
      }
      let conversion = try Self.conversion(of: release)
      guard var object = conversion.json.object else { return conversion.json }
      object["id"] = .string(application)
      object["lastUpdatedOn"] = .string(Timestamp.text(release.published))
      if !conversion.losses.isEmpty {
        object["losses"] = .array(conversion.losses.map { .string($0.message) })
      }
      return .object(object)
    }
  }

  /// A release as a Flow Magic document, with what that cannot say.
  static func conversion(of release: StoredRelease) throws -> Conversion {
    var document = try FlowDocument(parsing: release.body)
    // The labels of a release are in the route, not in the document.
    document.application = nil
    document.environment = nil
    document.number = nil
    return document.converted(to: .flowMagic)
  }

  /// Takes out what an answer of `GET` has besides the document, when it comes back with `PUT`.
  static func dropAnswerMembers(_ document: inout FlowDocument) {
    for index in document.flows.indices {
      document.flows[index].unknown["lastUpdatedOn"] = nil
      document.flows[index].unknown["losses"] = nil
    }
  }
}
