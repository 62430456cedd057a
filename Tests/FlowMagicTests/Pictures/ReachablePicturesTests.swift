import FlowMagic
import FlowTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReachablePicturesTests {
  private static func file(_ letter: String, _ members: String = "") -> String {
    """
    {"sha256": "\(String(repeating: letter, count: 64))", "type": "image/webp", "width": 1600,
     "height": 900\(members)}
    """
  }

  private static func screen(_ name: String, _ block: String) -> String {
    """
    {"name": "\(name)", "root": {"type": "column", "children": [\(block),
      {"type": "button", "title": "Go", "do": [{"fire": "next"}]}]}}
    """
  }

  /// From One to Two, whose content has a picture; Three is unreachable.
  private static let document = """
    {"schema": 1, "application": "shop", "flows": [{"id": "main", "start": "one", "steps": [
       {"id": "three", "screen": "Three", "ports": {"next": [{"finish": "done"}]}},
       {"id": "two", "screen": "Two", "content": {"picture": "c"},
        "ports": {"next": [{"finish": "done"}]}},
       {"id": "one", "screen": "One", "ports": {"next": [{"to": "two"}]}}]}],
     "assets": {"c": \(file("c")), "d": \(file("d")), "film": {"type": "video/mp4"},
       "a": \(file("a", #", "variants": [\#(file("b", #", "dark": true"#))]"#))},
     "screens": [
       \(screen("One", #"{"type": "image", "image": "a", "alt": {"decorative": true}}"#)),
       \(screen("Two", #"{"type": "image", "image": {"$": "content.picture"}, "alt": "C"}"#)),
       \(screen("Three", #"{"type": "image", "image": "d", "alt": {"decorative": true}}"#))]}
    """

  private func pictures(_ screens: ScreenRegistry) throws -> String {
    let document = try FlowDocument(parsing: Self.document)
    let release = try Release(document, manifest: screens.runtimeManifest)
    let files = ReachablePictures.files(document, release, locale: "en", pixelWidth: 1200)
    return files.compactMap { $0.sha256.first }.map { String($0) }.joined()
  }

  @Test func `the pictures of reachable screens are listed in order, for light and dark`() throws {
    #expect(try pictures(drawnScreens()) == "abc")
  }

  @Test func `a build without blocks needs no pictures`() throws {
    let screens = try ScreenRegistry { Account.self }
    #expect(try pictures(screens).isEmpty)
  }

  @Test func `a picture is cropped around its focal point`() throws {
    let entry = try JSON(parsing: Self.file("a"))
    let file = try #require(PictureAsset(entry)).variants[0].files[0]
    let wide = PicturePlacement(of: file, focus: (20, 50), filling: 900, 900)
    #expect((wide.width, wide.height) == (1600, 900))
    #expect((wide.x, wide.y) == (-140, 0))
    let tall = PicturePlacement(of: file, focus: (50, 100), filling: 3200, 900)
    #expect((tall.width, tall.height, tall.x, tall.y) == (3200, 1800, 0, -900))
  }
}
