/// The theme of an app's drawn screens: light and dark colors, corners, spacing, and the typeface.
public struct ScreenTheme: Sendable, Equatable {
  /// A color with eight bits per component.
  public struct Color: Sendable, Equatable {
    /// The red component.
    public let red: UInt8
    /// The green component.
    public let green: UInt8
    /// The blue component.
    public let blue: UInt8

    /// Creates a color.
    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
      (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Reads a color such as `#0A6` or `#00AA66`; nil for any other format.
    public init?(_ text: String) {
      let bytes = Array(text.utf8)
      guard bytes.first == UInt8(ascii: "#"), bytes.count == 4 || bytes.count == 7 else {
        return nil
      }
      var digits: [UInt8] = []
      for byte in bytes[1...] {
        guard let digit = Color.digit(byte) else { return nil }
        digits.append(digit)
        if bytes.count == 4 { digits.append(digit) }
      }
      self.init(
        digits[0] << 4 | digits[1], digits[2] << 4 | digits[3], digits[4] << 4 | digits[5])
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
      switch byte {
      case 0x30...0x39: byte - 0x30
      case 0x41...0x46: byte - 0x41 + 10
      case 0x61...0x66: byte - 0x61 + 10
      default: nil
      }
    }

    /// The color as `#rrggbb`.
    public var text: String {
      let digits = Array("0123456789abcdef".utf8)
      var bytes: [UInt8] = [UInt8(ascii: "#")]
      for part in [red, green, blue] {
        bytes.append(digits[Int(part >> 4)])
        bytes.append(digits[Int(part & 15)])
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The light colors, in the order of the roles.
  public var light: [Color]
  /// The dark colors, in the order of the roles.
  public var dark: [Color]
  /// The corner radius.
  public var corner = ThemeCorner.medium
  /// The spacing between and around blocks.
  public var spacing = ThemeSpacing.regular
  /// The typeface.
  public var font = ThemeFont.system

  /// The default theme.
  public static let standard = ScreenTheme(
    light: [
      Color(0xFF, 0xFF, 0xFF), Color(0xF4, 0xF5, 0xF7), Color(0xFF, 0xFF, 0xFF),
      Color(0x16, 0x19, 0x1F), Color(0x57, 0x5E, 0x6B), Color(0x1F, 0x57, 0xD6),
      Color(0xFF, 0xFF, 0xFF), Color(0x16, 0x6B, 0x3A), Color(0x85, 0x57, 0x00),
      Color(0xB3, 0x26, 0x1E),
    ],
    dark: [
      Color(0x11, 0x13, 0x18), Color(0x1B, 0x1E, 0x25), Color(0x24, 0x28, 0x31),
      Color(0xF1, 0xF3, 0xF6), Color(0xA7, 0xAE, 0xBB), Color(0x8F, 0xB4, 0xFF),
      Color(0x0B, 0x16, 0x2E), Color(0x7C, 0xD9, 0xA2), Color(0xF0, 0xC1, 0x5C),
      Color(0xFF, 0xA8, 0xA1),
    ])

  /// Creates a theme with a color for each role.
  init(light: [Color], dark: [Color]) {
    (self.light, self.dark) = (light, dark)
  }

  /// Reads the document's `theme`, with defaults for everything that it does not set.
  ///
  /// - Parameters:
  ///   - json: The member `theme`; nil for a document without one.
  ///   - unknown: Called with the pointer of each invalid value, and the values allowed there; none
  ///     for a color.
  public init(_ json: JSON?, unknown: (String, [Name]) -> Void = { _, _ in }) {
    self = ScreenTheme.standard
    readColors(json) { unknown($0, []) }
    func option(_ key: Name, of names: [Name]) -> UInt8? {
      guard let value = json?[key] else { return nil }
      let index = value.string.flatMap { names.firstIndex(of: Name($0)) }
      if index == nil { unknown(ScreenParser.pointer("/theme", key), names) }
      return index.map { UInt8($0) }
    }
    corner = option("corner", of: ThemeCorner.names).flatMap { ThemeCorner(rawValue: $0) } ?? corner
    spacing =
      option("spacing", of: ThemeSpacing.names).flatMap { ThemeSpacing(rawValue: $0) } ?? spacing
    font = option("font", of: ThemeFont.names).flatMap { ThemeFont(rawValue: $0) } ?? font
  }

  private mutating func readColors(_ json: JSON?, unknown: (String) -> Void) {
    for member in json?["colors"]?.object?.members ?? [] {
      let pointer = ScreenParser.pointer("/theme/colors", member.key)
      guard let index = ThemeRole.names.firstIndex(of: member.key) else {
        unknown(pointer)
        continue
      }
      if let color = member.value["light"]?.string.flatMap({ Color($0) }) {
        light[index] = color
      } else {
        unknown(pointer + "/light")
      }
      if let color = member.value["dark"]?.string.flatMap({ Color($0) }) {
        dark[index] = color
      } else {
        unknown(pointer + "/dark")
      }
    }
  }

  /// The color of a role.
  public func color(_ role: ThemeRole, isDark: Bool) -> Color {
    (isDark ? dark : light)[Int(role.rawValue)]
  }
}

/// A pair of text and background colors of a theme whose contrast is too low.
public struct LowContrast: Sendable, Equatable {
  /// The color of the text.
  public let text: ThemeRole
  /// The color behind it.
  public let background: ThemeRole
  /// Whether this concerns the dark colors.
  public let isDark: Bool
  /// The contrast ratio in hundredths, such as 312 for 3.12.
  public let hundredths: Int
}

extension ScreenTheme {
  /// The pairs of text and background colors with a contrast below 4.5 : 1 (WCAG 2.2, 1.4.3).
  public func lowContrasts() -> [LowContrast] {
    var result: [LowContrast] = []
    for isDark in [false, true] {
      for (text, backgrounds) in ScreenTheme.pairs {
        for background in backgrounds {
          let ratio = color(text, isDark: isDark).contrast(with: color(background, isDark: isDark))
          if ratio < 450 {
            result.append(
              LowContrast(text: text, background: background, isDark: isDark, hundredths: ratio))
          }
        }
      }
    }
    return result
  }

  private static let pairs: [(ThemeRole, [ThemeRole])] = [
    (.text, [.background, .surface, .raised]), (.muted, [.background, .surface, .raised]),
    (.accent, [.background, .surface, .raised]), (.onAccent, [.accent]),
    (.good, [.background, .surface]), (.warning, [.background, .surface]),
    (.danger, [.background, .surface]),
  ]
}

extension ScreenTheme.Color {
  /// The contrast ratio of two colors in hundredths, rounded down: 100 to 2,100.
  ///
  /// Source: WCAG 2.2, "contrast ratio". Components are rounded to integers before they are added,
  /// so that every runtime agrees.
  func contrast(with other: ScreenTheme.Color) -> Int {
    let light = max(luminance, other.luminance) + 50_000
    let dark = min(luminance, other.luminance) + 50_000
    return light * 100 / dark
  }

  /// The relative luminance in millionths.
  private var luminance: Int {
    // NB: needs more than 32 bits, which is the size of Int in a browser.
    let sum =
      Int64(Self.linear(red)) * 2_126 + Int64(Self.linear(green)) * 7_152
      + Int64(Self.linear(blue)) * 722
    return Int(sum / 10_000)
  }

  /// A linearized (gamma-decoded) color component, in millionths.
  ///
  /// ((c + 0.055) / 1.055) ^ 2.4 = x² · x^0.4, the root by Newton's method on x² = (x^0.4)⁵.
  private static func linear(_ part: UInt8) -> Int {
    let value = Double(part) / 255
    guard value > 0.04045 else { return Int((value / 12.92 * 1_000_000).rounded()) }
    let base = (value + 0.055) / 1.055
    var root = 1.0
    for _ in 0..<40 {
      let fourth = root * root * root * root
      root -= (fourth * root - base * base) / (5 * fourth)
    }
    return Int((base * base * root * 1_000_000).rounded())
  }
}
