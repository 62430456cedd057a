/// The passwords that an attacker guesses first, in lowercase.
///
/// NB: the full list is third-party data, so it is not in the repository: scripts/common-passwords
/// writes `CommonPasswords+List.swift`, whose extension of this type hides the short list below.
enum CommonPasswords: ShortPasswordList {
  /// The number of passwords in the full list.
  static let fullCount = 10_000

  /// Whether a password, in lowercase, is one of them.
  static func contains(_ password: String) -> Bool { passwords.contains(password) }

  /// The number of passwords in this build's list.
  static var count: Int { passwords.count }

  private static let passwords: Set<String> = {
    let text = list.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
    return Set(text.split { $0 == "\n" || $0 == " " }.map(String.init))
  }()
}

/// A few common passwords, which a build without the full list rejects.
protocol ShortPasswordList {}

extension ShortPasswordList {
  static var list: StaticString {
    """
    password passwort motdepasse contraseña passw0rd 123456 12345678 123456789 1234567890 qwerty
    qwertz qwertyuiop azerty abc123 letmein iloveyou welcome willkommen hallo admin administrator
    login master monkey dragon sunshine princess football baseball superman batman starwars pokemon
    shadow michael jordan hunter killer trustno1 secret geheim changeme default guest access
    whatever freedom computer internet samsung google facebook charlie jennifer michelle daniel
    thomas andrew jessica ashley summer winter flower cookie cheese pepper ginger buster soccer
    hockey mustang harley ranger yankees liverpool arsenal chelsea barcelona schatz sommer
    """
  }
}
