/// An app installation that is registered with Firebase.
public struct FCMDevice: Codable, Hashable, Sendable {
  /// The kind of id of an installation.
  public enum Kind: String, Codable, Hashable, Sendable {
    /// A registration token, which older SDKs use.
    case token
    /// A Firebase installation id, which newer SDKs use.
    case installation = "fid"
  }

  /// The token or id.
  public let id: String
  /// The kind of the id.
  public let kind: Kind

  /// Creates a device; throws unless `id` is 1 to 4,096 visible ASCII characters.
  public init(_ id: String, kind: Kind) throws(PushError) {
    guard (1...4_096).contains(id.utf8.count), id.utf8.allSatisfy({ (33...126).contains($0) })
    else {
      throw PushError(
        .invalidDevice,
        "A Firebase token or installation id must be 1 to 4,096 visible ASCII characters.")
    }
    self.id = id
    self.kind = kind
  }
}
