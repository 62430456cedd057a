import Foundation
import YogaDomain

/// Draws a mandala for each myth, with its own petals and a symbol in the center.
struct MythArt {
  private let myth: Myth
  private let design: Design

  /// The design of a myth's mandala.
  private struct Design {
    /// The number of petals in each ring.
    let petals: Int
    let outer: Petal
    let inner: Petal
    /// The path data of the symbol, as in SVG.
    let symbol: String
  }

  /// The path data, as in SVG, of petals that point upward from the center of a circle with a
  /// radius of 100.
  private enum Petal: String {
    case flame = "M0-98C10-78 22-66 14-46 8-34-8-34-14-46-20-60-6-72 0-98z"
    case lotus = "M0-98C20-76 20-54 0-38-20-54-20-76 0-98z"
    case ray = "M0-98L9-44H-9z"
    case moon = "M0-94A24 24 0 1 0 18-54 20 20 0 1 1 0-94z"
    case wave = "M-22-52C-22-92 22-92 22-62 22-48 4-48 4-60M-22-52C-10-40 10-40 22-52"
    case wind = "M-18-44C-18-80 16-92 16-72 16-60 0-60 0-70M-10-42C0-52 14-50 20-42"
    case leaf = "M0-98C26-78 18-48 0-38-10-56-10-78 0-98zM0-92V-44"
    case feather = "M0-98C14-88 16-62 6-40L0-48-6-40C-16-62-14-88 0-98zM0-90V-50"
    case drop = "M0-94C14-72 16-60 0-46-16-60-14-72 0-94z"
    case blade = "M0-99L12-66 4-40H-4L-12-66z"
  }

  /// The distance from the center to the edges of the background; the drawing itself ends at 108.
  private let halfSide: Int

  /// Creates the mandala of a myth.
  init(_ myth: Myth, halfSide: Int = 120) {
    self.myth = myth
    self.halfSide = halfSide
    design = Self.designs[myth.id] ?? Design(petals: 8, outer: .lotus, inner: .drop, symbol: "")
  }

  var svg: String {
    let art = myth.colors.art
    let id = "g"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" \
      viewBox="\(-halfSide) \(-halfSide) \(2 * halfSide) \(2 * halfSide)">
      <defs><radialGradient id="\(id)"><stop offset="0" stop-color="\(art.middle)"/>\
      <stop offset="1" stop-color="\(art.deep)"/></radialGradient></defs>
      <rect x="\(-halfSide)" y="\(-halfSide)" width="\(2 * halfSide)" height="\(2 * halfSide)" \
      fill="url(#\(id))"/>
      <g fill="none" stroke="\(art.bright)" stroke-width="1" opacity=".55">\
      <circle r="108"/><circle r="102"/><circle r="40"/></g>
      <g fill="\(art.middle)" fill-opacity=".55" stroke="\(art.bright)" stroke-width="1.6" \
      stroke-linejoin="round" stroke-linecap="round">
      \(ring(design.petals, design.outer, scale: 1, turn: 0))
      \(ring(design.petals, design.inner, scale: 0.74, turn: 180 / Double(design.petals)))</g>
      <circle r="36" fill="\(art.deep)" stroke="\(art.bright)" stroke-width="1.6"/>
      <g fill="none" stroke="\(art.glow)" stroke-width="2.6" stroke-linecap="round" \
      stroke-linejoin="round"><path d="\(design.symbol)"/></g>
      </svg>
      """
  }

  /// The lines alone, without a background, as a mask.
  var outline: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="-110 -110 220 220">
    <g fill="none" stroke="#000" stroke-width="1.2" stroke-linejoin="round" \
    stroke-linecap="round"><circle r="108"/><circle r="102"/><circle r="40"/><circle r="36"/>
    \(ring(design.petals, design.outer, scale: 1, turn: 0))
    \(ring(design.petals, design.inner, scale: 0.74, turn: 180 / Double(design.petals)))
    <path d="\(design.symbol)"/></g>
    </svg>
    """
  }

