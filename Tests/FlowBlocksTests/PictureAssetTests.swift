import FlowBlocks
import FlowCore
import Testing

@Suite struct PictureAssetTests {
  private static func digest(_ letter: String) -> String { String(repeating: letter, count: 64) }

  private static func file(_ letter: String, _ width: Int, _ members: String = "") -> String {
    """
    {"sha256": "\(digest(letter))", "type": "image/webp", "width": \(width),
     "height": \(width / 2)\(members)}
    """
  }

  /// A picture in three sizes, for dark mode, and in German.
  private static let hero = file(
    "a", 1600,
    """
    , "focus": {"x": 82, "y": 0}, "sizes": [\(file("c", 400)), \(file("b", 800))],
     "variants": [\(file("d", 1600, #", "dark": true"#)),
       \(file("e", 800, #", "locale": "de""#)),
       \(file("f", 800, #", "locale": "de", "dark": true"#))]
    """)

  private func asset(_ text: String = hero) throws -> PictureAsset {
    try #require(PictureAsset(try json(text)))
  }

  @Test func `the smallest file that is wide enough is used, or else the largest`() throws {
    let variant = try asset().variant(locale: nil, isDark: false)
    #expect(variant.files.map(\.width) == [1600, 800, 400])
    for (width, expected) in [(100, 400), (400, 400), (401, 800), (1600, 1600), (9000, 1600)] {
      #expect(variant.file(width: width).width == expected)
    }
  }

  @Test(arguments: [
    ("en", false, "a"), ("en", true, "d"), ("de", false, "e"), ("de_AT", true, "f"),
    ("den", true, "d"),
  ])
  func `a variant is selected by language and by light or dark mode`(
    _ locale: String, _ isDark: Bool, _ letter: String
  ) throws {
    let variant = try asset().variant(locale: locale, isDark: isDark)
    #expect(variant.files[0].sha256 == Self.digest(letter))
  }

  @Test func `the language takes precedence over the appearance`() throws {
    let german = try asset(
      Self.file(
        "a", 800,
        """
        , "variants": [\(Self.file("b", 800, #", "locale": "de""#)),
          \(Self.file("c", 800, #", "dark": true"#))]
        """))
    #expect(german.variant(locale: "de", isDark: true).files[0].sha256 == Self.digest("b"))
  }

  @Test func `the focal point defaults to the center if it is missing or invalid`() throws {
    #expect(try asset().focus == (82, 0))
    for focus in ["{}", #"{"x": 101, "y": -1}"#, #""left""#] {
      let picture = try asset(Self.file("a", 800, #", "focus": "# + focus))
      #expect(picture.focus == (50, 50))
    }
  }

  @Test(arguments: [
    "null", "[]", #""hero""#, #"{"type": "video/mp4", "sha256": "x", "width": 1, "height": 1}"#,
    file("A", 800), file("g", 800), file("a", 0), file("a", 70_000),
    #"{"sha256": "../../../etc/passwd", "type": "image/png", "width": 1, "height": 1}"#,
  ])
  func `an asset without a hash and a size is not a picture`(_ text: String) throws {
    #expect(PictureAsset(try json(text)) == nil)
  }

  // MARK: As HTML

  private func html(
    _ block: String, _ assets: String = #"{"hero": \#(hero)}"#, locale: String = "en"
  ) throws -> String {
    var options = HTMLRenderer.Options(assetURL: { "/other/" + $0.string }, iconsURL: "/icons.svg")
    options.pictures = HTMLRenderer.Pictures(of: try json(assets), locale: locale) {
      "/p/" + String($0.sha256.prefix(2))
    }
    let resolved = try screen(block).resolved()
    let first = try #require(resolved.root?.blocks(.children).first)
    return String(decoding: HTMLRenderer.render(first, options), as: UTF8.self)
  }

  private let image = #"{"type": "image", "image": "hero", "alt": "A <harbor>", "fit": "fill"}"#

  @Test func `a page has all sizes, reserved space, and the dark variant`() throws {
    #expect(
      try html(image) == """
        <picture class="fm-picture" data-key="/root/children/0">\
        <source media="(prefers-color-scheme: dark)" srcset="/p/dd" width="1600" height="800">\
        <img class="fm-image fm-fit-fill fm-ratio-natural fm-focus-x-8 fm-focus-y-0" \
        src="/p/bb" srcset="/p/aa 1600w, /p/bb 800w, /p/cc 400w" \
        sizes="(max-width: 640px) 100vw, 640px" width="1600" height="800" \
        alt="A &lt;harbor&gt;" loading="lazy" decoding="async"></picture>
        """)
  }

  @Test func `a page in another language has that language's picture`() throws {
    let page = try html(image, locale: "de-AT")
    #expect(page.contains(#"srcset="/p/ff""#) && page.contains(#"src="/p/ee""#))
    #expect(!page.contains("/p/aa"))
  }

  @Test func `a picture that is not an asset has the URL that the page provides`() throws {
    let page = try html(image, "{}")
    #expect(page.contains(#"src="/other/hero""#) && !page.contains("width="))
  }

  @Test func `choices and posters have the size in which they are drawn`() throws {
    let choice = """
      {"type": "choice", "name": "goal", "label": "Goal", "options": [
        {"value": "run", "title": "Run", "image": "hero"}]}
      """
    #expect(try html(choice).contains(#"sizes="(max-width: 640px) 50vw, 320px""#))
    let video = """
      {"type": "video", "video": "film", "poster": "hero", "captions": {"silent": true}}
      """
    let page = try html(video)
    #expect(page.contains(#"src="/other/film""#) && page.contains(#"poster="/p/bb""#))
  }
}
