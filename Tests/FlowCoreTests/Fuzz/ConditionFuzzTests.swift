import FlowCore
import Testing

@Suite struct ConditionFuzzTests {
  @Test func `random conditions can always be evaluated on random attributes`() {
    Fuzzing.run { random in
      let condition = random.condition(depth: 3)
      let context = random.context()
      let plain = Condition(condition).matches(context)
      let negated = Condition(["$not": condition]).matches(context)
      if Condition(condition).issues.isEmpty {
        #expect(plain != negated, "\(condition.text(.compact))")
      }
    }
  }

  @Test func `ten thousand nested conditions are rejected without a crash`() {
    var condition: JSON = ["a": 1]
    for _ in 0..<10_000 { condition = ["$not": condition] }
    let compiled = Condition(condition)
    #expect(!compiled.issues.isEmpty)
    #expect(!compiled.matches(JSONObject()))
  }
}

@Suite struct PatternFuzzTests {
  @Test func `random patterns compile or report an error, and can then always be matched`() {
    let pieces = [
      "a", "b", "\\", "(", ")", "(?:", "[", "]", "^", "$", ".", "*", "+", "?", "{2,3}", "{", "|",
      "-", "\\d", "\\w", "\\b", "\\u0061", "é", "😀", "(?=", "\\1", ",", "{999999999}", "\\x4",
    ]
    Fuzzing.run { random in
      var source = ""
      for _ in 0...random.below(12) { source += random.pick(pieces) }
      do throws(PatternError) {
        let pattern = try Pattern(source, ignoringCase: random.chance(30))
        let text = (0...random.below(40)).map { _ in random.pick(["a", "b", "é", "1", " "]) }
        _ = pattern.matches(text.joined())
      } catch {
        #expect(error.offset <= source.utf8.count)
        #expect(!error.message.isEmpty)
      }
    }
  }
}

extension SeededRandom {
  private static let operators = [
    "$eq", "$ne", "$lt", "$lte", "$gt", "$gte", "$in", "$nin", "$ini", "$nini", "$exists", "$type",
    "$regex", "$regexi", "$not", "$all", "$alli", "$elemMatch", "$size", "$vgt", "$vlte", "$veq",
    "$inGroup", "$notInGroup", "$odd",
  ]

  /// A condition that is mostly valid.
  mutating func condition(depth: Int) -> JSON {
    var condition = JSONObject()
    for _ in 0...below(2) {
      switch below(depth > 0 ? 5 : 3) {
      case 0: condition[pick(["country", "age", "plan", "output.email", "a.b"])] = json()
      case 1, 2:
        let operand = chance(70) ? json() : .array([json(), json()])
        condition[pick(["country", "age", "locale"])] = [Name(pick(Self.operators)): operand]
      case 3:
        condition[pick(["$and", "$or", "$nor"])] = .array(
          list(3) { $0.condition(depth: depth - 1) })
      default: condition["$not"] = self.condition(depth: depth - 1)
      }
    }
    return .object(condition)
  }
}
