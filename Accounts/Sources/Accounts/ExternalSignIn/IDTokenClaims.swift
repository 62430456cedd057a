/// The claims of an ID token or of the userinfo endpoint.
struct IDTokenClaims: Sendable, Equatable {
  /// The user's identifier at the issuer (`sub`).
  let subject: String
  /// The user's email address.
  var email: String?
  /// Whether the issuer says that the address is the user's; nil if it does not say.
  var isEmailVerified: Bool?
  /// The user's name.
  var name: String?
  /// The expiry of the token, in seconds since 1970; 0 for a response without one.
  let expires: Int

  /// Parses the claims of a token or a response.
  init(_ claims: StrictJSON, expires: Int) throws(IdentityProviderError) {
    // At most 255 ASCII characters (OpenID Connect Core 1.0, section 2).
    guard let subject = claims["sub"]?.string, (1...255).contains(subject.utf8.count),
      subject.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
    else {
      throw IdentityProviderError(.subject, "The sub claim is not 1 to 255 ASCII characters.")
    }
    self.subject = subject
    self.expires = expires
    email = claims["email"]?.string.flatMap { $0.isEmpty || $0.utf8.count > 254 ? nil : $0 }
    isEmailVerified = Self.boolean(claims["email_verified"])
    name = Self.name(claims)
  }

  // Apple sends the string "true"; any value except this and `true` means not verified.
  private static func boolean(_ value: StrictJSON?) -> Bool? {
    guard let value else { return nil }
    return value == .bool(true) || value == .string("true")
  }

  private static func name(_ claims: StrictJSON) -> String? {
    if let name = displayName(claims["name"]?.string) { return name }
    let parts = [claims["given_name"]?.string, claims["family_name"]?.string].compactMap { $0 }
    return displayName(parts.joined(separator: " "))
  }

  /// A name sanitized for display: on one line, at most 100 characters; nil if nothing is left.
  static func displayName(_ text: String?) -> String? {
    guard let text else { return nil }
    let visible = text.unicodeScalars.prefix(1000).filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: false
      default: true
      }
    }
    let words = String(String.UnicodeScalarView(visible)).split(separator: " ")
    let name = words.joined(separator: " ").prefix(100)
    return name.isEmpty ? nil : String(name)
  }
}
