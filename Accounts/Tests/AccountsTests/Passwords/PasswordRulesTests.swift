import Accounts
import Testing

struct PasswordRulesTests {
  @Test(arguments: [
    "correct horse battery staple", "mdw-4 kite plum oven", "Zwölf Boxkämpfer jagen",
    "V8%kq!zP2m#x",
    "the property tree grew tall", "purple elephants dance", "日本語のパスワードは長い方が",
    "hunter of 3 lost socks",
    "9173 0284 6650 1", "x 9173 0284 665", "ada buys green apples", "assessment and reassessment",
    "mississippi riverboat",
    "🦊🐢🦉🐝 and 5 more foxes",
    "Tr0ub4dor&3 plus more words", "qwerty is what I never use",
    "ab c1xkq-vmz",
  ])
  func `a new password of enough unpredictable characters is accepted`(password: String) throws {
    #expect(rejectionMessage(of: password) == nil)
  }

  @Test(arguments: ["", "short", "V8%kq!zP2m#", "éééééééé123", "🦊🐢🦉🐝🦊🐢🦉🐝"])
  func `a new password of fewer than twelve characters is rejected`(password: String) {
    #expect(rejectionMessage(of: password)?.contains("at least 12") == true)
  }

  @Test func `a new password has at most 256 characters`() {
    let sentence = "Alle meine Entchen schwimmen auf dem See, kopfunter ins Wasser. "
    let longest = String(
      String(repeating: sentence, count: 5).prefix(200)
        + "und 56 Zeichen, die sonst keiner so hinschreibt: x7v!qzkm")
    #expect(rejectionMessage(of: String(longest.prefix(256))) == nil)
    #expect(
      rejectionMessage(of: String(longest.prefix(255)) + "qx")?.contains("at most 256") == true)
    #expect(
      rejectionMessage(of: String(repeating: "x", count: 20_000_000))?.contains("at most") == true)
    // A single visible character that takes a megabyte.
    let zalgo = "twelve letters" + String(repeating: "\u{301}", count: 500_000)
    #expect(rejectionMessage(of: zalgo)?.contains("at most") == true)
  }

  @Test(
    .enabled(if: PasswordRules.hasFullList, "run scripts/common-passwords and build again"),
    arguments: ["sonyericsson", "LeaveMeAlone", "finalfantasy", "C0un73rS7r1ke", "n33df0rsp33d"])
  func `a new password that is in the full list is rejected`(password: String) {
    #expect(rejectionMessage(of: password)?.contains("guessed first") == true, "\(password)")
  }

  @Test(arguments: [(0, false), (100, false), (8_999, false), (9_000, true), (10_000, true)])
  func `a check against an incomplete list logs a warning`(count: Int, isFull: Bool) {
    let warning = PasswordRules.warning(count: count)
    #expect((warning == nil) == isFull)
    #expect(warning?.contains("only \(count) common passwords") != false)
    #expect(warning?.contains("scripts/common-passwords") != false)
  }

  @Test(arguments: [
    // With common additions and substitutions.
    "password1234", "Password123!", "!!!Password!!!", "PASSWORD2024!", "p4ssw0rd2024!",
    "P@$$w0rd1234",
    "123password123", "l3tm31n!!!!!!", "Dragon1987!!", "welcome#2025#", "iloveyou1234",
    "ILoveYou!!!!",
    "i love you 12", "m o n k e y 1 2", "s.u.n.s.h.i.n.e", "footba11footba11",
    // Repeated.
    "passwordpassword", "Password PASSWORD", "dragondragon", "monkeymonkey12", "letmeinletmein!",
    "princess-princess", "shadowshadowshadow", "p4ssw0rdpassword",
  ])
  func `a new password that is a disguised common word is rejected`(password: String) {
    #expect(rejectionMessage(of: password)?.contains("guessed first") == true, "\(password)")
  }

  @Test(arguments: [
    "aaaaaaaaaaaa", "AaAaAaAaAaAa", "abababababab", "abcabcabcabc", "xyz1xyz1xyz1x", "111111111111",
    "            ", "123456789012", "987654321098", "abcdefghijkl", "zyxwvutsrqpo", "ABCDEFGH1234",
    "qwertyuiopas", "asdfghjkl;'z", "1qaz2wsx3edc", "zaq12wsxcde3", "qwertzuiopü+", "azertyuiopqs",
    "abc123xyz789",
    "aaaabbbbcccc", "111222333444", "qwerty123456", "1234567890ab", "1q2w3e4r5t6y7u",
    "!@#$%^&*()_+", "poiuytrewq12",
    "1234-5678-9012", "0101010101010",
  ])
  func `a new password of sequences or repetitions is rejected`(password: String) {
    #expect(rejectionMessage(of: password)?.contains("repeats") == true, "\(password)")
  }

  @Test(arguments: [
    "ada.lovelace@example.com", "Ada.Lovelace@Example.com!", "ada.lovelace12", "AdaLovelace1815",
    "4d4l0v3l4c3!!", "lovelace1815", "Lovelace Ada", "adalovelaceada", "lovelacelovelace",
    "FlowMagic2024", "flow magic 12", "fl0wm4g1c!!!!", "example.com2024", "Lovelace@FlowMagic",
    "Ada Byron King 1815", "king-byron-ada", "Byron1815King!", "magicflowmagic", "2024 ada 1815",
  ])
  func `a new password made of the user's or the service's name is rejected`(password: String) {
    #expect(rejectionMessage(of: password)?.contains("your name") == true, "\(password)")
  }

  @Test func `a new password may contain the user's name among other words`() {
    #expect(rejectionMessage(of: "lovelace likes purple engines") == nil)
    #expect(rejectionMessage(of: "an example of nine magic owls") == nil)
  }

  @Test func `a new password can be checked without an address and a name`() throws {
    #expect(throws: Never.self) {
      try PasswordRules.check("correct horse battery staple", for: "", name: "")
    }
    #expect(throws: AccountError.self) {
      try PasswordRules.check("password1234", for: "", name: "")
    }
  }

  private func rejectionMessage(of password: String) -> String? {
    do throws(AccountError) {
      try PasswordRules.check(
        password, for: "ada.lovelace@example.com", name: "Ada Byron King", service: "Flow Magic")
      return nil
    } catch {
      #expect(error.code == .weakPassword)
      return error.message
    }
  }

  @Test(arguments: [
    ("ada@flows.info", "ada@flows.info"), ("ada@flows.info", "ada.flows.info!"),
    ("mira@mail.fluss.museum", "Mira@mail.fluss.museum"),
    ("mira@mail.fluss.museum", "fluss.museum12"),
    ("jo@firma.technology", "jo@firma.technology"),
  ])
  func `the user's own address is rejected as a password, whatever its domain`(
    email: String, password: String
  ) {
    #expect(throws: AccountError.self) {
      try PasswordRules.check(password, for: email, name: "", service: "FlowMagic")
    }
  }
}
