import Accounts
import Crypto
import Foundation
import Testing

struct AccountKeyringTests {
  let old = [UInt8](repeating: 1, count: 32)
  let new = [UInt8](repeating: 2, count: 32)

  @Test func `account keys need secrets of 32 bytes, each once`() {
    for secrets in [[], [[1, 2, 3]], [old, []], [old, new, old], [old + [0]]] {
      let error = #expect(throws: AccountError.self) { try AccountKeyring(secrets: secrets) }
      #expect(error?.code == .invalidInput)
    }
    let secrets = (0..<50).map { _ in AccountKeyring.newSecret() }
    #expect(Set(secrets).count == 50)
    #expect(throws: Never.self) { try AccountKeyring(secrets: secrets) }
  }

  // MARK: Forms

  @Test func `account keys accept their own form tokens, for one binding only`() throws {
    let keys = try AccountKeyring(secrets: [old])
    let token = keys.csrfToken(for: "cookie-1")
    #expect(token.utf8.count == 96)
    #expect(keys.isCSRFToken(token, for: "cookie-1"))
    #expect(!keys.isCSRFToken(token, for: "cookie-2"))
    #expect(!keys.isCSRFToken(token, for: ""))
    #expect(!(try AccountKeyring(secrets: [new])).isCSRFToken(token, for: "cookie-1"))
  }

  @Test func `account keys create a different form token each time`() throws {
    let keys = try AccountKeyring(secrets: [old])
    #expect(Set((0..<50).map { _ in keys.csrfToken(for: "cookie").prefix(32) }).count == 50)
  }

  @Test func `account keys reject every modified form token`() throws {
    let keys = try AccountKeyring(secrets: [old])
    let token = keys.csrfToken(for: "cookie")
    for index in token.indices {
      var changed = token
      changed.replaceSubrange(index...index, with: token[index] == "0" ? "1" : "0")
      #expect(!keys.isCSRFToken(changed, for: "cookie"))
    }
    let zeros = String(repeating: "0", count: 96)
    for text in ["", token + "0", String(token.dropLast()), token.uppercased() + " ", zeros] {
      #expect(!keys.isCSRFToken(text, for: "cookie"))
    }
  }

  // MARK: Sealing

  @Test func `account keys decrypt sealed data for the same purpose only`() throws {
    let keys = try AccountKeyring(secrets: [old])
    for secret in [[], [7], SecureRandom.bytes(20)] {
      let sealed = try keys.seal(secret, for: "totp p_1")
      #expect(try keys.open(sealed, for: "totp p_1") == secret)
      #expect(throws: SealFailure.self) { try keys.open(sealed, for: "totp p_2") }
      #expect(throws: SealFailure.self) { try keys.open(sealed, for: "") }
    }
  }

  @Test func `account keys seal equal data differently each time, without revealing it`() throws {
    let keys = try AccountKeyring(secrets: [old])
    let secret = Array("a secret that can be seen".utf8)
    let first = try keys.seal(secret, for: "x")
    #expect(first != (try keys.seal(secret, for: "x")))
    #expect(Data(first).range(of: Data(secret.prefix(5))) == nil)
  }

  @Test func `account keys reject sealed data that was modified or truncated`() throws {
    let keys = try AccountKeyring(secrets: [old])
    let sealed = try keys.seal([1, 2, 3, 4], for: "x")
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      #expect(throws: SealFailure.self) { try keys.open(changed, for: "x") }
      #expect(throws: SealFailure.self) { try keys.open(Array(sealed[..<index]), for: "x") }
    }
  }

  @Test func `account keys still work after a rotation`() throws {
    let before = try AccountKeyring(secrets: [old])
    let bothKeys = try AccountKeyring(secrets: [new, old])
    let after = try AccountKeyring(secrets: [new])
    let sealed = try before.seal([9], for: "x")
    let token = before.csrfToken(for: "cookie")
    #expect(try bothKeys.open(sealed, for: "x") == [9])
    #expect(bothKeys.isCSRFToken(token, for: "cookie"))
    #expect(try after.open(bothKeys.seal([8], for: "x"), for: "x") == [8])
    #expect(after.isCSRFToken(bothKeys.csrfToken(for: "cookie"), for: "cookie"))
    let failure = #expect(throws: SealFailure.self) { try after.open(sealed, for: "x") }
    #expect(failure.map { "\($0)" }?.contains("Add the old key") == true)
    #expect(!after.isCSRFToken(token, for: "cookie"))
  }

  // MARK: Counting and signing

  @Test func `throttle keys distinguish kinds and values without revealing them`()
    throws
  {
    let keys = try AccountKeyring(secrets: [old])
    let texts = [
      keys.throttleKey("password", "ada@example.com"), keys.throttleKey("mail", "ada@example.com"),
      keys.throttleKey("password", "eve@example.com"), keys.throttleKey("passwor", "dada"),
      keys.throttleKey("password", "ada"),
      try AccountKeyring(secrets: [new]).throttleKey("password", "ada@example.com"),
    ]
    #expect(Set(texts).count == texts.count)
    #expect(texts.allSatisfy { $0.count == 64 && $0.allSatisfy(\.isHexDigit) })
    #expect(
      texts[0]
        == (try AccountKeyring(secrets: [old, new])).throttleKey(
          "password", "ada@example.com"))
  }

  @Test func `account keys name a signing key by the thumbprint of RFC 8037, A.3`() throws {
    let seed = try #require(
      ByteEncoding.bytes(base64URL: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"))
    let key = SigningKey(
      privateKey: try Curve25519.Signing.PrivateKey(rawRepresentation: Data(seed)))
    #expect(key.x == "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo")
    #expect(key.id == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
  }

  @Test func `pseudonyms survive a rotation and are unique to their parts`() throws {
    let secret = AccountKeyring.newSecret()
    let keys = try AccountKeyring(secrets: [secret])
    let rotated = try AccountKeyring(secrets: [AccountKeyring.newSecret(), secret])
    let other = try AccountKeyring(secrets: [AccountKeyring.newSecret()])

    let pseudonym = keys.pseudonym(of: ["shop", "userId", "a"])

    #expect(pseudonym == rotated.pseudonym(of: ["shop", "userId", "a"]))
    #expect(pseudonym != other.pseudonym(of: ["shop", "userId", "a"]))
    for parts in [["shop", "userI", "da"], ["bank", "userId", "a"], ["shopuserIda"]] {
      #expect(pseudonym != keys.pseudonym(of: parts))
    }
  }
}
