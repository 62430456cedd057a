public import FlowCore

extension HTMLRenderer {
  /// The pictures of a document, drawn with all their sizes so that a browser can choose one.
  ///
  /// NB: it stores closures instead of the assets, so that the browser build, which never creates
  /// it, does not contain the code that draws pictures.
  public struct Pictures: Sendable {
    /// Draws a picture; returns false if the document has none with the name.
    let draw:
      @Sendable (
        inout HTMLRenderer, Name, _ alternative: String,
        _ outerAttributes: [(StaticString, String?)], PictureWidth
      ) -> Bool
    /// The URL of a picture in a single size; nil if there is none with the name.
    let posterURL: @Sendable (Name) -> String?

    /// Creates pictures.
    ///
    /// - Parameters:
    ///   - assets: The document's `assets`.
    ///   - locale: The language of the page.
    ///   - url: The URL of a picture's file, without spaces or commas.
    public init(
      of assets: JSON?, locale: String?,
      url: @escaping @Sendable (PictureAsset.File) -> String
    ) {
      draw = { renderer, name, alternative, outerAttributes, width in
        guard let asset = PictureAsset(assets?[name]) else { return false }
        let writer = PictureWriter(
          asset: asset, locale: locale, alternative: alternative, width: width, url: url)
        writer.write(to: &renderer.html, outerAttributes)
        return true
      }
      posterURL = { name in
        PictureAsset(assets?[name]).map { asset in
          let variant = asset.variant(locale: locale, isDark: false)
          return url(variant.file(width: PictureWidth.column.typicalPixels))
        }
      }
    }
  }

  /// The width at which a picture is drawn, from which a browser chooses a size.
  enum PictureWidth: Sendable {
    /// As wide as the column of the page.
    case column
    /// Half as wide as the column, beside another.
    case halfColumn

    /// The value of the `sizes` attribute.
    var sizes: String {
      self == .column ? "(max-width: 640px) 100vw, 640px" : "(max-width: 640px) 50vw, 320px"
    }

    /// The width on a typical screen, in pixels, for browsers that do not support `srcset`.
    var typicalPixels: Int { self == .column ? 800 : 400 }
  }

  /// The URL of a picture in a single size, such as a poster.
  func posterURL(_ name: Name) -> String { options.pictures?.posterURL(name) ?? url(name) }

  /// Draws a picture with its width and height, so that its space is reserved before it loads.
  ///
  /// - Parameters:
  ///   - name: The name in the document, or an `https` URL.
  ///   - alternative: The alternative text; empty for a decorative picture.
  ///   - outerAttributes: The attributes of the outermost element; the first one contains its
  ///     classes.
  ///   - width: The width at which it is drawn.
  mutating func drawPicture(
    _ name: Name?, alternative: String, _ outerAttributes: [(StaticString, String?)],
    _ width: PictureWidth
  ) {
    if let name, let pictures = options.pictures,
      pictures.draw(&self, name, alternative, outerAttributes, width)
    {
      return
    }
    html.open(
      "img",
      outerAttributes + [
        ("src", name.map { url($0) } ?? ""), ("alt", alternative), ("loading", "lazy"),
        ("decoding", "async"),
      ])
  }
}

/// Writes a picture of a document with its sizes and variants.
private struct PictureWriter {
  let asset: PictureAsset
  let locale: String?
  let alternative: String
  let width: HTMLRenderer.PictureWidth
  let url: @Sendable (PictureAsset.File) -> String

  func write(to html: inout HTMLWriter, _ outerAttributes: [(StaticString, String?)]) {
    var outerAttributes = outerAttributes
    if let classes = outerAttributes.first?.1 { outerAttributes[0].1 = classes + focusClasses }
    let light = asset.variant(locale: locale, isDark: false)
    let dark = asset.variant(locale: locale, isDark: true)
    guard dark.isDark else { return html.open("img", outerAttributes + attributes(light)) }
    // The element with the key is the outermost one, because a patch replaces it.
    html.open("picture", [("class", "fm-picture")] + outerAttributes.dropFirst())
    html.open(
      "source",
      [
        ("media", "(prefers-color-scheme: dark)"), ("srcset", sources(dark)),
        ("sizes", dark.files.count > 1 ? width.sizes : nil),
        ("width", digits(dark.files[0].width)), ("height", digits(dark.files[0].height)),
      ])
    html.open("img", outerAttributes.prefix(1) + attributes(light))
    html.close("picture")
  }

  private func attributes(_ variant: PictureAsset.Variant) -> [(StaticString, String?)] {
    let hasSizes = variant.files.count > 1
    return [
      ("src", url(variant.file(width: width.typicalPixels))),
      ("srcset", hasSizes ? sources(variant) : nil), ("sizes", hasSizes ? width.sizes : nil),
      ("width", digits(variant.files[0].width)), ("height", digits(variant.files[0].height)),
      ("alt", alternative), ("loading", "lazy"), ("decoding", "async"),
    ]
  }

  /// The files with their widths, such as `/a 800w, /b 400w`.
  private func sources(_ variant: PictureAsset.Variant) -> String {
    guard variant.files.count > 1 else { return url(variant.files[0]) }
    return variant.files.map { file in
      url(file) + " " + digits(file.width) + "w"
    }.joined(", ")
  }

  /// The classes of a focal point other than the center, in steps of ten percent: a page has no
  /// inline styles.
  private var focusClasses: String {
    var classes = ""
    let x = (asset.focus.x + 5) / 10
    let y = (asset.focus.y + 5) / 10
    if x != 5 { classes += " fm-focus-x-" + digits(x) }
    if y != 5 { classes += " fm-focus-y-" + digits(y) }
    return classes
  }

  private func digits(_ number: Int) -> String { JSONNumber(number).text }
}
