internal import Foundation

/// The rules for passwords: short ones and those that attackers guess first are rejected.
///
/// No rule requires uppercase letters, digits or symbols (NIST SP 800-63B): length is what counts,
/// and a common word is still common with `1!` appended.
public enum PasswordRules {
  /// The minimum length, in characters.
  public static let minimumLength = 12
  /// The maximum length in characters, enough for any sentence.
  public static let maximumLength = 256
  /// Whether this build rejects the 10,000 most common passwords; otherwise it has only a short
  /// list.
  public static var hasFullList: Bool { fullListWarning == nil }

  /// A warning for operators about a build without the full list; nil for one with it.
  public static var fullListWarning: String? { warning(count: CommonPasswords.count) }

  package static func warning(count: Int) -> String? {
    // Some lists contain duplicates, so 90% of the number is still the full list.
    guard count < CommonPasswords.fullCount * 9 / 10 else { return nil }
    return "This build rejects only \(count) common passwords instead of "
      + "\(CommonPasswords.fullCount). Run scripts/common-passwords and build again."
  }

  /// Checks a new password.
  ///
  /// - Parameters:
  ///   - password: The password as entered.
  ///   - email: The user's address.
  ///   - name: The user's name; may be empty.
  ///   - service: The name of the service; may be empty.
  /// - Throws: `weak-password` with a sentence that says what is wrong and what to do.
  public static func check(
    _ password: String, for email: String, name: String, service: String = ""
  ) throws(AccountError) {
    // Bytes are checked first, because counting the characters of a megabyte is slow.
    guard password.utf8.count <= 16 * maximumLength, password.count <= maximumLength else {
      throw weakPassword(
        "A password can have at most \(maximumLength) characters. Choose a shorter one.")
    }
    guard password.count >= minimumLength else {
      throw weakPassword(
        "A password needs at least \(minimumLength) characters. Choose a longer one, such as a few"
          + " unrelated words.")
    }
    let known = knownWords(email: email, name: name, service: service)
    let normalized = NormalizedPassword(password)
    if normalized.isRunOrRepetition {
      throw weakPassword(
        "The password repeats a few characters or follows the alphabet or the keyboard."
          + " Choose a less predictable one.")
    }
    if normalized.consistsMostly(of: known) {
      throw weakPassword(
        "The password consists of your address, your name or the name of this service."
          + " Choose another one."
      )
    }
    if normalized.forms.contains(where: CommonPasswords.contains) {
      throw weakPassword(
        "The password is one of those that are guessed first. Choose another one, such as a few"
          + " unrelated words.")
    }
  }

  private static func weakPassword(_ message: String) -> AccountError {
    AccountError(.weakPassword, message)
  }

  /// Returns the words about the user that an attacker can guess, in lowercase letters:
  /// `ada.lovelace@example.com` gives `ada`, `lovelace`, `adalovelace`, `example`, `com`,
  /// `examplecom` and `adalovelaceexamplecom`.
  private static func knownWords(email: String, name: String, service: String) -> Set<String> {
    let address = email.split(separator: "@", maxSplits: 1).map(String.init)
    let domain = (address.count > 1 ? address[1] : "").split(separator: ".").dropLast()
    // NB: including its top-level domain, to cover the whole address typed as the password.
    let host = (address.count > 1 ? address[1] : "")
    let short = host.split(separator: ".").suffix(2).joined()
    let texts =
      [name, service, email, host, short] + Array(address.prefix(1)) + domain.map(String.init)
    return texts.reduce(into: Set()) { words, text in
      let lowercase = text.prefix(EmailAddress.maximumLength).lowercased()
      let parts = lowercase.split { !$0.isLetter }.map(String.init)
      words.formUnion((parts + [parts.joined()]).filter { $0.count >= minimumKnownWordLength })
    }
  }

  /// The minimum length of a known word, in characters: shorter ones occur in many other words.
  private static let minimumKnownWordLength = 3
}
