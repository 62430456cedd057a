/// A color of the catalog, such as `#c0392b`, as components from 0 to 1.
public struct HexColor: Hashable, Sendable {
  /// The red component.
  public let red: Double
  /// The green component.
  public let green: Double
  /// The blue component.
  public let blue: Double

  /// Black.
  public static let black = HexColor(red: 0, green: 0, blue: 0)

  init(red: Double, green: Double, blue: Double) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Parses `#rrggbb`; nil for another text.
  public init?(_ text: String) {
    let digits = text.dropFirst()
    guard text.first == "#", digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let number = Int(digits, radix: 16)
    else { return nil }
    func component(_ shift: Int) -> Double { Double(number >> shift & 0xFF) / 255 }
    self.init(red: component(16), green: component(8), blue: component(0))
  }
}
