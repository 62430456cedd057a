import FlowMagic
import Foundation
import Testing

struct BundledTests {
  @Test func `flows are read from a bundle, and the error names a missing file`() throws {
    let folder = URL.temporaryDirectory.appending(path: "flows-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(shopText.utf8).write(to: folder.appending(path: "shop.json"))
    let bundle = try #require(Bundle(path: folder.path))
    #expect(try FlowDocument.bundled("shop", in: bundle) == shopDocument())
    #expect {
      try FlowDocument.bundled("shops", in: bundle)
    } throws: {
      let error = $0 as? FlowMagicError
      return error?.code == .missingFile && error?.message.contains("shops.json") == true
    }
  }

  @MainActor @Test func `flows that lead to a missing step are rejected at launch`() throws {
    let withoutStart = try shopDocument { $0.flows[0].start = "nowhere" }
    let withoutTarget = try shopDocument { $0.route("home", "signUp", to: "nowhere") }
    for document in [withoutStart, withoutTarget] {
      #expect {
        try Navigator(screens: shopScreens(), default: document)
      } throws: {
        let error = $0 as? FlowMagicError
        return error?.code == .invalidFlow && error?.message.contains("nowhere") == true
      }
    }
  }

  @MainActor @Test func `a start with an unknown flow reports it, and shows the first flow`()
    async throws
  {
    let events = RecordedEvents()
    let navigator = try Navigator(
      screens: shopScreens(), default: shopDocument(), flow: "typo", events: events)
    await navigator.start()
    #expect(events.problems == ["unknown-flow"])
    #expect(navigator.current?.step == "home")
  }
}
