/// An access token of Google, with the time until which it can be used.
struct AccessToken: Sendable {
  /// The number of seconds before its expiry at which a token is replaced, as in Google's own
  /// libraries.
  private static let expiryMargin = 225
  let value: String
  /// The time until which it can be used, in seconds since 1970.
  let usableUntil: Int

  /// Reads a token from the response of the token endpoint.
  ///
  /// Returns nil if the same request may succeed later, such as after a server error, and throws
  /// `accessTokenRejected` for any other failure.
  static func read(_ response: PushResponse, now: Int) throws(PushError) -> AccessToken? {
    if response.status == 200,
      let issued = JSONBody.decode(TokenResponse.self, from: response.body)
    {
      return AccessToken(
        value: issued.token, usableUntil: now + max(0, issued.expiresIn - expiryMargin))
    }
    let failure = JSONBody.decode(TokenErrorResponse.self, from: response.body)
    let temporaryErrors = ["internal_failure", "server_error", "temporarily_unavailable"]
    if response.status >= 500 || [408, 429].contains(response.status)
      || temporaryErrors.contains(failure?.error ?? "")
    {
      return nil
    }
    throw PushError(
      .accessTokenRejected,
      "Google rejected the service account: \(failure?.error ?? "HTTP \(response.status)").")
  }
}

private struct TokenResponse: Decodable {
  enum CodingKeys: String, CodingKey {
    case token = "access_token"
    case expiresIn = "expires_in"
  }

  let token: String
  let expiresIn: Int

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    token = try container.decode(String.self, forKey: .token)
    // NB: this is an integer, or an integer as a string.
    if let number = try? container.decode(Int.self, forKey: .expiresIn) {
      expiresIn = number
    } else {
      expiresIn = Int(try container.decode(String.self, forKey: .expiresIn)) ?? 0
    }
  }
}

private struct TokenErrorResponse: Decodable {
  let error: String
}
