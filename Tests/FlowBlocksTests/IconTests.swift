import FlowCore
import Foundation
import Testing

/// The drawings of the icons of level 1, for browsers and for Apple's platforms.
@Suite struct IconTests {
  @Test(arguments: [
    ("Design/icons.svg", "<symbol id=\"", "\" viewBox=\"0 0 24 24\"><path d=\""),
    ("Sources/FlowMagicUI/SwiftUI/Blocks/IconSymbols.swift", "\"", "\": \""),
  ])
  func `every icon has a drawing`(_ path: String, _ before: String, _ after: String) throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    #expect(IconName.all.filter { !text.contains(before + $0.string + after) } == [])
  }
}
