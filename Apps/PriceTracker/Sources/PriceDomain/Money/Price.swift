/// An amount of money in minor units of a currency: €24.99 is 2499 cents.
public struct Price: Hashable, Sendable, Codable {
  /// The amount in the currency's smallest unit.
  public let minorUnits: Int64
  /// The currency.
  public let currency: Currency

  /// Creates a price from an amount in minor units.
  public init(_ minorUnits: Int64, _ currency: Currency) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  /// The machine-readable amount, with a decimal point and all minor digits: `1234.50`.
  public var decimalText: String {
    let digits = currency.minorDigits
    let sign = minorUnits < 0 ? "-" : ""
    let magnitude = minorUnits.magnitude
    guard digits > 0 else { return "\(sign)\(magnitude)" }
    let unit = UInt64(currency.minorUnitsPerUnit)
    let minor = String(magnitude % unit)
    return
      "\(sign)\(magnitude / unit).\(String(repeating: "0", count: digits - minor.count))\(minor)"
  }

  /// The drop from another price in whole percent, rounded down; nil if it is not a drop, or the
  /// other price is zero or in another currency.
  public func percentBelow(_ other: Price) -> Int? {
    guard currency == other.currency, other.minorUnits > minorUnits, other.minorUnits > 0 else {
      return nil
    }
    let fall = Double(other.minorUnits) - Double(minorUnits)
    return Int(fall * 100 / Double(other.minorUnits))
  }
}
