import FlowCore
import YogaDomain

/// The app's icons for home screens: the sun, as on the first screen.
///
/// PNG files, because not all systems support SVG icons; the service renders them from the drawing.
public struct AppIcon: Hashable, Sendable {
  /// The file name: `icon-192.png`.
  public let name: String
  /// The width and height in pixels.
  public let side: Int
  /// Whether systems may crop it, such as to a circle: the drawing is within the middle 80%.
  public let isMaskable: Bool

  /// All icons.
  public static let all = [
    AppIcon(name: "icon-192.png", side: 192, isMaskable: false),
    AppIcon(name: "icon-512.png", side: 512, isMaskable: false),
    AppIcon(name: "icon-maskable-512.png", side: 512, isMaskable: true),
    appleTouchIcon,
  ]

  /// The icon that iOS requests from the root of a site.
  public static let appleTouchIcon = AppIcon(
    name: "apple-touch-icon.png", side: 180, isMaskable: false)

  /// The path of the icon's URL.
  public var path: String { self == Self.appleTouchIcon ? "/\(name)" : YogaFiles.path(of: name) }

  /// The myth whose art is the app's icon: the sun.
  static var myth: Myth { Catalog.current.myth("surya") ?? Catalog.current.myths[0] }

  /// The drawing, as SVG.
  public var svg: [UInt8] {
    Array(MythArt(Self.myth, halfSide: isMaskable ? 136 : 120).svg.utf8)
  }

  /// The entry in the web manifest.
  var manifestEntry: JSON {
    .object([
      "src": .string(path), "type": "image/png", "sizes": .string("\(side)x\(side)"),
      "purpose": isMaskable ? "maskable" : "any",
    ])
  }
}
