/// A stored password hash: `$scrypt$ln=17,r=8,p=1$salt$hash`, salt and hash in base64 without `=`
/// (the PHC string format).
struct PasswordHash: Equatable {
  let parameters: ScryptParameters
  let salt: [UInt8]
  let hash: [UInt8]

  static let saltLength = 16
  static let hashLength = 32
}

extension PasswordHash {
  /// Parses a stored hash; nil if it is not in this format, or its parameters exceed the limits of
  /// `ScryptParameters.isUsable`.
  init?(phcString text: String) {
    guard text.utf8.count <= 512 else { return nil }
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt",
      let parameters = Self.parameters(parts[2]), parameters.isUsable,
      let salt = ByteEncoding.bytes(base64: String(parts[3])), (8...64).contains(salt.count),
      let hash = ByteEncoding.bytes(base64: String(parts[4])), (16...64).contains(hash.count)
    else { return nil }
    self.init(parameters: parameters, salt: salt, hash: hash)
  }

  var phcString: String {
    "$scrypt$ln=\(parameters.logRounds),r=\(parameters.blockSize),p=\(parameters.parallelism)"
      + "$\(ByteEncoding.base64(salt))$\(ByteEncoding.base64(hash))"
  }

  private static func parameters(_ text: Substring) -> ScryptParameters? {
    let fields = text.split(separator: ",", omittingEmptySubsequences: false)
    guard fields.count == 3, let logRounds = number(fields[0], after: "ln="),
      let blockSize = number(fields[1], after: "r="),
      let parallelism = number(fields[2], after: "p=")
    else { return nil }
    return ScryptParameters(
      logRounds: logRounds, blockSize: blockSize, parallelism: parallelism)
  }

  private static func number(_ field: Substring, after name: String) -> Int? {
    guard field.hasPrefix(name), let number = UInt16(field.dropFirst(name.utf8.count)) else {
      return nil
    }
    return Int(number)
  }
}
