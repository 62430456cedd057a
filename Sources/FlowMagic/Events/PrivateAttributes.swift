public import FlowCore

/// The attributes of a user that are private: their values are not reported to the server.
///
/// When a session starts, the app reports the attributes that conditions can use, so that the
/// portal can suggest names and values. Of a private attribute, only the name and the type are
/// reported. By default an attribute is private if its name suggests personal data (such as
/// `userId`, `email`, `firstName`, `phone`, and names whose last word is `id` or ends in `name`),
/// or if its value looks like an email address, a phone number, a long identifier or a large
/// number.
///
/// An attribute by which a split of the release assigns users is always private. Of long and
/// structured values, only the type is reported in any case.
///
/// ```swift
/// let navigator = try Navigator(
///   screens: screens, default: bundled, context: context,
///   privateAttributes: PrivateAttributes(["hobby"], reporting: ["planName"]))
/// ```
public struct PrivateAttributes: Sendable, Equatable {
  /// The names of additional private attributes.
  public var names: Set<Name>
  /// The names of attributes that are reported although they look private, except those by which a
  /// split assigns users.
  public var reporting: Set<Name>
  /// Whether all attributes are private.
  public var areAllPrivate: Bool

  /// Creates a policy that extends the default one.
  ///
  /// - Parameters:
  ///   - names: The names of additional private attributes.
  ///   - reporting: The names of attributes that are reported although they look private, except
  ///     those by which a split assigns users.
  public init(_ names: Set<Name> = [], reporting: Set<Name> = []) {
    self.names = names
    self.reporting = reporting
    areAllPrivate = false
  }

  /// The default policy.
  public static let standard = PrivateAttributes()

  /// All attributes are private: only names and types are reported.
  public static let all: PrivateAttributes = {
    var all = PrivateAttributes()
    all.areAllPrivate = true
    return all
  }()

  /// Whether an attribute is private by this policy.
  ///
  /// - Parameters:
  ///   - name: The attribute's name.
  ///   - value: The attribute's value.
  /// - Returns: True if its value is not reported; if false, it is reported unless a split assigns
  ///   users by the attribute, or the value is long or structured.
  public func isPrivate(_ name: Name, _ value: JSON) -> Bool {
    if areAllPrivate || names.contains(name) { return true }
    if reporting.contains(name) { return false }
    return AttributeNameWords(name.string).indicatePersonalData || value.isLikelyPersonal
  }
}

/// The words of an attribute's name in lower case: `user` and `id` for `userId`, `user_id` and
/// `User-ID`.
struct AttributeNameWords {
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

  /// Words that indicate personal data anywhere in a name.
  private static let personalWords: Set<String> = [
    "address", "birth", "birthdate", "birthday", "dob", "email", "fax", "guid", "iban", "idfa",
    "idfv", "ip", "lat", "latitude", "lng", "lon", "longitude", "mail", "mobile", "passport",
    "password", "phone", "postcode", "secret", "ssn", "street", "telephone", "token", "uuid", "zip",
  ]
  /// Words that indicate personal data at the end of a name.
  private static let personalLastWords: Set<String> = [
    "accountid", "customer", "customerid", "deviceid", "id", "ids", "login", "memberid", "number",
    "sessionid", "uid", "user", "userid",
  ]

  var indicatePersonalData: Bool {
    guard let last = words.last else { return false }
    // `username`, `nickname` and, in German, `vorname`.
    return Self.personalLastWords.contains(last) || last.hasSuffix("name") || last.hasSuffix("mail")
      || last.hasSuffix("phone") || words.contains { Self.personalWords.contains($0) }
  }
}

extension JSON {
  /// Whether a value looks like the data of a single user.
  fileprivate var isLikelyPersonal: Bool {
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
