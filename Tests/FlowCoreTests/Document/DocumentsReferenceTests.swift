import FlowCore
import Foundation
import Testing

/// The documents, parts and manifests in docs/documents.md, which must be valid.
@Suite struct DocumentsReferenceTests {
  private static func examples() throws -> [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "docs/documents.md"), encoding: .utf8)
    let parts = text.components(separatedBy: "```json\n").dropFirst()
    return parts.compactMap { $0.components(separatedBy: "\n```").first }
  }

  @Test func `every example is read as what its chapter describes`() throws {
    let examples = try Self.examples()
    try #require(examples.count == 6)
    let native = try FlowDocument(parsing: examples[0])
    #expect(native.flows[0].steps.map(\.id) == ["welcome", "done"])
    #expect(native.json == (try JSON(parsing: examples[0])))
    let route = try FlowDocument(parsing: nativeText(route: examples[1]))
    #expect(route.flows[0].steps[0].ports[0].routes.count == 1)
    let accepted = try JSON(parsing: examples[2])["acceptedFindings"]?.array
    #expect(accepted?.first?["code"]?.string.flatMap(FindingCode.init) == .flowNeverEnds)
    #expect(try FlowDocument(parsing: examples[3]).origin == .flowMagic)
    let credit = try FlowDocument(parsing: examples[4])
    #expect(credit.origin == .flowKit)
    #expect(credit.converted(to: .flowKit).losses.isEmpty)
    #expect(try Manifest(parsing: examples[5]).screens.map(\.name) == ["Email"])
  }
}
