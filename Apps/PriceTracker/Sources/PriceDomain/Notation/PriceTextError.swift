/// The reason why a text is not a single price.
///
/// Nothing is guessed: a wrong price would cause a wrong notification, while a missing one is
/// looked up elsewhere on the page.
public enum PriceTextError: String, Error, Sendable, CaseIterable, Codable {
  /// The text is empty or only spaces.
  case empty
  /// The text is longer than 200 Unicode scalars, and thus more than a price.
  case tooLong
  /// The text has no number except percentages, or the price on the page is zero.
  case noNumber
  /// Two different amounts: a range, a unit price, a discount in money.
  case severalPrices
  /// A discount, not a price.
  case negative
  /// The separators do not form groups of thousands or lakhs.
  case invalidGrouping
  /// More decimal digits than the currency has.
  case tooPrecise
  /// A machine-readable `5.182`: ambiguous between five thousand and about five.
  case ambiguousNumber
  /// The number is too large for a price.
  case tooLarge
  /// Neither the text nor the store determines the currency.
  case noCurrency
  /// Two different currencies.
  case severalCurrencies
  /// An ambiguous symbol such as `kr`, without further information.
  case ambiguousCurrency
}
