public import FlowCore

/// The number, currency and date formats of one language.
///
/// The document's `formats` contains the patterns of each language, so that all renderers format
/// alike without a locale library.
public struct LocaleFormat: Sendable, Equatable {
  /// The decimal separator.
  public var decimal: String = "."
  /// The grouping separator.
  public var group: String = ","
  /// The currency pattern: `¤` is the currency symbol and `n` the number.
  public var currency: String = "¤n"
  /// The percent pattern: `n` is the number.
  public var percent: String = "n%"
  /// The date pattern, of `d`, `dd`, `M`, `MM` and `y`.
  public var date: String = "d/M/y"
  /// The time pattern, of `H`, `HH`, `h`, `mm` and `a`.
  public var time: String = "HH:mm"
  /// The plural rule.
  public var plural = PluralRule.oneOther

  /// British English.
  public init() {}

  /// Reads an element of the document's `formats`; missing parts default to English.
  public init(_ json: JSON) {
    if let text = json["decimal"]?.string { decimal = text }
    if let text = json["group"]?.string { group = text }
    if let text = json["currency"]?.string { currency = text }
    if let text = json["percent"]?.string { percent = text }
    if let text = json["date"]?.string { date = text }
    if let text = json["time"]?.string { time = text }
    if let rule = json["plural"]?.string.flatMap({ PluralRule(Name($0)) }) { plural = rule }
  }

  /// Whether both formats are equal.
  public static func == (left: LocaleFormat, right: LocaleFormat) -> Bool {
    Name(left.decimal) == Name(right.decimal) && Name(left.group) == Name(right.group)
      && Name(left.currency) == Name(right.currency) && Name(left.percent) == Name(right.percent)
      && Name(left.date) == Name(right.date) && Name(left.time) == Name(right.time)
      && left.plural == right.plural
  }
}

/// A plural rule, by families of CLDR's rules for integers.
public enum PluralRule: UInt8, Sendable, CaseIterable {
  /// One form: Chinese, Japanese, Korean, Thai, Turkish in counts.
  case other
  /// 1 and the rest: English, German, Dutch, Spanish, Italian.
  case oneOther
  /// 0 and 1, and the rest: French, Portuguese of Brazil.
  case zeroOneOther
  /// Russian, Ukrainian.
  case eastSlavic
  /// Czech, Slovak.
  case westSlavic
  /// Polish.
  case polish
  /// Arabic.
  case arabic

  /// The rule with this name; nil if this engine does not support it.
  public init?(_ name: Name) {
    guard let index = PluralRule.names.firstIndex(of: name) else { return nil }
    self = PluralRule.allCases[index]
  }

  /// In the order of the cases.
  private static let names: [Name] = [
    "other", "one-other", "zero-one-other", "east-slavic", "west-slavic", "polish", "arabic",
  ]

  /// The category of a whole number: `zero`, `one`, `two`, `few`, `many` or `other`.
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
