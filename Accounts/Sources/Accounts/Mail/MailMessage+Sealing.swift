extension MailMessage {
  /// The prefix of a sealed text.
  private static let prefix = "sealed:"

  /// The same email with encrypted texts, so that a copy of the store without the account keys
  /// discloses no link that gives access to an account.
  package func sealed(with keys: AccountKeyring) throws -> MailMessage {
    func seal(_ text: String) throws -> String {
      guard !text.isEmpty else { return text }
      let bytes = try keys.seal(Array(text.utf8), for: "mail \(id)")
      return Self.prefix + ByteEncoding.base64URL(bytes)
    }
    var mail = self
    mail.text = try seal(text)
    mail.html = try seal(html)
    return mail
  }

  /// The email with its sealed texts decrypted, for the outbox to send.
  ///
  /// - Throws: `SealFailure` if a text was changed, or its key is missing.
  public func opened(with keys: AccountKeyring) throws -> MailMessage {
    func open(_ text: String) throws -> String {
      guard text.hasPrefix(Self.prefix) else { return text }
      let sealed = ByteEncoding.bytes(base64URL: String(text.dropFirst(Self.prefix.count)))
      guard let sealed,
        let text = String(
          validating: try keys.open(sealed, for: "mail \(id)"), as: UTF8.self)
      else { throw SealFailure() }
      return text
    }
    var mail = self
    mail.text = try open(text)
    mail.html = try open(html)
    return mail
  }
}
