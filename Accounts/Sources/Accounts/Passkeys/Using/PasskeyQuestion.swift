/// A question for the browser's passkeys, and what ties the answer to that browser.
public struct PasskeyQuestion: Sendable {
  /// JSON for `PublicKeyCredential.parseCreationOptionsFromJSON` or
  /// `parseRequestOptionsFromJSON`.
  public let options: String
  /// The secret that must come back with the answer; counts once, for 5 minutes.
  ///
  /// For a cookie that scripts cannot read, or a form's hidden field.
  public let secret: String

  /// Makes a question.
  public init(options: String, secret: String) {
    self.options = options
    self.secret = secret
  }
}

/// What a question is about; an answer to one about something else does not count.
enum PasskeyUse: Sendable, Equatable {
  /// A new passkey, in this session.
  case registration(session: String)
  /// Signing in, whoever it is.
  case signIn
  /// The second factor after the first, whose challenge has this hash.
  case secondFactor([UInt8])
  /// Showing once more who one is, in this session.
  case confirmation(session: String)

  /// What the stored question is compared by.
  var text: String {
    switch self {
    case .registration(let session): "registration " + session
    case .signIn: "sign-in"
    case .secondFactor(let hash): "second-factor " + BytesText.hex(hash)
    case .confirmation(let session): "confirmation " + session
    }
  }
}

/// What a question needs from chance, made before the transaction, which may run twice.
struct PasskeyDraft: Sendable {
  /// Comes back inside the answer, signed.
  let challenge = RandomText.bytes(32)
  /// Comes back beside it, from the same browser.
  let secret = SecretText()
}

extension Accounts {
  /// Why there are no passkeys at this service's address, in a sentence; nil if there are.
  public var passkeysOff: String? {
    do {
      _ = try RelyingParty(publicURL: settings.publicURL)
      return nil
    } catch { return error.message }
  }

  /// The site that passkeys are for.
  ///
  /// - Throws: `AccountError` `.notAllowed`.
  func passkeySite() throws(AccountError) -> RelyingParty {
    try RelyingParty(publicURL: settings.publicURL)
  }

  /// Keeps a question until its answer comes.
  ///
  /// A person has one question at a time, so that nobody fills the store by asking.
  func keep(
    _ draft: PasskeyDraft, for use: PasskeyUse, of person: String?, in writer: any AccountWriter
  ) throws {
    if let person { try writer.removeLinks(of: person, for: .passkey) }
    let payload = ["use": use.text, "challenge": BytesText.base64URL(draft.challenge)]
    try writer.put(
      OneTimeLink(
        hash: draft.secret.hash, purpose: .passkey, person: person,
        payload: JSONText.object(payload), created: clock(),
        expires: clock() + PasskeyOptions.lifetime))
  }

  /// Uses a question up, whatever its answer is worth.
  ///
  /// - Returns: The challenge; nil if there is no such question, or it was about something or
  ///   somebody else.
  func takeQuestion(
    _ secret: String, about use: PasskeyUse, of person: String?, in writer: any AccountWriter
  ) throws -> [UInt8]? {
    guard let link = try valid(secret, for: .passkey, in: writer, at: clock()),
      try writer.removeLink(link.hash)
    else { return nil }
    let payload = JSONText.members(link.payload)
    guard link.person == person, payload["use"] == use.text else { return nil }
    return payload["challenge"].flatMap { BytesText.bytes(base64URL: $0) }
  }
}
