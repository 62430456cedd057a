import FlowCore
import Testing

/// Versions: each rule, and optimized comparison against a simple implementation with padding.
struct VersionTextTests {
  @Test(arguments: [
    ConditionCase(x: "10.0.0", ["$vgt": "9.9.9"], true),
    ConditionCase(x: "1.2.3", ["$vgte": "1.2.3"], true),
    ConditionCase(x: "1.2.3", ["$vgt": "1.2.3"], false),
    ConditionCase(x: "1.2.3", ["$vlte": "1.2.3", "$vgte": "1.2.3", "$veq": "1.2.3"], true),
    ConditionCase(x: "1.2.4", ["$vne": "1.2.3"], true),
    ConditionCase(x: "v1.2.3", ["$veq": "1.2.3"], true),
    ConditionCase(x: "V1.2.3", ["$veq": "1.2.3"], false),
    ConditionCase(x: "1.2.3+build.7", ["$veq": "1.2.3"], true),
    ConditionCase(x: "1.2.3-rc.1", ["$vlt": "1.2.3"], true),
    ConditionCase(x: "1.2.3-rc.2", ["$vlt": "1.2.3-rc.10"], true),
    ConditionCase(x: "1.2.3-beta", ["$vgt": "1.2.3-alpha.9"], true),
    ConditionCase(x: "1.2.3-ALPHA", ["$vlt": "1.2.3-alpha"], true),
    ConditionCase(x: "1.2.3.4", ["$veq": "1.2.3-4"], true),
    ConditionCase(x: "1.2", ["$veq": "1.2.0"], false),
    ConditionCase(x: "1.2", ["$vlt": "1.2.0"], true),
    ConditionCase(x: "01.2.3", ["$veq": "1.2.3"], false),
    ConditionCase(x: "100000.0.0", ["$vlt": "20000.0.0"], true),
    // A number is compared by its text; an empty string and any other value are version 0.
    ConditionCase(x: 2, ["$vgt": "1"], true),
    ConditionCase(x: 1.5, ["$veq": "1.5"], true),
    ConditionCase(x: "1.5", ["$veq": 1.5], true),
    ConditionCase(x: .null, ["$veq": "0"], true),
    ConditionCase(["x": ["$vlt": "0.0.1"]], [:], true),
    ConditionCase(x: "", ["$veq": "0"], true),
    ConditionCase(x: true, ["$veq": "0"], true),
    ConditionCase(x: ["9.9.9"], ["$vlt": "1.0.0"], true),
  ])
  func `version operators compare versions`(row: ConditionCase) {
    #expect(matches(row.condition, row.attributes) == row.expected)
  }

  @Test func `the order equals that of the padded texts`() {
    var random = ConditionRandom(seed: 20)
    var equal = 0
    for _ in 0..<4000 {
      let left = Self.version(&random)
      let right = random.chance(of: 4) ? Self.variant(of: left, &random) : Self.version(&random)
      let order = Self.compare(Self.padded(left), Self.padded(right))
      if order == 0 { equal += 1 }
      let attributes: JSON = ["v": .string(left)]
      #expect(matches(["v": ["$veq": .string(right)]], attributes) == (order == 0))
      #expect(matches(["v": ["$vne": .string(right)]], attributes) == (order != 0))
      #expect(matches(["v": ["$vlt": .string(right)]], attributes) == (order < 0))
      #expect(matches(["v": ["$vlte": .string(right)]], attributes) == (order <= 0))
      #expect(matches(["v": ["$vgt": .string(right)]], attributes) == (order > 0))
      #expect(matches(["v": ["$vgte": .string(right)]], attributes) == (order >= 0))
    }
    #expect(equal > 100, "enough of the pairs are the same version")
  }

  /// A simple implementation of padding with strings.
  private static func padded(_ version: String) -> [UInt16] {
    var text = version.isEmpty ? "0" : version
    if let plus = text.firstIndex(of: "+") { text = String(text[..<plus]) }
    if text.first == "v" { text.removeFirst() }
    var parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "-" }
      .map(String.init)
    if parts.count == 3 { parts.append("~") }
    parts = parts.map { part in
      let isNumber = !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
      return isNumber ? String(repeating: " ", count: max(0, 5 - part.count)) + part : part
    }
    return Array(parts.joined(separator: "-").utf16)
  }

  private static func compare(_ left: [UInt16], _ right: [UInt16]) -> Int {
    left.lexicographicallyPrecedes(right) ? -1 : left == right ? 0 : 1
  }

  private static func version(_ random: inout ConditionRandom) -> String {
    let numbers = ["0", "1", "2", "9", "10", "11", "00", "01", "99999", "100000", "123456", ""]
    let qualifiers = ["alpha", "beta", "rc", "x", "~", "é", "😀", "\u{FFFD}", "v"]
    var text = random.chance(of: 5) ? "v" : ""
    for index in 0..<(1 + random.below(random.chance(of: 2) ? 3 : 6)) {
      if index > 0 { text += random.chance(of: 4) ? "-" : "." }
      text += random.chance(of: 5) ? random.pick(qualifiers) : random.pick(numbers)
    }
    return random.chance(of: 6) ? text + "+build.1" : text
  }

  /// The same text, the version in another notation, or the text with `.1` appended.
  private static func variant(of version: String, _ random: inout ConditionRandom) -> String {
    switch random.below(4) {
    case 0: version
    case 1: version.hasPrefix("v") ? version : "v" + version
    case 2: version + "+other"
    default: version + ".1"
    }
  }
}
