import FlowBlocks
import FlowCore
import Foundation
import Testing

/// `Conformance/theme.json` specifies how a theme is read and written; the portal, which shows a
/// theme while it is edited, must pass it too.
@Suite struct ThemeTests {
  @Test func `themes are read and written as in the vectors`() throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let file = root.appending(path: "Conformance/theme.json")
    let vectors = try JSON(parsing: [UInt8](Data(contentsOf: file)))["themes"]?.array ?? []
    #expect(vectors.count >= 8)
    for vector in vectors {
      let name = vector["name"]?.string ?? ""
      var unknown: [JSON] = []
      let theme = ScreenTheme(vector["theme"]) { pointer, _ in unknown.append(.string(pointer)) }
      let style = vector["style"]?.array?.compactMap(\.string) ?? []
      #expect(theme.style == style.joined(separator: ";"), "\(name)")
      #expect(unknown == vector["unknown"]?.array, "\(name)")
      let weak = theme.lowContrasts().map { pair -> JSON in
        [.name(pair.text.name), .name(pair.background.name), pair.isDark ? "dark" : "light"]
      }
      #expect(weak == vector["weak"]?.array, "\(name)")
    }
  }

  @Test func `an invalid value is reported with the valid ones`() throws {
    let document = try FlowDocument(
      parsing: #"{"schema": 1, "flows": [], "theme": {"corner": "round"}}"#)
    let finding = Verifier(document, manifests: []).findings()
      .first { $0.pointer == "/theme/corner" }
    #expect(finding?.code == .invalidProperty)
    #expect(finding?.arguments["values"] == ["none", "small", "medium", "large"])
  }
}
