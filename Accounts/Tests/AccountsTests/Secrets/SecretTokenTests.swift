import Accounts
import Testing

struct SecretTokenTests {
  @Test func `a secret token has 43 random letters and digits`() {
    let secrets = (0..<200).map { _ in SecretToken().string }
    #expect(Set(secrets).count == 200)
    #expect(secrets.allSatisfy { $0.utf8.count == 43 })
    // Among 8,600 characters of 62 kinds, one is missing with a probability of 10^-59.
    #expect(Set(secrets.joined()).count == 62)
  }

  @Test func `a secret token survives a round trip`() throws {
    let secret = SecretToken()
    let parsed = try #require(SecretToken(secret.string))
    #expect(parsed.hash == secret.hash)
    #expect(parsed.hash.count == 32)
  }

  @Test func `a secret token is stored as the SHA-256 of its text`() throws {
    let secret = try #require(SecretToken(String(repeating: "a", count: 43)))
    #expect(
      ByteEncoding.hex(secret.hash)
        == "66d34fba71f8f450f7e45598853e53bfc23bbd129027cbb131a2f4ffd7878cd0")
  }

  @Test(arguments: [
    "", String(repeating: "a", count: 42), String(repeating: "a", count: 44),
    String(repeating: "a", count: 42) + "-", String(repeating: "a", count: 42) + "\n",
    String(repeating: "a", count: 41) + "é", String(repeating: "a", count: 5_000_000),
  ])
  func `a secret token of another form is rejected`(text: String) {
    #expect(SecretToken(text) == nil)
  }

  @Test func `a secret token is hidden when printed`() {
    let secret = SecretToken()
    var dumped = ""
    dump(secret, to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), "\([secret])", "\((1, secret))", dumped] {
      #expect(!text.contains(secret.string))
    }
  }
}

struct RandomTextTests {
  @Test(arguments: [0, 1, 16, 22]) func `random text has the requested length`(count: Int) {
    #expect(SecureRandom.base62(count).utf8.count == count)
    #expect(SecureRandom.bytes(count).count == count)
  }

  @Test func `random text is uniformly distributed`() {
    var counts: [Character: Int] = [:]
    for letter in SecureRandom.base62(62_000) { counts[letter, default: 0] += 1 }
    // 1,000 each, with a standard deviation of 31: eight deviations never happen.
    #expect(counts.values.allSatisfy { (750...1250).contains($0) })
    #expect(counts.count == 62)
  }
}

struct ConstantTimeComparisonTests {
  @Test func `secrets are compared in constant time`() {
    #expect(ConstantTime.areEqual([1, 2, 3], [1, 2, 3]))
    #expect(ConstantTime.areEqual([], []))
    #expect(!ConstantTime.areEqual([1, 2, 3], [1, 2, 4]))
    #expect(!ConstantTime.areEqual([1, 2, 3], [0, 2, 3]))
    #expect(!ConstantTime.areEqual([1, 2, 3], [1, 2]))
    #expect(ConstantTime.areEqual("abc", "abc"))
    #expect(!ConstantTime.areEqual("abc", "abd"))
    // Canonically equivalent texts have other bytes.
    #expect(!ConstantTime.areEqual("\u{E9}", "e\u{301}"))
  }
}
