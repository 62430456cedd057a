import FlowCore
import FlowMagic
import Foundation
import Testing

struct ErrorTextTests {
  @Test func `an error of the engine says what is wrong, where, and its code`() throws {
    let error = #expect(throws: FlowError.self) { try FlowDocument(parsing: "{\n  \"schema\": }") }
    let text = "\(try #require(error) as any Error)"
    #expect(text.hasPrefix(try #require(error).message))
    #expect(text.contains("line 2"))
    #expect(text.hasSuffix("(\(try #require(error).code.rawValue))"))
    #expect(error?.localizedDescription == error?.message)
  }

  @Test func `an error of the SDK is localized by its message`() {
    let error: any Error = FlowMagicError(.noRelease, "There is no release.")
    #expect(error.localizedDescription == "There is no release.")
  }

  @Test func `weights of variants are literals`() {
    let split = Split(
      experiment: "x",
      variants: [
        Split.Variant(weight: 0.5, destination: Destination(.finish("a"))),
        Split.Variant(weight: 1, destination: Destination(.finish("b"))),
      ])
    #expect(split.variants.map(\.weight?.text) == ["0.5", "1"])
  }
}
