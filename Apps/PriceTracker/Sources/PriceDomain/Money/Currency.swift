/// A currency by its ISO 4217 code, such as `EUR`.
public struct Currency: Hashable, Sendable, CustomStringConvertible {
  /// The three letters.
  public let code: String

  /// The currency with a code, or nil if it is not supported; case-insensitive.
  public init?(_ code: String) {
    let upper = code.uppercased()
    guard Self.codes.contains(upper) else { return nil }
    self.code = upper
  }

  private init(validated code: String) { self.code = code }

  /// The code.
  public var description: String { code }

  /// The number of decimal digits: 2 for cents, 0 for yen, 3 for fils.
  public var minorDigits: Int {
    if Self.codesWithoutMinorUnit.contains(code) { return 0 }
    return Self.codesWithThousandths.contains(code) ? 3 : 2
  }

  /// The number of minor units in one unit.
  public var minorUnitsPerUnit: Int64 { [1, 10, 100, 1000][minorDigits] }

  /// The euro.
  public static let euro = Currency(validated: "EUR")
  /// The dollar of the United States.
  public static let dollar = Currency(validated: "USD")
  /// The pound sterling.
  public static let pound = Currency(validated: "GBP")
  /// The yen.
  public static let yen = Currency(validated: "JPY")

  private static let codesWithoutMinorUnit: Set<String> = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV",
    "XAF", "XOF", "XPF",
  ]
  private static let codesWithThousandths: Set<String> = [
    "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND",
  ]
  private static let codes = Set(
    """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP \
    BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP \
    GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR \
    KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK \
    MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR \
    SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH \
    UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW
    """.split(separator: " ").map(String.init))
}

extension Currency: Codable {
  /// Decodes the code.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let code = try container.decode(String.self)
    guard let currency = Currency(code) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "The currency \"\(code)\" is not supported")
    }
    self = currency
  }

  /// Encodes the code.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(code)
  }
}
