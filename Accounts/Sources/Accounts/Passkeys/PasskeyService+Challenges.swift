extension PasskeyService {
  /// The reason why passkeys are unavailable at this service's address, as a sentence; nil if they
  /// are available.
  public var unavailableReason: String? {
    do {
      _ = try RelyingParty(publicURL: settings.publicURL)
      return nil
    } catch { return error.message }
  }

  /// The site that passkeys are for.
  ///
  /// - Throws: `AccountError` `.notAllowed`.
  func relyingParty() throws(AccountError) -> RelyingParty {
    try RelyingParty(publicURL: settings.publicURL)
  }

  /// Stores a challenge until its response arrives.
  ///
  /// A user has one challenge at a time for each sign-in, and for each purpose in a session, so
  /// that no one can fill the store with requests. NB: not one in total, because an attacker who
  /// knows only the password would end those of the owner.
  func storeChallenge(
    _ secrets: PasskeyChallengeSecrets, for use: PasskeyCeremony, of user: String?,
    in writer: any AccountWriter
  ) throws {
    if let user {
      try writer.removeOneTimeTokens(
        of: user, for: .passkey, containing: "\"use\":\"\(use.encoded)\"")
    }
    let payload = ["use": use.encoded, "challenge": ByteEncoding.base64URL(secrets.challenge)]
    try writer.put(
      OneTimeToken(
        hash: secrets.secret.hash, purpose: .passkey, user: user,
        payload: JSONText.object(payload), created: clock(),
        expires: clock() + PasskeyOptions.lifetime))
  }

  /// Consumes a challenge, whether or not its response is valid.
  ///
  /// - Returns: The challenge; nil if it does not exist, or is for another purpose or user.
  func consumeChallenge(
    _ secret: String, for use: PasskeyCeremony, of user: String?, in writer: any AccountWriter
  ) throws -> [UInt8]? {
    guard let token = try oneTimeTokens.validToken(secret, for: .passkey, in: writer),
      try writer.removeOneTimeToken(token.hash)
    else { return nil }
    let payload = JSONText.members(token.payload)
    guard token.user == user, payload["use"] == use.encoded else { return nil }
    return payload["challenge"].flatMap { ByteEncoding.bytes(base64URL: $0) }
  }
}
