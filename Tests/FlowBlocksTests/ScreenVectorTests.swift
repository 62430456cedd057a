import FlowBlocks
import FlowCore
import Testing

/// The vectors about drawn screens, documented in `Conformance/README.md`.
@Suite struct ScreenVectorTests {
  @Test func `vectors have unique numbers`() {
    #expect(ScreenVector.all.count >= 60)
    for (left, right) in zip(ScreenVector.all, ScreenVector.all.dropFirst()) {
      #expect(left.number < right.number, "\(left.testDescription), \(right.testDescription)")
    }
    #expect(ScreenVector.all.allSatisfy { (1000..<1200).contains($0.number) })
  }

  @Test func `every type has a vector as text and as HTML`() {
    func types(_ json: JSON) -> [String] {
      let blockType = json["type"]?.string.map { [$0] } ?? []
      let inner = json.object?.members.map(\.value) ?? json.array ?? []
      return blockType + inner.flatMap(types)
    }
    for key in ["text", "html"] as [Name] {
      let covered = ScreenVector.all.filter { $0.expect[key] != nil }
        .flatMap { types($0.json["screen"]?["root"] ?? .null) }
      for type in BlockType.allCases {
        #expect(covered.contains(type.name.string), "\(type) as \(key)")
      }
    }
  }

  @Test func `every error has a vector`() {
    let covered = ScreenVector.all.flatMap { $0.expect["rejected"]?.array ?? [] }
      .compactMap { $0["field"]?.string }
    for kind in FieldError.Kind.allCases {
      #expect(covered.filter { $0 == kind.name.string }.count == 2, "\(kind) in two languages")
    }
  }

  @Test(arguments: ScreenVector.all)
  func `a drawn screen has the expected result`(_ vector: ScreenVector) throws {
    let run = try ScreenVectorRun(vector)
    let screen = run.model.screen
    let knownKeys: [Name] = ["title", "shown", "text", "html", "effects", "rejected", "saved"]
    #expect(vector.expect.members.allSatisfy { knownKeys.contains($0.key) })
    #expect(!vector.expect.isEmpty)
    if let title = vector.expect["title"] { #expect(screen.title == title.string) }
    if let shown = vector.expect["shown"] { check(screen.root?.json ?? .null, shown) }
    if let text = vector.expectedText("text", separator: "\n") {
      #expect(TextRenderer.render(screen, columns: vector.columns) == text)
    }
    if let html = vector.expectedText("html", separator: "") {
      let rendered = String(decoding: HTMLRenderer.render(screen, vector.options), as: UTF8.self)
      #expect(rendered == html)
    }
    if let effects = vector.expect["effects"] {
      check(.array(run.effects.map { .array($0.map(\.json)) }), effects)
    }
    if let rejected = vector.expect["rejected"] {
      check(run.effects.last?.first?.json["reject"] ?? .null, rejected)
      for error in screen.errors { #expect(error.field == error.kind.name) }
    }
    if let saved = vector.expect["saved"] { check(run.model.saved, saved) }
  }

  private func check(_ actual: JSON, _ expected: JSON) {
    #expect(
      actual == expected, "expected \(expected.text(.compact)), got \(actual.text(.compact))")
  }
}
