import FlowCore
import Testing

/// The meaning of each operator.
struct ConditionTests {
  @Test(arguments: [
    ConditionCase([:], [:], true),
    ConditionCase(["plan": "pro"], ["plan": "pro"], true),
    ConditionCase(["plan": "pro"], ["plan": "free"], false),
    ConditionCase(["plan": "pro", "beta": true], ["plan": "pro", "beta": true], true),
    ConditionCase(["plan": "pro", "beta": true], ["plan": "pro", "beta": false], false),
    ConditionCase(["plan": .null], [:], true),
    ConditionCase(["plan": .null], ["plan": .null], true),
    ConditionCase(["plan": .null], ["plan": ""], false),
    ConditionCase(["plan": .null], ["plan": 0], false),
  ])
  func `a condition is true if all its attributes have the expected values`(row: ConditionCase) {
    #expect(matches(row.condition, row.attributes) == row.expected)
  }

  @Test(arguments: [
    ConditionCase(["$and": []], [:], true),
    ConditionCase(["$or": []], [:], true),
    ConditionCase(["$nor": []], [:], false),
    ConditionCase(["$and": [["a": 1], ["b": 2]]], ["a": 1, "b": 2], true),
    ConditionCase(["$and": [["a": 1], ["b": 2]]], ["a": 1, "b": 3], false),
    ConditionCase(["$or": [["a": 1], ["b": 2]]], ["a": 0, "b": 2], true),
    ConditionCase(["$or": [["a": 1], ["b": 2]]], ["a": 0, "b": 0], false),
    ConditionCase(["$nor": [["a": 1], ["b": 2]]], ["a": 0, "b": 0], true),
    ConditionCase(["$nor": [["a": 1], ["b": 2]]], ["a": 0, "b": 2], false),
    ConditionCase(["$not": ["a": 1]], ["a": 2], true),
    ConditionCase(["$not": ["a": 1]], ["a": 1], false),
    ConditionCase(["$not": [:]], [:], false),
    ConditionCase(["a": 1, "$or": [["b": 1], ["b": 2]]], ["a": 1, "b": 2], true),
    ConditionCase(["a": 1, "$or": [["b": 1], ["b": 2]]], ["a": 2, "b": 2], false),
    ConditionCase(["$or": [["$and": [["a": 1], ["$not": ["b": 1]]]]]], ["a": 1, "b": 2], true),
  ])
  func `logical operators combine conditions`(row: ConditionCase) {
    #expect(matches(row.condition, row.attributes) == row.expected)
  }

  @Test(arguments: [
    ConditionCase(x: "a", ["$eq": "a"], true),
    ConditionCase(x: 5, ["$eq": 5.0], true),
    ConditionCase(x: "5", ["$eq": 5], false),
    ConditionCase(x: 1, ["$eq": true], false),
    ConditionCase(x: .null, ["$eq": .null], true),
    ConditionCase(x: .null, ["$eq": 0], false),
    ConditionCase(x: "é", ["$eq": "e\u{301}"], false),
    ConditionCase(x: [1], ["$eq": [1]], false),
    ConditionCase(x: "a", ["$ne": "b"], true),
    ConditionCase(x: "a", ["$ne": "a"], false),
    ConditionCase(x: [1], ["$ne": [1]], true),
    ConditionCase(x: 5, ["$gt": 4, "$lt": 6], true),
    ConditionCase(x: 6, ["$gt": 4, "$lt": 6], false),
    ConditionCase(x: 5, ["$gte": 5, "$lte": 5], true),
    ConditionCase(x: 5, ["$gt": 5], false),
    ConditionCase(x: "b", ["$gt": "a", "$lt": "c"], true),
    ConditionCase(x: "B", ["$gt": "a"], false),
    ConditionCase(x: "a", ["$lt": "ab"], true),
  ])
  func `comparison operators compare values`(row: ConditionCase) {
    #expect(matches(row.condition, row.attributes) == row.expected)
  }

  @Test(arguments: [
    ConditionCase(x: "a", ["$in": ["a", "b"]], true),
    ConditionCase(x: "c", ["$in": ["a", "b"]], false),
    ConditionCase(x: "A", ["$in": ["a", "b"]], false),
    ConditionCase(x: 1, ["$in": ["1"]], false),
    ConditionCase(x: 1, ["$in": [3, 2, 1.0]], true),
    ConditionCase(x: .null, ["$in": [.null]], true),
    ConditionCase(x: .null, ["$in": []], false),
    ConditionCase(x: true, ["$in": [false]], false),
    ConditionCase(x: false, ["$in": [false]], true),
    ConditionCase(x: ["c", "b"], ["$in": ["a", "b"]], true),
    ConditionCase(x: ["c"], ["$in": ["a", "b"]], false),
    ConditionCase(x: [], ["$in": ["a"]], false),
    ConditionCase(x: [["a"]], ["$in": [["a"], "b"]], false),
    ConditionCase(x: "c", ["$nin": ["a", "b"]], true),
    ConditionCase(x: ["c", "b"], ["$nin": ["a", "b"]], false),
    ConditionCase(x: "DE", ["$ini": ["de", "at"]], true),
    ConditionCase(x: "Д", ["$ini": ["д"]], true),
    ConditionCase(x: "STRASSE", ["$ini": ["straße"]], false),
    ConditionCase(x: ["x", "AT"], ["$ini": ["de", "at"]], true),
    ConditionCase(x: 1, ["$ini": ["1"]], false),
    ConditionCase(x: "de", ["$nini": ["DE"]], false),
    ConditionCase(x: "ch", ["$nini": ["DE"]], true),
  ])
  func `membership operators test whether a list contains a value`(row: ConditionCase) {
    #expect(matches(row.condition, row.attributes) == row.expected)
  }