  /// A ring of petals, the first of which is turned by an angle in degrees.
  private func ring(_ count: Int, _ petal: Petal, scale: Double, turn: Double) -> String {
    (0..<count).map { index in
      let angle = Double(index) * 360 / Double(count) + turn
      let text = String(format: "%.1f", angle)
      return "<path transform=\"rotate(\(text)) scale(\(scale))\" d=\"\(petal.rawValue)\"/>"
    }.joined()
  }

  private static let designs: [String: Design] = [
    "agni": .init(
      petals: 9, outer: .flame, inner: .ray,
      symbol:
        "M0-22C6-10 16-4 12 10 8 22-8 22-12 10-14 0-4-4 0-22zM0 16C6 10 4 6 0 2-4 6-6 10 0 16z"),
    "kali": .init(
      petals: 10, outer: .blade, inner: .lotus,
      symbol: "M-20 0C-10-14 10-14 20 0 10 14-10 14-20 0zM0-7A7 7 0 1 0 .1-7zM0-24V-16M0 16V24"),
    "surya": .init(
      petals: 16, outer: .ray, inner: .drop,
      symbol: "M0-11A11 11 0 1 0 .1-11zM0-24V-17M0 17V24M-24 0H-17M17 0H24M-17-17L-12-12"
        + "M12 12L17 17M17-17L12-12M-12 12L-17 17"),
    "chandra": .init(
      petals: 7, outer: .moon, inner: .drop, symbol: "M6-20A20 20 0 1 0 6 20 15 15 0 1 1 6-20z"),
    "vayu": .init(
      petals: 8, outer: .wind, inner: .leaf,
      symbol: "M-20-6H8C20-6 16-20 8-16M-20 2H16C26 2 22 16 14 12M-20 10H2C12 10 10 20 3 18"),
    "varuna": .init(
      petals: 10, outer: .wave, inner: .drop,
      symbol: "M-22-8C-14-16-8 0 0-8 8-16 14 0 22-8M-22 4C-14-4-8 12 0 4 8-4 14 12 22 4"
        + "M-14 15C-8 9-4 19 2 14 6 11 10 17 14 14"),
    "hanuman": .init(
      petals: 6, outer: .leaf, inner: .blade,
      symbol: "M-24 14L-8-14 0 0 8-10 24 14zM-12-7L-8-2-4-7"),
    "ganesha": .init(
      petals: 8, outer: .lotus, inner: .leaf,
      symbol:
        "M-14-16C-22-12-22 2-14 4M14-16C22-12 22 2 14 4M-10-18H10V-2C10 6 2 4 2 12 2 22 12 22 14 14"
        + "M-4-8H-3.9M4-8H4.1"),
    "shiva": .init(
      petals: 12, outer: .blade, inner: .moon,
      symbol: "M0-24V24M-14-20C-14-2 14-2 14-20M-14-20L-16-14M14-20L16-14M-5 10H5"),
    "vishnu": .init(
      petals: 14, outer: .feather, inner: .lotus,
      symbol: "M0-20A20 20 0 1 0 .1-20zM0-6A6 6 0 1 0 .1-6zM0-20V-6M0 6V20M-20 0H-6M6 0H20"),
    "lakshmi": .init(
      petals: 12, outer: .lotus, inner: .lotus,
      symbol:
        "M0-20C10-8 10 4 0 14-10 4-10-8 0-20zM-22-6C-10-6-4 4 0 14 4 4 10-6 22-6 20 10 10 16 0 16"
        + "-10 16-20 10-22-6z"),
    "saraswati": .init(
      petals: 9, outer: .feather, inner: .wave,
      symbol: "M-12 14A8 8 0 1 0-4 6L14-20M-2 8L18-16M14-20L20-16M-14 18L-6 10"),
    "durga": .init(
      petals: 8, outer: .blade, inner: .flame,
      symbol: "M0-22L19 11H-19zM0 22L-19-11H19z"),
    "garuda": .init(
      petals: 11, outer: .feather, inner: .ray,
      symbol:
        "M0-14C-8-24-22-18-26-4-18-8-12-6-10 0-6-4-2-2 0 6 2-2 6-4 10 0 12-6 18-8 26-4 22-18 8-24 0"
        + "-14zM0 6V20M-5 20L0 14 5 20"),
  ]
}
