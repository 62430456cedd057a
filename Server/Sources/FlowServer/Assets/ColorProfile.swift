import Foundation

/// An ICC color profile, parsed only as far as recognizing sRGB requires.
///
/// The name in a profile proves nothing, and profiles of sRGB have many names. Programs convert
/// colors with the primaries and the tone curves, so these are compared.
struct ColorProfile {
  private let reader: PictureBytes
  /// The offset of each tag's data.
  private let tags: [String: Int]

  /// Reads a profile's table of tags; nil if it is damaged.
  init?(_ profile: [UInt8]) {
    let reader = PictureBytes(bytes: profile)
    // No profile has a hundred tags.
    guard reader.fourCharacters(at: 36) == "acsp", let count = reader.bigEndian(4, at: 128),
      count < 100
    else { return nil }
    var tags: [String: Int] = [:]
    for entry in 0..<count {
      let offset = 132 + 12 * entry
      guard let data = reader.bigEndian(4, at: offset + 4) else { return nil }
      tags[reader.fourCharacters(at: offset)] = data
    }
    self.reader = reader
    self.tags = tags
  }

  /// Whether colors look the same without the profile.
  var isSRGB: Bool {
    // Programs prefer lookup tables (A2B, D2B), which are not compared, to primaries and curves.
    guard !tags.keys.contains(where: { $0.hasPrefix("A2B") || $0.hasPrefix("D2B") }),
      reader.fourCharacters(at: 20) == "XYZ "
    else { return false }
    switch reader.fourCharacters(at: 16) {
    case "RGB ":
      return Self.primaries.allSatisfy { hasColor($0.xyz, at: $0.tag) }
        && ["rTRC", "gTRC", "bTRC"].allSatisfy(hasCurve)
    case "GRAY": return hasCurve("kTRC")
    default: return false
    }
  }

  // MARK: Primaries

  /// The primaries of sRGB (IEC 61966-2-1), adapted to D50 as ICC profiles require.
  private static let primaries: [(tag: String, xyz: [Double])] = [
    ("rXYZ", [0.4361, 0.2225, 0.0139]), ("gXYZ", [0.3851, 0.7169, 0.0971]),
    ("bXYZ", [0.1431, 0.0606, 0.7141]),
  ]

  private func hasColor(_ xyz: [Double], at tag: String) -> Bool {
    guard let start = tags[tag], reader.fourCharacters(at: start) == "XYZ " else { return false }
    return xyz.indices.allSatisfy { index in
      guard let value = fixedPoint(at: start + 8 + 4 * index) else { return false }
      return abs(value - xyz[index]) < 0.003
    }
  }

  /// A fixed-point number with 16 bits after the point.
  private func fixedPoint(at offset: Int) -> Double? {
    reader.bigEndian(4, at: offset).map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
  }

  // MARK: Tone curves

  private func hasCurve(_ tag: String) -> Bool {
    [0.1, 0.25, 0.5, 0.75, 1].allSatisfy { encoded in
      guard let start = tags[tag], let value = linear(encoded, at: start) else { return false }
      let expected = pow((encoded + 0.055) / 1.055, 2.4)
      // A gamma of 2.2 differs by more in dark colors.
      return abs(value - expected) < 0.0005 + 0.01 * expected
    }
  }

  /// Returns the linear value for an encoded value, both from 0 to 1, according to the curve at an
  /// offset; nil if the curve is damaged or of another type than `curv` or `para`.
  private func linear(_ encoded: Double, at start: Int) -> Double? {
    switch reader.fourCharacters(at: start) {
    case "curv": sampled(encoded, at: start)
    case "para": calculated(encoded, at: start)
    default: nil
    }
  }

  /// Interpolates a table of samples; a single entry is a gamma, and an empty table the identity.
  private func sampled(_ encoded: Double, at start: Int) -> Double? {
    guard let count = reader.bigEndian(4, at: start + 8) else { return nil }
    guard count > 0 else { return encoded }
    guard count > 1 else {
      return reader.bigEndian(2, at: start + 12).map { pow(encoded, Double($0) / 256) }
    }
    let position = encoded * Double(count - 1)
    let index = min(Int(position), count - 2)
    guard let low = reader.bigEndian(2, at: start + 12 + 2 * index),
      let high = reader.bigEndian(2, at: start + 14 + 2 * index)
    else { return nil }
    let fraction = position - Double(index)
    return (Double(low) * (1 - fraction) + Double(high) * fraction) / 65_535
  }

  /// Evaluates a parametric curve: type 0 is a gamma; 3 and 4 are a power function with a linear
  /// segment for dark colors; nil for other types.
  private func calculated(_ encoded: Double, at start: Int) -> Double? {
    guard let type = reader.bigEndian(2, at: start + 8), let count = [0: 1, 3: 5, 4: 7][type]
    else { return nil }
    // The specification's g, a, b, c, d, e and f.
    let values = (0..<count).compactMap { fixedPoint(at: start + 12 + 4 * $0) }
    guard values.count == count else { return nil }
    if type == 0 { return pow(encoded, values[0]) }
    let offsets = type == 4 ? (dark: values[6], bright: values[5]) : (dark: 0.0, bright: 0.0)
    guard encoded >= values[4] else { return values[3] * encoded + offsets.dark }
    return pow(values[1] * encoded + values[2], values[0]) + offsets.bright
  }
}
