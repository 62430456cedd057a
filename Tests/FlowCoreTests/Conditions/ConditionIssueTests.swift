import FlowCore
import Testing

/// Findings about invalid conditions, which evaluate to false.
struct ConditionIssueTests {
  struct Row: Sendable {
    let condition: JSON
    let kind: ConditionIssueKind
    let pointer: String
    let message: String

    init(_ condition: JSON, _ kind: ConditionIssueKind, _ pointer: String, _ message: String) {
      self.condition = condition
      self.kind = kind
      self.pointer = pointer
      self.message = message
    }
  }

  @Test(arguments: [
    Row(
      5, .malformed, "",
      "A condition is an object such as {\"plan\": \"pro\"}; this is a number."),
    Row(
      ["$and": ["a": 1]], .malformed, "/$and",
      "A list of conditions belongs here, such as [{\"plan\": \"pro\"}]; this is an object."),
    Row(
      ["$nor": "a"], .malformed, "/$nor",
      "A list of conditions belongs here, such as [{\"plan\": \"pro\"}]; this is a text."),
    Row(
      ["$or": [["$or": [.null]]]], .malformed, "/$or/0/$or/0",
      "A condition is an object such as {\"plan\": \"pro\"}; this is null."),
    Row(
      ["$not": true], .malformed, "/$not",
      "`$not` expects a condition such as {\"plan\": \"pro\"}; this is true or false."),
    Row(
      ["a": ["$in": "x"]], .malformed, "/a/$in",
      "`$in` expects a list such as [\"DE\", \"AT\"]; this is a text."),
    Row(
      ["a": ["$nin": 1]], .malformed, "/a/$nin",
      "`$nin` expects a list such as [\"DE\", \"AT\"]; this is a number."),
    Row(
      ["a": ["$all": "x"]], .malformed, "/a/$all",
      "`$all` expects a list such as [\"DE\", \"AT\"]; this is a text."),
    Row(
      ["a": ["$elemMatch": [1]]], .malformed, "/a/$elemMatch",
      "`$elemMatch` expects a condition for the elements such as {\"$gt\": 10}; this is a list."),
    Row(
      ["a": ["$type": "integer"]], .malformed, "/a/$type",
      "`$type` expects one of \"string\", \"number\", \"boolean\", \"array\", \"object\", "
        + "\"null\"; `integer` is not a type."),
    Row(
      ["a": ["$regex": 1]], .malformed, "/a/$regex",
      "`$regex` expects a pattern such as \"^eu-\"; this is a number."),
    Row(
      ["a": ["$vgte": .null]], .malformed, "/a/$vgte",
      "`$vgte` expects a version such as \"2.3.0\"; this is null."),
    Row(
      ["a": ["$vne": [1]]], .malformed, "/a/$vne",
      "`$vne` expects a version such as \"2.3.0\"; this is a list."),
    Row(
      ["a": ["$inGroup": 7]], .malformed, "/a/$inGroup",
      "`$inGroup` expects the name of a segment; this is a number."),
    Row(
      ["a": ["$eq": [1]]], .malformed, "/a/$eq",
      "`$eq` never finds a list equal. To compare its contents, leave out `$eq`."),
    Row(
      ["a": ["$gt": 1, "b": 2]], .malformed, "/a",
      "`$gt` is next to keys without `$`, so the attribute is compared with this whole "
        + "object. Put the operators into an object of their own."),
    Row(
      ["$in": ["DE"]], .malformed, "/$in",
      "`$in` needs an attribute around it, as in {\"plan\": {\"$in\": …}}. "
        + "Here it is read as the name of an attribute."),
    Row(
      ["a/b~": ["$regx": "x"]], .unknownOperator, "/a~1b~0/$regx",
      "`$regx` is not an operator. Did you mean `$regex`?"),
    Row(
      ["a": ["$IN": []]], .unknownOperator, "/a/$IN",
      "`$IN` is not an operator. Did you mean `$in`?"),
    Row(
      ["a": ["$contains": "x"]], .unknownOperator, "/a/$contains",
      "`$contains` is not an operator."),
    Row(
      ["a": ["$or": [1, 2]]], .unknownOperator, "/a/$or",
      "`$or` combines whole conditions: put it around the attribute, "
        + "as in {\"$or\": [{\"plan\": …}]}."),
    Row(
      ["$nott": ["a": 1]], .unknownOperator, "/$nott",
      "`$nott` is not an operator, but read as the name of an attribute. Did you mean `$not`?"),
    Row(
      ["id": ["$inGroup": "tester"]], .unknownSegment, "/id/$inGroup",
      "There is no segment `tester`. Did you mean `testers`?"),
    Row(
      ["id": ["$inGroup": "vip"]], .unknownSegment, "/id/$inGroup", "There is no segment `vip`."),
  ])
  func `an invalid part is reported with its location, and the condition is false`(row: Row) {
    let condition = Condition(
      row.condition, segments: [Segment(name: "testers", values: ["ada"])])

    #expect(condition.issues.map(\.kind) == [row.kind])
    #expect(condition.issues.map(\.pointer) == [row.pointer])
    #expect(condition.issues.map(\.message) == [row.message])
    #expect(!condition.matches(["a": "x", "id": "ada"]))
  }

