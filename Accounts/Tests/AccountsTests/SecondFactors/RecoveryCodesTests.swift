import Accounts
import Testing

struct RecoveryCodesTests {
  @Test func `recovery codes are ten codes of unambiguous characters, stored as hashes`() {
    let generated = RecoveryCodes.make(for: "p_1")
    #expect(generated.texts.count == 10)
    #expect(Set(generated.texts).count == 10)
    #expect(generated.codes.count == 10)
    for (text, code) in zip(generated.texts, generated.codes) {
      #expect(text.split(separator: "-").map(\.count) == [6, 6, 6, 6])
      #expect(text.allSatisfy { "0123456789ABCDEFGHJKMNPQRSTVWXYZ-".contains($0) })
      #expect(code == RecoveryCode(user: "p_1", hash: RecoveryCodes.hash(of: text) ?? []))
      #expect(code.hash.count == 32)
    }
  }

  @Test func `recovery codes use every character`() {
    let characters = Set((0..<40).flatMap { _ in RecoveryCodes.make(for: "p_1").texts }.joined())
    #expect(characters.count == 33)
  }

  @Test(arguments: [
    "0O1IL2-ABCDEF-GHJKMN-PQRSTV", "001112abcdefghjkmnpqrstv", " oo1il2 abcdef ghjkmn pqrstv ",
    "OOLLL2ABCDEF--GHJKMNPQRSTV",
  ])
  func `recovery codes may be entered in any form`(typed: String) throws {
    let hash = try #require(RecoveryCodes.hash(of: typed))
    #expect(hash == RecoveryCodes.hash(of: "001112-ABCDEF-GHJKMN-PQRSTV"))
  }

  @Test(arguments: [
    "", "------", "001112-ABCDEF-GHJKMN-PQRST", "001112-ABCDEF-GHJKMN-PQRSTVW",
    "001112-ABCDEF-GHJKMN-PQRSTU", "001112-ABCDEF-GHJKMN-PQRST\n", "001112-ABCDEF-GHJKMN-PQRSTＶ",
    String(repeating: "A", count: 1_000_000),
  ])
  func `recovery codes have no hash if malformed`(typed: String) {
    #expect(RecoveryCodes.hash(of: typed) == nil)
  }

  @Test func `recovery codes differ if one character does`() {
    #expect(
      RecoveryCodes.hash(of: "001112-ABCDEF-GHJKMN-PQRSTV")
        != RecoveryCodes.hash(of: "001112-ABCDEF-GHJKMN-PQRSTW"))
  }
}
