import Accounts
import Testing

struct TOTPTests {
  let secret = Array("12345678901234567890".utf8)

  @Test(arguments: [
    (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"),
    (1_234_567_890, "89005924"), (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
  ])
  func `codes match the test vectors of RFC 6238, appendix B`(time: Int, code: String) {
    #expect(TOTP.code(secret: secret, step: TOTP.step(at: time), digits: 8) == code)
    #expect(TOTP.code(secret: secret, step: TOTP.step(at: time)) == code.suffix(6))
  }

  @Test(
    arguments: [
      "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871",
      "520489",
    ].enumerated().map { ($0, $1) })
  func `codes match the test vectors of RFC 4226, appendix D`(counter: Int, code: String) {
    #expect(TOTP.code(secret: secret, step: counter) == code)
  }

  @Test func `a code is valid in its own time step and in the adjacent ones`() {
    let now = 1_700_000_010
    let step = TOTP.step(at: now)
    for offset in -2...2 {
      let code = TOTP.code(secret: secret, step: step + offset)
      let matched = TOTP.matchingStep(of: code, secret: secret, at: now, after: 0)
      #expect(matched == (abs(offset) <= 1 ? step + offset : nil))
    }
  }

  @Test func `a code is accepted once, and not after a later one`() throws {
    let now = 1_700_000_010
    let step = TOTP.step(at: now)
    let code = TOTP.code(secret: secret, step: step)
    let used = try #require(TOTP.matchingStep(of: code, secret: secret, at: now, after: 0))
    #expect(TOTP.matchingStep(of: code, secret: secret, at: now + 1, after: used) == nil)
    let earlier = TOTP.code(secret: secret, step: step - 1)
    #expect(TOTP.matchingStep(of: earlier, secret: secret, at: now, after: used) == nil)
    let later = TOTP.code(secret: secret, step: step + 1)
    #expect(TOTP.matchingStep(of: later, secret: secret, at: now, after: used) == step + 1)
  }

  @Test func `a code may contain spaces, and no other characters`() {
    let now = 1_700_000_010
    let code = TOTP.code(secret: secret, step: TOTP.step(at: now))
    func matches(_ text: String) -> Bool {
      TOTP.matchingStep(of: text, secret: secret, at: now, after: 0) != nil
    }
    #expect(matches(" " + code.prefix(3) + " " + code.suffix(3) + " "))
    let arabic = String(code.utf8.map { Character(UnicodeScalar(0x0660 + UInt32($0) - 48) ?? "x") })
    #expect(!matches(arabic))
    #expect(!matches(""))
    #expect(!matches(String(code.prefix(5))))
    #expect(!matches(code + "0"))
    #expect(!matches("-" + code))
    #expect(!matches(String(repeating: " ", count: 1_000_000) + code))
  }

  @Test func `the setup URI names the service and the user`() {
    #expect(
      TOTP.uri(secret: secret, account: "ada+x@example.com", issuer: "Flow: Magic & Söhne")
        == "otpauth://totp/Flow%20Magic%20%26%20S%C3%B6hne:ada%2Bx%40example.com"
        + "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Flow%20Magic%20%26%20S%C3%B6hne"
        + "&algorithm=SHA1&digits=6&period=30")
  }

  @Test(arguments: [
    ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"),
    ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI"),
  ])
  func `the secret is encoded as base32 of RFC 4648`(plain: String, text: String) {
    #expect(TOTP.base32(Array(plain.utf8)) == text)
  }

  @Test func `secrets are random and have 160 bits`() {
    let secrets = (0..<100).map { _ in TOTP.newSecret() }
    #expect(secrets.allSatisfy { $0.count == 20 })
    #expect(Set(secrets).count == 100)
  }
}
