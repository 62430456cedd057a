public import FlowCore

/// Which of a person's attributes stay on the device.
///
/// When a session starts, the app tells the portal the attributes that conditions can look at, so
/// that product people are offered names and values that are really there. Of a personal attribute
/// only its name and its type are told. An attribute is personal if its name sounds like a person's
/// (`userId`, `email`, `firstName`, `phone`, and whatever ends in `Id` or `Name`), or if its value
/// looks like one person's: an address with @, a phone number, a long code.
///
/// ```swift
/// let navigator = try Navigator(
///   screens: screens, default: bundled, context: context,
///   privateAttributes: PrivateAttributes(["hobby"], telling: ["planName"]))
/// ```
public struct PrivateAttributes: Sendable, Equatable {
  /// Names that are personal, whatever they sound like.
  public var names: Set<Name>
  /// Names whose values are told, although they sound personal.
  public var telling: Set<Name>
  /// Whether no value at all is told.
  public var keepsAll: Bool

  /// Adds to what is personal anyway.
  ///
  /// - Parameters:
  ///   - names: Names that are personal, whatever they sound like.
  ///   - telling: Names whose values are told, although they sound personal.
  public init(_ names: Set<Name> = [], telling: Set<Name> = []) {
    self.names = names
    self.telling = telling
    keepsAll = false
  }

  /// What sounds and looks personal.
  public static let standard = PrivateAttributes()

  /// All attributes: names and types are told, no values.
  public static let all: PrivateAttributes = {
    var all = PrivateAttributes()
    all.keepsAll = true
    return all
  }()

  /// Whether an attribute's value stays on the device.
  ///
  /// - Parameters:
  ///   - name: The attribute's name.
  ///   - value: What the person has.
  /// - Returns: Whether only the name and the type may be told.
  public func keeps(_ name: Name, _ value: JSON) -> Bool {
    if keepsAll || names.contains(name) { return true }
    if telling.contains(name) { return false }
    return AttributeWords(name.string).soundPersonal || value.looksPersonal
  }
}

/// A name's words in lower case: `userId`, `user_id` and `User-ID` are two, `user` and `id`.
struct AttributeWords {
  let words: [String]

  init(_ name: String) {
    var words = [""]
    var wasLower = false
    for character in name {
      let isWord = character.isLetter || character.isNumber
      if !isWord || (wasLower && character.isUppercase) { words.append("") }
      if isWord { words[words.count - 1] += character.lowercased() }
      wasLower = character.isLowercase || character.isNumber
    }
    self.words = words.filter { !$0.isEmpty }
  }

  /// Personal wherever they stand.
  private static let anywhere: Set<String> = [
    "address", "birth", "birthdate", "birthday", "dob", "email", "fax", "guid", "iban", "idfa",
    "idfv", "ip", "lat", "latitude", "lng", "lon", "longitude", "mail", "mobile", "passport",
    "password", "phone", "postcode", "secret", "ssn", "street", "telephone", "token", "uuid", "zip",
  ]
  /// Personal as the last word.
  private static let atEnd: Set<String> = [
    "accountid", "customer", "customerid", "deviceid", "id", "ids", "login", "memberid", "number",
    "person", "sessionid", "uid", "user", "userid",
  ]

  var soundPersonal: Bool {
    guard let last = words.last else { return false }
    // `username`, `nickname` and, in other languages, `vorname`.
    return Self.atEnd.contains(last) || last.hasSuffix("name") || last.hasSuffix("mail")
      || last.hasSuffix("phone") || words.contains { Self.anywhere.contains($0) }
  }
}

extension JSON {
  /// Whether a value can hardly be anything that many people have in common.
  fileprivate var looksPersonal: Bool {
    switch self {
    case .string(let text):
      let bytes = text.utf8
      if bytes.contains(UInt8(ascii: "@")) { return true }
      if bytes.first == UInt8(ascii: "+"), bytes.dropFirst().first.map(Self.isDigit) == true {
        return true
      }
      // UUIDs, IBANs, tokens.
      return bytes.count >= 20 && !bytes.contains(UInt8(ascii: " "))
        && bytes.contains(where: Self.isDigit)
    case .number(let number): return abs(number.double) >= 1e9
    default: return false
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }
}
