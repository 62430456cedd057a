public import FlowCore

/// A picture of a document's `assets`: its files in several sizes, its variants for dark mode and
/// for languages, and its focal point.
///
/// A document only references files by their hash; a `PictureStore` of the SDK, or a web host,
/// stores them.
public struct PictureAsset: Sendable, Equatable {
  /// One file of the picture.
  public struct File: Sendable, Equatable {
    /// The SHA-256 of its bytes, as 64 lower-case hexadecimal digits.
    public let sha256: String
    /// Its media type, such as `image/webp`.
    public let type: String
    /// Its width, in pixels.
    public let width: Int
    /// Its height, in pixels.
    public let height: Int
  }

  /// A variant of the picture for some users, in all its sizes.
  public struct Variant: Sendable, Equatable {
    /// The language of the variant; nil for languages without a variant of their own.
    public let locale: Name?
    /// Whether it is for dark mode.
    public let isDark: Bool
    /// The files, largest first; there is at least one.
    public let files: [File]

    /// Returns the smallest file that is at least as wide as required, or else the largest.
    ///
    /// - Parameter width: The width in pixels, not in points.
    /// - Returns: The file.
    public func file(width: Int) -> File {
      files.last { $0.width >= width } ?? files[0]
    }
  }

  /// The variants; the first is the default.
  public let variants: [Variant]
  /// The focal point, which stays visible when the picture is cropped, in percent from the left and
  /// the top.
  public let focus: (x: Int, y: Int)

  /// Reads an entry of `assets`; nil if it is not a picture stored on the server, such as a video.
  public init?(_ entry: JSON?) {
    guard let entry, let standard = Variant(entry) else { return nil }
    let others = (entry["variants"]?.array ?? []).compactMap { Variant($0) }
    variants = [standard] + others.filter { $0.isDark || $0.locale != nil }
    focus = (x: Self.percent(entry["focus"]?["x"]), y: Self.percent(entry["focus"]?["y"]))
  }

  /// Returns the variant for a user: the language takes precedence over the appearance, because a
  /// picture in another language may not be understood.
  ///
  /// - Parameters:
  ///   - locale: The user's language and region; `de-AT` also takes a variant for `de`.
  ///   - isDark: Whether the screen is dark.
  /// - Returns: The variant.
  public func variant(locale: String?, isDark: Bool) -> Variant {
    var tag = LocaleTag.normalized(locale ?? "")
    while !tag.isEmpty {
      let localized = variants.filter { variant in
        variant.locale.map { LocaleTag.normalized($0.string) == tag } ?? false
      }
      if let variant = Self.best(localized, isDark) { return variant }
      LocaleTag.shorten(&tag)
    }
    return Self.best(variants.filter { $0.locale == nil }, isDark) ?? variants[0]
  }

  /// Whether both have equal variants and focal points.
  public static func == (left: PictureAsset, right: PictureAsset) -> Bool {
    left.variants == right.variants && left.focus == right.focus
  }

  private static func best(_ variants: [Variant], _ isDark: Bool) -> Variant? {
    variants.first { $0.isDark == isDark } ?? variants.first { !$0.isDark }
  }

  private static func percent(_ json: JSON?) -> Int {
    guard let number = json?.number?.int, number >= 0, number <= 100 else { return 50 }
    return Int(number)
  }
}

extension PictureAsset.Variant {
  fileprivate init?(_ json: JSON) {
    var files = [PictureAsset.File(json)].compactMap { $0 }
    guard !files.isEmpty else { return nil }
    for size in json["sizes"]?.array ?? [] {
      guard let file = PictureAsset.File(size) else { continue }
      let index = files.firstIndex { $0.width < file.width } ?? files.count
      files.insert(file, at: index)
    }
    self.init(
      locale: json["locale"]?.string.map { Name($0) }, isDark: json["dark"]?.bool ?? false,
      files: files)
  }
}

extension PictureAsset.File {
  /// The media types that a server stores.
  private static let types = ["image/png", "image/jpeg", "image/webp"]
  private static let maximumSide = 1 << 16

  fileprivate init?(_ json: JSON) {
    guard let digest = json["sha256"]?.string, Self.isDigest(digest),
      let type = json["type"]?.string, Self.types.contains(where: { Name($0) == Name(type) }),
      let width = Self.side(json["width"]), let height = Self.side(json["height"])
    else { return nil }
    self.init(sha256: digest, type: type, width: width, height: height)
  }

  /// NB: a digest becomes part of paths, on disk and in URLs.
  private static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  private static func side(_ json: JSON?) -> Int? {
    guard let number = json?.number?.int, number > 0, number <= maximumSide else { return nil }
    return Int(number)
  }
}
