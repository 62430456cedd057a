import Foundation
import Testing

/// Compares the snippets marked as compiled with the files that compile them.
struct CompiledSnippetsTests {
  @Test(
    arguments: [
      ("migrating-from-flowkit.md", "MigratingFromFlowKit.swift", 5),
      ("migrating-from-flow-magic.md", "MigratingFromFlowMagic.swift", 4),
    ])
  func `the snippets of a page are compiled`(page: String, source: String, count: Int) throws {
    let here = URL(filePath: #filePath).deletingLastPathComponent()
    let root = here.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "docs/\(page)"), encoding: .utf8)
    let compiled = lines(try String(contentsOf: here.appending(path: source), encoding: .utf8))
    let snippets = text.components(separatedBy: "<!-- compiled -->\n```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(snippets.count == count)
    for snippet in snippets {
      let expected = lines(snippet)
      let isCompiled = compiled.indices.contains { compiled[$0...].starts(with: expected) }
      #expect(isCompiled, "\(source) does not have:\n\(snippet)")
    }
  }

  /// The lines without their indentation.
  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}
