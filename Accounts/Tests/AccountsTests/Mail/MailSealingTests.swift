import Accounts
import AccountsSQLite
import Testing

@Suite struct MailSealingTests {
  @Test func `attack: the store contains no link of a queued email in plain text`() async throws {
    let fixture = try AccountsFixture()
    _ = try await fixture.owner("owner@example.com")
    try await fixture.accounts.passwords.requestReset(email: "owner@example.com", client: .office)
    let stored = try await fixture.store.inner.read { try $0.dueMail(at: .max, limit: 1000) }
    #expect(!stored.isEmpty)
    for mail in stored {
      #expect(mail.text.hasPrefix("sealed:") && mail.html.hasPrefix("sealed:"))
      #expect(!mail.text.contains("link=") && !mail.html.contains("link="))
      #expect(!mail.subject.contains("link="))
    }
    #expect(try await fixture.oneTimeToken(to: "owner@example.com").count == 43)
  }

  @Test func `a sealed email can be opened after a key rotation, but not as another one`() throws {
    let (old, new) = (AccountKeyring.newSecret(), AccountKeyring.newSecret())
    let mail = Emails.queued("m_1")
    let sealed = try mail.sealed(with: AccountKeyring(secrets: [old]))
    #expect(sealed.text != mail.text)
    #expect(try sealed.opened(with: AccountKeyring(secrets: [new, old])) == mail)
    #expect(throws: SealFailure.self) { try sealed.opened(with: AccountKeyring(secrets: [new])) }
    var other = Emails.queued("m_2")
    other.text = sealed.text
    #expect(throws: SealFailure.self) { try other.opened(with: AccountKeyring(secrets: [old])) }
  }
}
