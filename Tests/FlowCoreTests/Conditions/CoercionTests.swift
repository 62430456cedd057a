import FlowCore
import Testing

/// JavaScript's conversions, one row for each rule.
///
/// The expected values were produced by Node.js.
struct CoercionTests {
  @Test(arguments: [
    ConditionCase(x: "5", "5", true),
    ConditionCase(x: 5, "5", true),
    ConditionCase(x: 5.0, "5", true),
    ConditionCase(x: 5, "5.0", false),
    ConditionCase(x: 0.5, "0.5", true),
    ConditionCase(x: .number(JSONNumber(validated: "-0")), "0", true),
    ConditionCase(x: .number(JSONNumber(validated: "1e3")), "1000", true),
    ConditionCase(x: .number(JSONNumber(validated: "1e999")), "Infinity", true),
    ConditionCase(x: true, "true", true),
    ConditionCase(x: false, "true", false),
    ConditionCase(x: .null, "null", true),
    ConditionCase(["x": "null"], [:], true),
    ConditionCase(x: [:], "[object Object]", true),
    ConditionCase(x: [], "", true),
    ConditionCase(x: [1, "b", .null, [true, []]], "1,b,,true,", true),
    ConditionCase(x: ["a", "b"], "a,b", true),
    ConditionCase(x: ["a", "b"], "a,bc", false),
    ConditionCase(x: ["a", "b"], "a", false),
  ])
  func `a string is compared with the value's string form`(row: ConditionCase) {
    #expect(matches(row.condition, row.attributes) == row.expected)
  }

  @Test(arguments: [
    ConditionCase(x: 5, 5, true),
    ConditionCase(x: "5", 5, true),
    ConditionCase(x: " 5.0\n", 5, true),
    ConditionCase(x: "\u{A0}5\u{FEFF}", 5, true),
    ConditionCase(x: "5.", 5, true),
    ConditionCase(x: ".5", 0.5, true),
    ConditionCase(x: "+5", 5, true),
    ConditionCase(x: "-5", -5, true),
    ConditionCase(x: "0x1F", 31, true),
    ConditionCase(x: "0b101", 5, true),
    ConditionCase(x: "0o17", 15, true),
    ConditionCase(x: "-0x1", -1, false),
    ConditionCase(x: "0b2", 2, false),
    ConditionCase(x: "1e3", 1000, true),
    ConditionCase(x: "1E+3", 1000, true),
    ConditionCase(x: "1e", 1, false),
    ConditionCase(x: "1_000", 1000, false),
    ConditionCase(x: "5 5", 5, false),
    ConditionCase(x: "12345678901234567890", 1.2345678901234567e19, true),
    ConditionCase(x: "0.1", 0.1, true),
    ConditionCase(x: "", 0, true),
    ConditionCase(x: "  ", 0, true),
    ConditionCase(x: .null, 0, true),
    ConditionCase(["x": 0], [:], true),
    ConditionCase(x: true, 1, true),
    ConditionCase(x: false, 0, true),
    ConditionCase(x: "true", 1, false),
    ConditionCase(x: [], 0, true),
    ConditionCase(x: [5], 5, true),
    ConditionCase(x: [["5"]], 5, true),
    ConditionCase(x: [.null], 0, true),
    ConditionCase(x: [true], 1, false),
    ConditionCase(x: [1, 2], 1, false),
    ConditionCase(x: [:], 0, false),
  ])
  func `a number is compared with the value's numeric form`(row: ConditionCase) {
    #expect(matches(row.condition, row.attributes) == row.expected)
  }

  @Test(
    arguments: [
      (true, true, false), (1, true, false), ("a", true, false), ("false", true, false),
      ([], true, false), ([:], true, false), (false, false, true), (0, false, true),
      ("", false, true), (.null, false, false),
    ] as [(JSON, Bool, Bool)])
  func `a boolean is compared with the value's truthiness`(
    value: JSON, isTrue: Bool, isFalse: Bool
  ) {
    #expect(matches(["x": true], ["x": value]) == isTrue)
    #expect(matches(["x": false], ["x": value]) == isFalse)
  }

  @Test(arguments: [
    // Two strings: by UTF-16 code units.
    ConditionCase(x: "10", ["$lt": "9"], true),
    ConditionCase(x: "😀", ["$lt": "\u{FF5E}"], true),
    ConditionCase(x: "\u{FFFD}", ["$gt": "\u{1F600}"], true),
    ConditionCase(x: "\u{D7FF}", ["$lt": "\u{1F600}"], true),
    // A string and a number: as numbers.
    ConditionCase(x: "10", ["$gt": 9], true),
    ConditionCase(x: 10, ["$gt": "9"], true),
    ConditionCase(x: "abc", ["$gt": 0], false),
    ConditionCase(x: "abc", ["$lte": 0], false),
    // Null is zero, true is one.
    ConditionCase(["x": ["$lt": 1]], [:], true),
    ConditionCase(["x": ["$gt": -1]], [:], true),
    ConditionCase(x: .null, ["$gte": .null], true),
    ConditionCase(x: .null, ["$gt": ""], false),
    ConditionCase(x: .null, ["$gte": ""], true),
    ConditionCase(x: true, ["$gt": 0], true),
    ConditionCase(x: 2, ["$gt": true], true),
    // Arrays are their elements joined by commas.
    ConditionCase(x: [10], ["$gt": 9], true),
    ConditionCase(x: [10], ["$lt": "9"], true),
    ConditionCase(x: ["a", "b"], ["$lt": "a,c"], true),
    ConditionCase(x: [1, 2], ["$gt": 0], false),
    ConditionCase(x: "b", ["$gt": ["a", "z"]], true),
    ConditionCase(x: [:], ["$gt": 0], false),
    ConditionCase(x: [:], ["$lt": "b"], true),
  ])
  func `relational operators convert values as JavaScript does`(row: ConditionCase) {
    #expect(matches(row.condition, row.attributes) == row.expected)
  }
}
