import FlowCore
import Testing

/// Properties that random conditions have with random attributes.
struct ConditionPropertyTests {
  @Test func `negations and combinations follow the laws of logic`() {
    var random = RandomConditions(seed: 1)
    var trueCount = 0
    for _ in 0..<3000 {
      let attributes = random.attributes()
      let left = random.condition(depth: 3)
      let right = random.condition(depth: 3)
      guard isValid(left), isValid(right) else { continue }
      let isLeftTrue = matches(left, attributes)
      let isRightTrue = matches(right, attributes)
      if isLeftTrue { trueCount += 1 }

      #expect(matches(["$not": left], attributes) == !isLeftTrue)
      #expect(matches(["$not": ["$not": left]], attributes) == isLeftTrue)
      #expect(matches(["$and": [left, right]], attributes) == (isLeftTrue && isRightTrue))
      #expect(matches(["$or": [left, right]], attributes) == (isLeftTrue || isRightTrue))
      #expect(matches(["$nor": [left, right]], attributes) == !(isLeftTrue || isRightTrue))
      // De Morgan
      #expect(
        matches(["$not": ["$and": [left, right]]], attributes)
          == matches(["$or": [["$not": left], ["$not": right]]], attributes))
    }
    #expect((100...2700).contains(trueCount), "the conditions are neither all true nor all false")
  }

  @Test func `opposite operators have opposite results`() {
    var random = RandomConditions(seed: 2)
    let segments = [Segment(name: "some", values: ["a", 1, .null, "10", true])]
    for _ in 0..<3000 {
      let value = random.value(depth: 2)
      let list = JSON.array((0..<random.below(12)).map { _ in random.value(depth: 1) })
      let literal = random.value(depth: 1)
      let version = JSON.string(random.text())
      func isTrue(_ name: Name, _ operand: JSON) -> Bool {
        let operators = JSON.object(JSONObject([.init(key: name, value: operand)]))
        return matches(["x": operators], ["x": value], segments: segments)
      }

      #expect(isTrue("$nin", list) == !isTrue("$in", list))
      #expect(isTrue("$nini", list) == !isTrue("$ini", list))
      #expect(isTrue("$notInGroup", "some") == !isTrue("$inGroup", "some"))
      #expect(isTrue("$ne", literal) == !isTrue("$eq", literal))
      #expect(isTrue("$exists", false) == !isTrue("$exists", true))
      #expect(isTrue("$vne", version) == !isTrue("$veq", version))
      #expect(isTrue("$vgt", version) == !isTrue("$vlte", version))
      #expect(isTrue("$vlt", version) == !isTrue("$vgte", version))
      #expect(isTrue("$not", literal) == !matches(["x": literal], ["x": value]))
      if isTrue("$in", list) { #expect(isTrue("$ini", list)) }
      if isTrue("$gt", literal) { #expect(isTrue("$gte", literal) && !isTrue("$lte", literal)) }
    }
  }

  @Test func `a long list has the same result as its elements one by one`() {
    var random = RandomConditions(seed: 3)
    for _ in 0..<500 {
      let values = (0..<40).map { _ in random.value(depth: 1) }
      let value: JSON = ["x": random.value(depth: 1)]
      let pieces = values.map { ["x": ["$in": [$0]]] as JSON }
      #expect(
        matches(["x": ["$in": .array(values)]], value) == matches(["$or": .array(pieces)], value))
    }
  }

  @Test func `a condition has the same result in a table as alone`() {
    var random = RandomConditions(seed: 4)
    let conditions = (0..<300).map { _ in random.condition(depth: 3) }
    var builder = ConditionTable.Builder()
    let ids = conditions.map { builder.add($0) }
    let table = builder.finish()
    for _ in 0..<20 {
      let attributes = random.attributes()
      table.bind(attributes.object ?? JSONObject()).withUnsafeBufferPointer { slots in
        for (condition, id) in zip(conditions, ids) {
          #expect(table.evaluate(id, slots) == matches(condition, attributes))
        }
      }
    }
  }

  @Test func `any value as a condition on any attributes can be evaluated`() {
    var random = RandomConditions(seed: 5)
    var issues = 0
    for _ in 0..<5000 {
      let condition = Condition(random.anything(depth: 4))
      _ = condition.matches(random.attributes().object ?? JSONObject())
      issues += condition.issues.count
    }
    #expect(issues > 1000, "many of the values are not valid conditions")
  }
}

