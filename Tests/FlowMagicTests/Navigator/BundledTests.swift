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
}
