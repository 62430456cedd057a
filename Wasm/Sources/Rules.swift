// Evaluation of single conditions and splits.

/// Evaluates a condition.
///
/// Arguments: condition, context, segments as an object of arrays. Result: `matches`, `issues`.
@_expose(wasm, "evaluate") @_cdecl("flowcore_evaluate")
public func evaluate(_ start: UnsafeRawPointer?, _ count: Int32) -> UnsafeMutableRawPointer {
  Reply.answer { () throws(FlowError) in
    var arguments = Arguments(start, count)
    let json = try ParsedJSON(arguments.next() ?? []).root.value
    let context = try arguments.nextObject()
    let segments = try arguments.nextObject().members.map { member in
      Segment(name: member.key, values: member.value.array ?? [])
    }
    let condition = Condition(json, segments: segments)
    let issues: [JSON] = condition.issues.map { issue in
      [
        "kind": .string(issue.kind.rawValue), "pointer": .string(issue.pointer),
        "messageId": .string(issue.messageID), "arguments": .object(issue.arguments),
      ]
    }
    return .value(["matches": .bool(condition.matches(context)), "issues": .array(issues)])
  }
}

/// Computes the number by which a split assigns users.
///
/// Arguments: seed, value. Result: the user's number, or null for an unknown hash version.
@_expose(wasm, "bucket") @_cdecl("flowcore_bucket")
public func bucket(
  _ start: UnsafeRawPointer?, _ count: Int32, _ version: Int32
) -> UnsafeMutableRawPointer {
  var arguments = Arguments(start, count)
  let seed = arguments.nextName() ?? ""
  let value = arguments.nextName() ?? ""
  let number = BucketHash.number(seed: seed.string, value: value.string, version: Int(version))
  return Reply.value(number.map { JSON($0) } ?? .null).pointer
}