/// Generates conditions, attributes and invalid values.
struct RandomConditions {
  private var random: ConditionRandom

  init(seed: UInt64) {
    random = ConditionRandom(seed: seed)
  }

  private static let keys: [Name] = ["a", "b", "c", "a.b", "b.0", "c.length", "a.b.c", "", "x"]
  private static let texts = [
    "", "a", "A", "b", "ab", "1", "10", " 5 ", "0x1f", "null", "true", "é", "É", "😀", "1.2.3",
    "v1.2.3-rc.1", "1.10", "Infinity", "a,b", "[object Object]",
  ]
  private static let operators: [Name] = [
    "$eq", "$ne", "$lt", "$lte", "$gt", "$gte", "$in", "$nin", "$ini", "$nini", "$inGroup",
    "$notInGroup", "$exists", "$type", "$size", "$regex", "$regexi", "$not", "$all", "$alli",
    "$elemMatch", "$veq", "$vne", "$vlt", "$vlte", "$vgt", "$vgte", "$and", "$or", "$nor", "$what",
  ]

  mutating func below(_ count: Int) -> Int { random.below(count) }

  mutating func text() -> String { random.pick(Self.texts) }

  mutating func value(depth: Int) -> JSON {
    switch random.below(depth > 0 ? 10 : 8) {
    case 0: return .null
    case 1: return .bool(random.chance(of: 2))
    case 2, 3: return JSON([-1, 0, 1, 2, 5, 10, 0.5, 1.1][random.below(8)])
    case 8: return .array((0..<random.below(4)).map { _ in value(depth: depth - 1) })
    case 9:
      var object = JSONObject()
      for _ in 0..<random.below(3) {
        object[random.pick(Self.keys)] = value(depth: depth - 1)
      }
      return .object(object)
    default: return .string(text())
    }
  }

  mutating func attributes() -> JSON {
    var object = JSONObject()
    for key in ["a", "b", "c", "x"] as [Name] where !random.chance(of: 4) {
      object[key] = value(depth: 3)
    }
    return .object(object)
  }

  mutating func condition(depth: Int) -> JSON {
    var object = JSONObject()
    for _ in 0..<(1 + random.below(2)) {
      switch random.below(depth > 0 ? 8 : 5) {
      case 5: object["$not"] = condition(depth: depth - 1)
      case 6: object["$or"] = .array([condition(depth: depth - 1), condition(depth: depth - 1)])
      case 7: object["$nor"] = .array([condition(depth: depth - 1)])
      default: object[random.pick(Self.keys)] = test(depth: depth)
      }
    }
    return .object(object)
  }

  private mutating func test(depth: Int) -> JSON {
    if depth <= 0 || random.chance(of: 3) { return value(depth: 1) }
    let name = random.pick(Self.operators)
    let operand: JSON =
      switch name {
      case "$in", "$nin", "$ini", "$nini", "$all", "$alli":
        .array((0..<random.below(4)).map { _ in value(depth: 1) })
      case "$not", "$size": test(depth: depth - 1)
      case "$elemMatch": condition(depth: depth - 1)
      default: value(depth: 1)
      }
    return [name: operand]
  }

  /// A value of any shape with operators in any place.
  mutating func anything(depth: Int) -> JSON {
    guard depth > 0, !random.chance(of: 5) else { return value(depth: 1) }
    if random.chance(of: 3) {
      return .array((0..<random.below(4)).map { _ in anything(depth: depth - 1) })
    }
    var object = JSONObject()
    for _ in 0..<(1 + random.below(3)) {
      let key = random.chance(of: 3) ? random.pick(Self.keys) : random.pick(Self.operators)
      object[key] = anything(depth: depth - 1)
    }
    return .object(object)
  }
}
