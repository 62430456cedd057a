import FlowCore
import Testing

/// The paths and slots of a table, through which a session passes values to its conditions.
struct ConditionTableTests {
  @Test func `a path has one slot however many conditions read it`() {
    var builder = ConditionTable.Builder()
    _ = builder.add(["country": "DE", "output.email": ["$exists": true]])
    _ = builder.add(["$or": [["country": "AT"], ["plan": "pro"]]])
    let userId = builder.intern(path: "userId")
    let country = builder.intern(path: "country")
    let table = builder.finish()

    #expect(table.paths.map(\.name) == ["country", "output.email", "plan", "userId"])
    #expect(userId == 3)
    #expect(country == 0)
  }

  @Test func `paths within elements need no slot`() {
    var builder = ConditionTable.Builder()
    _ = builder.add(["tags": ["$elemMatch": ["name": "a"]]])

    #expect(builder.finish().paths.map(\.name) == ["tags"])
  }

  @Test func `a slot has the value at its path, and its number if it is one`() {
    var builder = ConditionTable.Builder()
    for path in ["age", "name", "missing", "address.city"] as [Name] {
      _ = builder.intern(path: path)
    }

    let slots = builder.finish().bind(["age": 42, "name": "Ada", "address": ["city": "Graz"]])

    #expect(slots.map(\.value) == [42, "Ada", .null, "Graz"])
    #expect(slots[0].number == 42)
    #expect(slots[1...].allSatisfy { $0.number.isNaN })
  }

  @Test func `output paths are recognized and read from the outputs`() {
    var builder = ConditionTable.Builder()
    for path in ["output.email", "output.address.city", "output", "outputs.x", "plan"] as [Name] {
      _ = builder.intern(path: path)
    }
    let table = builder.finish()
    let outputs: JSON = ["email": "a@b.c", "address": ["city": "Graz"], "plan": "x"]

    #expect(table.paths.map(\.outputKey) == ["email", "address", nil, nil, nil])
    #expect(table.paths.map(\.isOutput) == [true, true, true, false, false])
    #expect(
      table.paths.map { table.slotValue($0, in: outputs.object ?? JSONObject()).value }
        == ["a@b.c", "Graz", outputs, .null, .null])
  }
}