  @Test(arguments: [
    ConditionCase(x: 0, ["$exists": true], true),
    ConditionCase(x: .null, ["$exists": true], false),
    ConditionCase(["x": ["$exists": false]], [:], true),
    ConditionCase(x: "", ["$exists": false], false),
    ConditionCase(x: "", ["$exists": 1], true),
    ConditionCase(x: "", ["$type": "string"], true),
    ConditionCase(x: 1, ["$type": "number"], true),
    ConditionCase(x: false, ["$type": "boolean"], true),
    ConditionCase(x: [], ["$type": "array"], true),
    ConditionCase(x: [:], ["$type": "object"], true),
    ConditionCase(x: .null, ["$type": "null"], true),
    ConditionCase(x: [], ["$type": "object"], false),
    ConditionCase(x: [1, 2], ["$size": 2], true),
    ConditionCase(x: [1, 2], ["$size": "2"], true),
    ConditionCase(x: [1, 2], ["$size": ["$gt": 2]], false),
    ConditionCase(x: [1, 2], ["$size": ["$not": ["$gt": 2]]], true),
    ConditionCase(x: "ab", ["$size": 2], false),
  ])
  func `presence, type and size can be tested`(row: ConditionCase) {
    #expect(matches(row.condition, row.attributes) == row.expected)
  }

  @Test(arguments: [
    ConditionCase(x: "eu-west", ["$regex": "^eu-"], true),
    ConditionCase(x: "EU-west", ["$regex": "^eu-"], false),
    ConditionCase(x: "EU-west", ["$regexi": "^eu-"], true),
    ConditionCase(x: "west", ["$not": ["$regex": "^eu-"]], true),
    // As in JavaScript, a value that is not a string is converted to one.
    ConditionCase(x: 123, ["$regex": "^12"], true),
    ConditionCase(x: .null, ["$regex": "^null$"], true),
    ConditionCase(x: ["a", "b"], ["$regex": "^a,b$"], true),
  ])
  func `a pattern is matched against the value's string form`(row: ConditionCase) {
    #expect(matches(row.condition, row.attributes) == row.expected)
  }

  @Test(arguments: [
    ConditionCase(x: ["a", "b", "c"], ["$all": ["a", "c"]], true),
    ConditionCase(x: ["a", "b"], ["$all": ["a", "c"]], false),
    ConditionCase(x: ["A"], ["$all": ["a"]], false),
    ConditionCase(x: ["A"], ["$alli": ["a"]], true),
    ConditionCase(x: [1, 9], ["$all": [["$gt": 5], ["$lt": 2]]], true),
    ConditionCase(x: [], ["$all": []], true),
    ConditionCase(x: "a", ["$all": ["a"]], false),
    ConditionCase(x: "a", ["$all": []], false),
    ConditionCase(x: [1, 12], ["$elemMatch": ["$gt": 10]], true),
    ConditionCase(x: [1, 2], ["$elemMatch": ["$gt": 10]], false),
    ConditionCase(x: [["n": "a"], ["n": "b"]], ["$elemMatch": ["n": "b"]], true),
    ConditionCase(x: [["n": "a", "v": 1]], ["$elemMatch": ["n": "a", "v": 2]], false),
    ConditionCase(x: [["n": ["m": 1]]], ["$elemMatch": ["n.m": ["$gte": 1]]], true),
    ConditionCase(x: [["n": 1]], ["$elemMatch": ["m": .null]], true),
    ConditionCase(x: ["a"], ["$elemMatch": ["$not": ["$eq": "b"]]], true),
    ConditionCase(x: [["n": 1]], ["$elemMatch": [:]], true),
    ConditionCase(x: [], ["$elemMatch": [:]], false),
    ConditionCase(x: [["t": [1, 7]]], ["$elemMatch": ["t": ["$elemMatch": ["$gt": 6]]]], true),
    // As in GrowthBook, elements that are falsy in JavaScript are skipped.
    ConditionCase(x: [0], ["$elemMatch": ["$eq": 0]], false),
    ConditionCase(x: [.null, "", false], ["$elemMatch": ["$ne": 1]], false),
    ConditionCase(x: "abc", ["$elemMatch": ["$eq": "a"]], false),
  ])
  func `conditions apply to elements of lists`(row: ConditionCase) {
    #expect(matches(row.condition, row.attributes) == row.expected)
  }

