/// The request to create an account.
public struct Registration: Codable, Hashable, Sendable {
  /// The email address.
  public var email: String
  /// The password.
  public var password: String
  /// The name; may be empty.
  public var name: String

  /// Creates a request.
  public init(email: String, password: String, name: String) {
    self.email = email
    self.password = password
    self.name = name
  }
}

/// An email address and a password.
public struct Credentials: Codable, Hashable, Sendable {
  /// The email address.
  public var email: String
  /// The password.
  public var password: String
  /// The ``SessionMessage/deviceSecret`` of the last login on this device; nil without one.
  public var deviceSecret: String?

  /// Creates credentials.
  public init(email: String, password: String, deviceSecret: String? = nil) {
    self.email = email
    self.password = password
    self.deviceSecret = deviceSecret
  }
}

/// An email address.
public struct AddressMessage: Codable, Hashable, Sendable {
  /// The email address.
  public var email: String

  /// Creates a message.
  public init(email: String) { self.email = email }
}

/// The one-time token of a link from an email, with a password.
public struct TokenMessage: Codable, Hashable, Sendable {
  /// The value of the query parameter `link`.
  public var token: String
  /// The account's password, or the new one; empty if none is required.
  public var password: String

  /// Creates a message.
  public init(token: String, password: String) {
    self.token = token
    self.password = password
  }
}

/// A password that confirms a request.
public struct PasswordMessage: Codable, Hashable, Sendable {
  /// The password.
  public var password: String

  /// Creates a message.
  public init(password: String) { self.password = password }
}

/// The request to change the password.
public struct PasswordChange: Codable, Hashable, Sendable {
  /// The current password.
  public var currentPassword: String
  /// The new password.
  public var newPassword: String
  /// The ``SessionMessage/deviceSecret`` of the last login on this device, which the response
  /// replaces; nil without one.
  public var deviceSecret: String?

  /// Creates a request.
  public init(currentPassword: String, newPassword: String, deviceSecret: String? = nil) {
    self.currentPassword = currentPassword
    self.newPassword = newPassword
    self.deviceSecret = deviceSecret
  }
}

/// The request to exchange a refresh token.
public struct RefreshMessage: Codable, Hashable, Sendable {
  /// The refresh token.
  public var refreshToken: String

  /// Creates a request.
  public init(refreshToken: String) { self.refreshToken = refreshToken }
}

/// The tokens of an app's session.
public struct SessionTokens: Codable, Hashable, Sendable {
  /// The token that requests carry.
  public var accessToken: String
  /// The seconds for which the access token is valid.
  public var expiresIn: Int
  /// The token that is exchanged, once, for the next pair.
  public var refreshToken: String
  /// After a change of the password, the secret that replaces ``SessionMessage/deviceSecret``; nil
  /// otherwise.
  public var deviceSecret: String?

  /// Creates a pair.
  public init(
    accessToken: String, expiresIn: Int, refreshToken: String, deviceSecret: String? = nil
  ) {
    self.accessToken = accessToken
    self.expiresIn = expiresIn
    self.refreshToken = refreshToken
    self.deviceSecret = deviceSecret
  }
}

/// The user of a session.
public struct Profile: Codable, Hashable, Sendable {
  /// The user's id.
  public var id: String
  /// The email address.
  public var email: String
  /// The name, or the part of the address before the @ sign.
  public var name: String
  /// The version of the profile picture; nil without one.
  public var picture: Int?

  /// Creates a profile.
  public init(id: String, email: String, name: String, picture: Int? = nil) {
    self.id = id
    self.email = email
    self.name = name
    self.picture = picture
  }
}

/// A new session with its user.
public struct SessionMessage: Codable, Hashable, Sendable {
  /// The tokens.
  public var tokens: SessionTokens
  /// The user.
  public var user: Profile
  /// The secret by which the service recognizes the device at the next login, so that strangers who
  /// guess passwords do not delay it; kept after logging out.
  public var deviceSecret: String?

  /// Creates a message.
  public init(tokens: SessionTokens, user: Profile, deviceSecret: String? = nil) {
    self.tokens = tokens
    self.user = user
    self.deviceSecret = deviceSecret
  }
}

/// The paths of a video's files, relative to the service.
public struct VideoPaths: Codable, Hashable, Sendable {
  /// The HLS playlist.
  public var hls: String
  /// The large picture.
  public var poster: String
  /// When ``hls`` expires, in seconds since 1970.
  public var expires: Int

  /// Creates paths.
  public init(hls: String, poster: String, expires: Int) {
    self.hls = hls
    self.poster = poster
    self.expires = expires
  }
}

/// A synchronization response with its user, so that a device never shows the progress of another
/// user.
public struct SyncMessage: Decodable, Hashable, Sendable {
  /// The user's id.
  public let user: String
  /// The response.
  public let response: SyncResponse

  private enum CodingKeys: String, CodingKey { case user }

  /// Creates a message.
  public init(user: String, response: SyncResponse) {
    self.user = user
    self.response = response
  }

  /// Decodes a message: the members of the response, and `user`.
  public init(from decoder: any Decoder) throws {
    user = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .user)
    response = try SyncResponse(from: decoder)
  }
}

/// An error response.
public struct ServiceProblem: Codable, Error, Hashable, Sendable {
  /// The stable code, such as `wrong-credentials`.
  public var code: String
  /// A sentence for the user, in the language of the request.
  public var detail: String

  /// Creates a problem.
  public init(code: String, detail: String) {
    self.code = code
    self.detail = detail
  }
}