  @Test(arguments: [
    ("a(", ConditionIssueKind.invalidPattern),
    ("(a)\\1", ConditionIssueKind.unsupportedPattern),
    ("(?=a)", ConditionIssueKind.unsupportedPattern),
    ("((a{100}){100}){100}", ConditionIssueKind.patternTooLarge),
  ])
  func `a pattern that cannot be compiled is reported, and its condition is false`(
    source: String, kind: ConditionIssueKind
  ) {
    let condition = Condition(["a": ["$regex": .string(source)]])

    #expect(condition.issues.map(\.kind) == [kind])
    #expect(condition.issues.first?.pointer == "/a/$regex")
    #expect(condition.issues.first?.message.hasPrefix("`\(source)`, at byte ") == true)
    #expect(!condition.matches(["a": "a"]))
  }

  @Test func `a condition with an invalid part is false, whatever its other parts are`() {
    let condition = Condition(["$or": [["a": ["$regx": "x"]], ["b": 1]]])

    #expect(condition.issues.count == 1)
    #expect(!condition.matches(["b": 1]))
    #expect(!condition.matches(["a": "x"]))
  }

  @Test(
    arguments: [
      ["a": ["$not": ["$regx": "x"]]], ["$not": 1], ["$not": ["a": ["$in": 1]]],
      ["$nor": [["a": ["$regex": "("]]]], ["a": ["$nin": 1]],
    ] as [JSON])
  func `the negation of an invalid condition is false too`(condition: JSON) {
    #expect(!Condition(condition).matches([:]))
    #expect(!Condition(condition).matches(["a": "y"]))
  }

  @Test func `an invalid condition does not affect others in the table`() {
    var builder = ConditionTable.Builder()
    let invalid = builder.add(["a": ["$gtt": 1]])
    let valid = builder.add(["a": 1])
    let table = builder.finish()

    table.bind(["a": 1]).withUnsafeBufferPointer { slots in
      #expect(!table.evaluate(invalid, slots))
      #expect(table.evaluate(valid, slots))
    }
  }

  @Test func `the issues of a table have distinct locations`() {
    var builder = ConditionTable.Builder()
    _ = builder.add(["a": ["$gtt": 1], "b": ["$in": 2]])
    let first = builder.issues.count
    _ = builder.add(["c": ["$size": ["$vge": "1"]]])

    #expect(first == 2)
    #expect(builder.issues.map(\.pointer) == ["/a/$gtt", "/b/$in", "/c/$size/$vge"])
  }

  @Test func `a valid condition has no issues`() {
    let condition = Condition([
      "$and": [["country": ["$in": ["DE"]]], ["$nor": [["plan": .null]]]],
      "tags": ["$elemMatch": ["name": ["$regexi": "^a"], "$not": ["size": ["$gt": 3]]]],
      "appVersion": ["$vgte": "2.3.0"],
      "$groups": ["$size": ["$gte": 1]],
      "address": ["city": "Graz"],
    ])

    #expect(condition.issues.isEmpty)
  }
}
