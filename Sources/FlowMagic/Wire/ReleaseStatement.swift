public import FlowCore

/// A statement signed by a server: a document is the newest release of an environment, for a
/// limited time.
///
/// The statement refers to the document by its SHA-256, so the server can renew the statement while
/// the document stays the same.
public struct ReleaseStatement: Sendable, Equatable {
  /// The version of the statement format that this SDK reads and writes.
  public static let version = 1

  /// The application's id.
  public let application: Name
  /// The environment's name.
  public let environment: Name
  /// The release's number; it never decreases within an application's environment.
  public let number: Int
  /// The SHA-256 of the document's exact bytes, as 64 hexadecimal digits.
  public let digest: String
  /// The time of signing, in seconds since 1970.
  public let issued: Int
  /// The expiry of the statement, in seconds since 1970.
  ///
  /// An expired statement from a server is rejected; a release that a device has already accepted
  /// stays usable.
  public let expires: Int

  /// Creates a statement.
  public init(
    application: Name, environment: Name, number: Int, digest: String, issued: Int, expires: Int
  ) {
    self.application = application
    self.environment = environment
    self.number = number
    self.digest = digest
    self.issued = issued
    self.expires = expires
  }

  /// The canonical text, whose bytes are signed.
  public var text: String {
    JSON.object([
      "application": .string(application.string), "digest": .string(digest),
      "environment": .string(environment.string), "expires": .number(JSONNumber(expires)),
      "issued": .number(JSONNumber(issued)), "kind": "release",
      "number": .number(JSONNumber(number)), "version": .number(JSONNumber(Self.version)),
    ]).text(.canonical)
  }

  /// Parses a statement.
  public init(parsing text: String) throws(FlowMagicError) {
    do throws(FlowError) {
      let root = try ParsedJSON(text).root
      guard try root.requiredString("kind") == "release",
        try root.requiredInt("version") == Self.version
      else { throw root.invalidValue(expected: "a release statement of version 1") }
      self.init(
        application: try root.requiredName("application"),
        environment: try root.requiredName("environment"),
        number: try root.requiredInt("number"), digest: try root.requiredString("digest"),
        issued: try root.requiredInt("issued"), expires: try root.requiredInt("expires"))
    } catch {
      throw FlowMagicError(
        .malformedEnvelope, "The release statement cannot be read: \(error.message)")
    }
  }
}
