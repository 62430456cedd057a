public import FlowCore

/// The number, currency and date formats of one language.
///
/// The document's `formats` contains the patterns of each language, so that all renderers format
/// alike without a locale library.
public struct LocaleFormat: Sendable, Equatable {
  /// The decimal separator.
  public var decimalSeparator: String = "."
  /// The separator between groups of three digits.
  public var groupingSeparator: String = ","
  /// The currency pattern: `¤` is the currency symbol and `n` the number.
  public var currencyPattern: String = "¤n"
  /// The percent pattern: `n` is the number.
  public var percentPattern: String = "n%"
  /// The date pattern, of `d`, `dd`, `M`, `MM` and `y`.
  public var datePattern: String = "d/M/y"
  /// The time pattern, of `H`, `HH`, `h`, `mm` and `a`.
  public var timePattern: String = "HH:mm"
  /// The plural rule.
  public var pluralRule = PluralRule.oneOther

  /// Creates the format of British English.
  public init() {}

  /// Reads a value of the document's `formats`; missing members default to British English.
  public init(_ json: JSON) {
    if let text = json["decimal"]?.string { decimalSeparator = text }
    if let text = json["group"]?.string { groupingSeparator = text }
    if let text = json["currency"]?.string { currencyPattern = text }
    if let text = json["percent"]?.string { percentPattern = text }
    if let text = json["date"]?.string { datePattern = text }
    if let text = json["time"]?.string { timePattern = text }
    if let rule = json["plural"]?.string.flatMap({ PluralRule(Name($0)) }) { pluralRule = rule }
  }

  /// Whether both formats are equal.
  public static func == (left: LocaleFormat, right: LocaleFormat) -> Bool {
    Name(left.decimalSeparator) == Name(right.decimalSeparator)
      && Name(left.groupingSeparator) == Name(right.groupingSeparator)
      && Name(left.currencyPattern) == Name(right.currencyPattern)
      && Name(left.percentPattern) == Name(right.percentPattern)
      && Name(left.datePattern) == Name(right.datePattern)
      && Name(left.timePattern) == Name(right.timePattern) && left.pluralRule == right.pluralRule
  }
}

/// A plural rule for integers, as in CLDR; languages with the same rule share a case.
public enum PluralRule: UInt8, Sendable, CaseIterable {
  /// One form: Chinese, Japanese, Korean, Thai; also Turkish, whose nouns are singular after a
  /// number.
  case other
  /// `one` for 1, otherwise `other`: English, German, Dutch, Spanish, Italian.
  case oneOther
  /// `one` for 0 and 1, otherwise `other`: French, Brazilian Portuguese.
  case zeroOneOther
  /// Russian, Ukrainian.
  case eastSlavic
  /// Czech, Slovak.
  case westSlavic
  /// Polish.
  case polish
  /// Arabic.
  case arabic

  /// Creates the rule with a name; nil if this engine does not support it.
  public init?(_ name: Name) {
    guard let index = PluralRule.names.firstIndex(of: name) else { return nil }
    self = PluralRule.allCases[index]
  }

  /// In the order of the cases.
  private static let names: [Name] = [
    "other", "one-other", "zero-one-other", "east-slavic", "west-slavic", "polish", "arabic",
  ]

  /// Returns the category of an integer: `zero`, `one`, `two`, `few`, `many` or `other`.
  public func category(_ count: Int) -> Name {
    let count = count.magnitude
    let ones = count % 10
    let tens = count % 100
    switch self {
    case .other: return "other"
    case .oneOther: return count == 1 ? "one" : "other"
    case .zeroOneOther: return count <= 1 ? "one" : "other"
    case .eastSlavic:
      if ones == 1 && tens != 11 { return "one" }
      return (2...4).contains(ones) && !(12...14).contains(tens) ? "few" : "many"
    case .westSlavic:
      if count == 1 { return "one" }
      return (2...4).contains(count) ? "few" : "other"
    case .polish:
      if count == 1 { return "one" }
      return (2...4).contains(ones) && !(12...14).contains(tens) ? "few" : "many"
    case .arabic:
      if count <= 2 { return count == 0 ? "zero" : count == 1 ? "one" : "two" }
      if (3...10).contains(tens) { return "few" }
      return tens >= 11 ? "many" : "other"
    }
  }
}
