/// An app on an Apple device, identified by the token of `didRegisterForRemoteNotifications`.
public struct APNsDevice: Codable, Hashable, Sendable {
  /// The APNs environment of the token; a token of one environment is unknown to the other.
  public enum Environment: String, Codable, Hashable, Sendable {
    /// Apps from the App Store and TestFlight.
    case production
    /// Apps installed by Xcode.
    case sandbox

    package var host: String {
      switch self {
      case .production: "api.push.apple.com"
      case .sandbox: "api.sandbox.push.apple.com"
      }
    }
  }

  /// The token in lowercase hexadecimal.
  public let token: String
  /// The APNs environment of the token.
  public let environment: Environment

  /// Creates a device; throws unless `token` is hexadecimal with 32 to 100 bytes.
  public init(token: String, environment: Environment) throws(PushError) {
    let token = token.lowercased()
    let isHexadecimal = token.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
    guard isHexadecimal, token.utf8.count.isMultiple(of: 2), (64...200).contains(token.utf8.count)
    else {
      throw PushError(
        .invalidDevice, "A device token must have 32 to 100 bytes in hexadecimal.")
    }
    self.token = token
    self.environment = environment
  }
}
