import FlowCore
import FlowStore

/// Reads and changes the layout of an application's flows.
struct LayoutService {
  /// The maximum number of positioned and collapsed steps in all flows of an application.
  static let maximumSteps = 20_000
  /// The size limit of a body: 2 MiB, about 100 bytes for each step of the largest layout.
  static let bodyLimit = 2 << 20

  private let request: EndpointRequest

  init(_ request: EndpointRequest) { self.request = request }

  func current() async throws -> JSON {
    FlowLayout.json(try await request.store.layout(of: request.applicationID))
  }

  /// Merges the change in the body, publishes it, and returns the flows that it affects.
  func change() async throws -> JSON {
    let client = try request.pageID
    let change = try LayoutReader.change(try request.object())
    let application = request.applicationID
    let services = request.services
    // NB: serialized; otherwise the older of two changes could be sent after the newer.
    let changed = try await services.serialQueue.run("layout " + application) {
      let changed = try await services.store.changeLayout(
        of: application, by: change, limit: Self.maximumSteps)
      services.changes.publish(.layout(change, client: client), to: application)
      return changed
    }
    return FlowLayout.json(changed)
  }
}

/// Reads a change to a layout.
private enum LayoutReader {
  static func change(_ object: JSONView) throws -> LayoutChange {
    var change = LayoutChange()
    for flow in try object.requiredObject("flows").members {
      change.flows[try name(flow.key)] = flow.value.isNull ? .removed : try self.flow(flow.value)
    }
    guard change.count <= 2 * LayoutService.maximumSteps else {
      throw Problem.malformedBody(
        "A change may name at most \(2 * LayoutService.maximumSteps) steps.")
    }
    return change
  }

  private static func flow(_ view: JSONView) throws -> LayoutChange.Flow {
    try view.requireObject()
    var steps: [String: FlowLayout.Position?] = [:]
    if let positions = view["steps"], !positions.isNull {
      try positions.requireObject()
      for step in positions.members {
        steps.updateValue(
          step.value.isNull ? nil : try point(step.value), forKey: try name(step.key))
      }
    }
    let collapsed = try view.optionalArray("collapsed").map { list in
      Set(try list.map { try name($0.requireName()) })
    }
    return .changed(steps: steps, collapsed: collapsed)
  }

  private static func point(_ view: JSONView) throws -> FlowLayout.Position {
    let numbers = try view.requireArray().map { try $0.requireDouble() }
    guard numbers.count == 2, numbers.allSatisfy({ abs($0) <= 1_000_000 }) else {
      throw Problem.malformedBody(
        "A step's position must be two numbers from -1,000,000 to 1,000,000.")
    }
    return FlowLayout.Position(x: Int(numbers[0].rounded()), y: Int(numbers[1].rounded()))
  }

  private static func name(_ name: Name) throws(Problem) -> String {
    try BoundedText.check(name.string, "The id of a flow or a step", limit: 500)
  }
}

extension FlowLayout {
  /// `{"flows": …}`, flows and steps by their names.
  fileprivate static func json(_ flows: [String: FlowLayout]) -> JSON {
    ["flows": .object(JSONObject(flows.sortedMembers { $0.json }))]
  }

  private var json: JSON {
    [
      "steps": .object(JSONObject(steps.sortedMembers { $0.json })),
      "collapsed": .array(collapsed.sorted().map { .string($0) }),
    ]
  }
}

extension FlowLayout.Position {
  fileprivate var json: JSON { [.number(JSONNumber(x)), .number(JSONNumber(y))] }
}

extension LayoutChange.Flow {
  fileprivate var json: JSON {
    guard case .changed(let steps, let collapsed) = self else { return .null }
    var object: JSONObject = [
      "steps": .object(JSONObject(steps.sortedMembers { $0?.json ?? .null }))
    ]
    object["collapsed"] = collapsed.map { .array($0.sorted().map { .string($0) }) }
    return .object(object)
  }
}

extension Dictionary where Key == String {
  fileprivate func sortedMembers(_ json: (Value) -> JSON) -> [JSONObject.Member] {
    sorted { $0.key < $1.key }.map { JSONObject.Member(key: Name($0.key), value: json($0.value)) }
  }
}

extension ChangeEvent {
  /// A change to the layout, which readers merge as the server did.
  static func layout(_ change: LayoutChange, client: String?) -> ChangeEvent {
    var data: JSONObject = ["flows": .object(JSONObject(change.flows.sortedMembers { $0.json }))]
    data["client"] = client.map { .string($0) }
    return .incremental(.layout, .object(data))
  }
}
