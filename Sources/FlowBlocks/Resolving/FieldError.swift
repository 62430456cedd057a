public import FlowCore

/// An error in a field's value.
public struct FieldError: Sendable, Equatable {
  /// The field.
  public let field: Name
  /// The kind of error.
  public let kind: Kind
  /// The sentence for the user, in their language.
  public let message: String

  /// What is wrong with the value.
  public enum Kind: UInt8, Sendable, CaseIterable {
    case missing, notAccepted, tooShort, tooLong, invalidEmail, invalidPhoneNumber, invalidURL,
      patternMismatch
    case valuesDiffer, invalidNumber, tooSmall, tooLarge, invalidDate, tooEarly, tooLate, tooFew,
      tooMany
    case invalidOption

    /// The key of its sentence in the document's string tables.
    public var textKey: Name { Kind.textKeys[Int(rawValue)] }

    /// In the order of the cases.
    private static let textKeys: [Name] = Name.list(
      """
      error.missing error.notAccepted error.tooShort error.tooLong
      error.invalidEmail
      error.invalidPhoneNumber error.invalidURL error.patternMismatch error.valuesDiffer
      error.invalidNumber
      error.tooSmall error.tooLarge error.invalidDate error.tooEarly error.tooLate error.tooFew
      error.tooMany error.invalidOption
      """)
  }

  /// Whether both are the same, byte by byte.
  public static func == (left: FieldError, right: FieldError) -> Bool {
    left.field == right.field && left.kind == right.kind
      && Name(left.message) == Name(right.message)
  }
}

/// The built-in sentences, for errors for which the document has none.
enum FieldErrorTexts {
  /// Returns the sentence, with `{limit}` for the bound that the value violates.
  static func text(_ kind: FieldError.Kind, isGerman: Bool) -> String {
    (isGerman ? german : english)[Int(kind.rawValue)]
  }

  private static let english: [String] = [
    "Fill this in.", "Agree to this to continue.", "Use at least {limit} characters.",
    "Use at most {limit} characters.", "Enter an email address such as name@example.com.",
    "Enter a phone number with its country code, such as +49 30 1234567.",
    "Enter a web address that begins with https://.", "Use the requested format.",
    "The two entries do not match.", "Enter a number.", "Enter {limit} or more.",
    "Enter {limit} or less.", "Enter a date.", "Choose {limit} or later.",
    "Choose {limit} or earlier.", "Choose at least {limit}.", "Choose at most {limit}.",
    "Choose one of the options.",
  ]

  private static let german: [String] = [
    "Fülle dieses Feld aus.", "Stimme zu, um fortzufahren.",
    "Verwende mindestens {limit} Zeichen.", "Verwende höchstens {limit} Zeichen.",
    "Gib eine E-Mail-Adresse ein, zum Beispiel name@example.com.",
    "Gib eine Telefonnummer mit Landesvorwahl ein, zum Beispiel +49 30 1234567.",
    "Gib eine Webadresse ein, die mit https:// beginnt.", "Verwende das verlangte Format.",
    "Die beiden Eingaben stimmen nicht überein.", "Gib eine Zahl ein.",
    "Gib {limit} oder mehr ein.", "Gib {limit} oder weniger ein.", "Gib ein Datum ein.",
    "Wähle {limit} oder später.", "Wähle {limit} oder früher.", "Wähle mindestens {limit}.",
    "Wähle höchstens {limit}.",
    "Wähle eine der Optionen.",
  ]
}