  @Test(arguments: [
    ConditionCase(["a.b": 1], ["a": ["b": 1]], true),
    ConditionCase(["a.b": 1], ["a.b": 1], false),
    ConditionCase(["a.b": .null], ["a": "text"], true),
    ConditionCase(["a.1": "y"], ["a": ["x", "y"]], true),
    ConditionCase(["a.01": "y"], ["a": ["x", "y"]], false),
    ConditionCase(["a.2": .null], ["a": ["x", "y"]], true),
    ConditionCase(["a.length": 2], ["a": ["x", "y"]], true),
    ConditionCase(["a.0.b": 1], ["a": [["b": 1]]], true),
    ConditionCase(["a.toString": .null], ["a": [:]], true),
    ConditionCase(["": 1], ["": 1], true),
    ConditionCase(["$groups": ["$elemMatch": ["$eq": "a"]]], ["$groups": ["a"]], true),
    ConditionCase(["output.email": ["$exists": true]], ["output": ["email": "a@b.c"]], true),
  ])
  func `dotted paths lead into objects and lists`(row: ConditionCase) {
    #expect(matches(row.condition, row.attributes) == row.expected)
  }

  @Test(arguments: [
    ConditionCase(x: [1, "a"], [1, "a"], true),
    ConditionCase(x: [1, "a"], ["a", 1], false),
    ConditionCase(x: [1.0], [1], true),
    ConditionCase(x: ["1"], [1], false),
    ConditionCase(x: ["a": 1, "b": [.null]], ["a": 1, "b": [.null]], true),
    ConditionCase(x: ["b": 2, "a": 1], ["a": 1, "b": 2], true),
    ConditionCase(x: ["a": 1, "b": 2], ["a": 1], false),
    ConditionCase(x: [:], [:], true),
    ConditionCase(x: .null, [:], false),
    // Not all keys start with `$`, so this is a value to compare with.
    ConditionCase(x: ["$gt": 1, "a": 2], ["$gt": 1, "a": 2], true),
    ConditionCase(x: 5, ["$gt": 1, "a": 2], false),
  ])
  func `lists and objects are equal by value`(row: ConditionCase) {
    #expect(matches(row.condition, row.attributes) == row.expected)
  }

  @Test func `a segment contains its values, and the first of two with the same name is used`() {
    let segments = [
      Segment(name: "testers", values: ["ada", "bob", 7]),
      Segment(name: "everybody", values: []),
      Segment(name: "testers", values: ["eve"]),
    ]
    func isTrue(_ operator: Name, _ segment: JSON, _ id: JSON) -> Bool {
      let condition = JSON.object(
        JSONObject([
          .init(key: "id", value: .object(.init([.init(key: `operator`, value: segment)])))
        ]
        ))
      return matches(condition, ["id": id], segments: segments)
    }

    #expect(isTrue("$inGroup", "testers", "ada"))
    #expect(isTrue("$inGroup", "testers", 7))
    #expect(isTrue("$inGroup", "testers", ["zoe", "bob"]))
    #expect(!isTrue("$inGroup", "testers", "7"))
    #expect(!isTrue("$inGroup", "testers", "eve"), "the first segment of this name is used")
    #expect(!isTrue("$inGroup", "everybody", "ada"))
    #expect(isTrue("$notInGroup", "testers", "zoe"))
    #expect(!isTrue("$notInGroup", "testers", "ada"))
    #expect(!isTrue("$inGroup", "nobody", "ada"))
    #expect(isTrue("$notInGroup", "nobody", "ada"))
  }

  @Test(arguments: [1, 8, 9, 100, 5000])
  func `long lists contain all their members and nothing else`(count: Int) {
    let members = (0..<count).map { JSON.string("user-\($0)-Ä") }
    let condition = Condition(["id": ["$in": .array(members)]])
    let ignoringCase = Condition(["id": ["$ini": .array(members)]])

    for index in 0..<count {
      let id = JSONObject([.init(key: "id", value: members[index])])
      let otherCase = JSONObject([.init(key: "id", value: .string("USER-\(index)-ä"))])
      #expect(condition.matches(id))
      #expect(!condition.matches(otherCase))
      #expect(ignoringCase.matches(otherCase))
    }
    for other in ["user-\(count)-Ä", "user-0-A", ""] as [String] {
      let id = JSONObject([.init(key: "id", value: .string(other))])
      #expect(!condition.matches(id))
      #expect(!ignoringCase.matches(id))
    }
  }

  @Test(arguments: [0, 1, 7, 8, 9, 14, 15, 16, 17, 23, 24, 25, 40])
  func `texts that differ in one character are distinct, whatever their length`(length: Int) {
    let text = String(repeating: "x", count: length)
    let others = [text + "x", text + "\0", String(text.dropLast()) + "y", "y" + text.dropFirst()]
    let many = (0..<20).map { JSON.string(text + "-\($0)") }
    for condition in [
      .string(text), ["$eq": .string(text)], ["$in": [.string(text), "z"]],
      ["$in": .array(many + [.string(text)])], ["$ini": .array(many + [.string(text)])],
    ] as [JSON] {
      #expect(matches(["x": condition], ["x": .string(text)]))
      for other in others {
        #expect(!matches(["x": condition], ["x": .string(other)]))
      }
    }
  }
}
