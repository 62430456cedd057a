import FlowCore
import Testing

/// Conditions and attributes that are nested too deeply or too large.
struct ConditionLimitTests {
  @Test(arguments: ["$not", "$and", "$or", "$nor"] as [Name])
  func `a condition nested too deeply is false and reported once`(name: Name) {
    var condition: JSON = ["a": 1]
    for _ in 0..<1000 {
      let inner = name == "$not" ? condition : .array([condition])
      condition = [name: inner]
    }

    let compiled = Condition(condition)

    #expect(compiled.issues.map(\.kind) == [.malformed])
    #expect(
      compiled.issues.first?.message == "This condition is nested deeper than 64 levels.")
    #expect(!compiled.matches(["a": 1]))
  }

  @Test func `nesting up to the limit works`() {
    var condition: JSON = ["a": 1]
    for _ in 0..<62 { condition = ["$not": condition] }

    #expect(Condition(condition).issues.isEmpty)
    #expect(matches(condition, ["a": 1]))
  }

  @Test func `operands nested too deeply are rejected`() {
    var list: JSON = []
    var operators: JSON = ["$eq": 1]
    for _ in 0..<200 {
      list = .array([list])
      operators = ["$elemMatch": operators]
    }

    #expect(Condition(["a": list]).issues.map(\.kind) == [.malformed])
    #expect(Condition(["a": operators]).issues.map(\.kind) == [.malformed])
    #expect(!matches(["a": list], ["a": list]))
    #expect(!matches(["a": ["$in": [list], "$gt": list]], ["a": list]))
  }

  @Test func `deeply nested attributes can be evaluated`() {
    var deep: JSON = ["1"]
    for _ in 0..<500 { deep = [deep] }

    for condition in [["a": "1"], ["a": 1], ["a": ["$lt": "2"]], ["a": ["$regex": "1"]]] as [JSON] {
      _ = matches(condition, ["a": deep])
    }
    #expect(matches(["a": ["$type": "array"]], ["a": deep]))
    #expect(!matches(["a": [[["1"]]]], ["a": deep]))
  }

  @Test func `the issues of one condition are limited`() {
    var object = JSONObject()
    for index in 0..<1000 {
      object[Name("a\(index)")] = ["$bad": 1]
    }

    let condition = Condition(.object(object))

    #expect(condition.issues.count == ConditionTable.Builder.issueLimit)
  }

  @Test func `a long name is truncated in messages, but not within a character`() {
    let name = Name("$" + String(repeating: "ä", count: 10_000))

    let condition = Condition(["a": [name: 1]])

    let message = condition.issues.first?.message ?? ""
    #expect(message.hasPrefix("`$ää"))
    #expect(message.hasSuffix("ä…` is not an operator."))
    #expect(message.utf8.count < 100)
  }

  @Test func `membership in a large segment is exact`() {
    let members = (0..<50_000).map { JSON.string("id-\($0)") }
    let condition = Condition(
      ["id": ["$inGroup": "many"]], segments: [Segment(name: "many", values: members)])

    for index in 0..<50_000 where index % 97 == 0 {
      #expect(condition.matches(["id": members[index]]))
      #expect(!condition.matches(["id": .string("no-\(index)")]))
    }
  }

  @Test func `missing slots count as null`() {
    var builder = ConditionTable.Builder()
    let id = builder.add(["a": .null, "b": ["$exists": false]])
    let table = builder.finish()

    #expect(table.evaluate(id, UnsafeBufferPointer(start: nil, count: 0)))
  }
}
