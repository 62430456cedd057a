import FlowCore
import Foundation
import Testing

/// The icons of level 1: SVG symbols for browsers, SF Symbols for Apple's platforms.
@Suite struct IconTests {
  @Test(arguments: [
    ("Design/icons.svg", "<symbol id=\"", "\" viewBox=\"0 0 24 24\"><path d=\""),
    ("Sources/FlowMagicUI/SwiftUI/Blocks/IconSymbols.swift", "\"", "\": \""),
  ])
  func `every icon has an SVG symbol and an SF Symbol`(
    _ path: String, _ before: String, _ after: String
  ) throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    #expect(IconName.all.filter { !text.contains(before + $0.string + after) } == [])
  }
}
