import FlowCore
import Foundation
import Testing

/// `docs/findings.md` documents every code with its severity.
@Suite struct FindingDocumentationTests {
  @Test func `every code has a heading and every heading is a code`() throws {
    let headings = try Self.sections().map(\.heading)

    #expect(headings.sorted() == FindingCode.allCases.map(\.rawValue).sorted())
  }

  @Test func `every code has its severity, its effect on users and a fix`() throws {
    for section in try Self.sections() {
      let code = try #require(FindingCode(rawValue: section.heading))
      let severity = code.severity == .error ? "Error." : "Warning."
      #expect(section.lines.contains(severity), "\(code)")
      #expect(section.lines.contains { $0.hasPrefix("Users would see: ") }, "\(code)")
      #expect(section.lines.contains { $0.hasPrefix("Fix: ") }, "\(code)")
    }
  }

  private static func sections() throws -> [(heading: String, lines: [String])] {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let text = try String(contentsOf: root.appending(path: "docs/findings.md"), encoding: .utf8)
    var sections: [(heading: String, lines: [String])] = []
    for line in text.split(separator: "\n").map(String.init) {
      if line.hasPrefix("### ") {
        sections.append((heading: String(line.dropFirst(4)), lines: []))
      } else if !sections.isEmpty {
        sections[sections.count - 1].lines.append(line)
      }
    }
    return sections
  }
}
