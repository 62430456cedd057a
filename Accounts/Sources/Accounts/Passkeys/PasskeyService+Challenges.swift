extension PasskeyService {
  /// The reason why there are no passkeys at this service's address, as a sentence; nil if there
  /// are.
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

  /// Stores a challenge until its response comes.
  ///
  /// A user has one challenge at a time, so that no one fills the store by asking.
  func keep(
    _ draft: PasskeyChallengeSecrets, for use: PasskeyCeremony, of user: String?,
    in writer: any AccountWriter
  ) throws {
    if let user { try writer.removeLinks(of: user, for: .passkey) }
    let payload = ["use": use.text, "challenge": ByteEncoding.base64URL(draft.challenge)]
    try writer.put(
      OneTimeLink(
        hash: draft.secret.hash, purpose: .passkey, user: user,
        payload: JSONText.object(payload), created: clock(),
        expires: clock() + PasskeyOptions.lifetime))
  }

  /// Uses a challenge up, whatever its response is worth.
  ///
  /// - Returns: The challenge; nil if there is no such challenge, or it was about something or
  ///   someone else.
  func consumeChallenge(
    _ secret: String, about use: PasskeyCeremony, of user: String?, in writer: any AccountWriter
  ) throws -> [UInt8]? {
    guard let link = try links.valid(secret, for: .passkey, in: writer),
      try writer.removeLink(link.hash)
    else { return nil }
    let payload = JSONText.members(link.payload)
    guard link.user == user, payload["use"] == use.text else { return nil }
    return payload["challenge"].flatMap { ByteEncoding.bytes(base64URL: $0) }
  }
}
