extension NativeReader {
  static func readRoute(_ view: JSONView) throws(FlowError) -> Route {
    var reader = try ObjectReader(view)
    let when = reader.json("when")
    let target: Route.Target
    if let split = reader.member("split") {
      for key in targetKeys where view[key] != nil { throw view.twoTargets }
      if let then = view["then"] { throw then.error(.invalidValue, thenWithoutFlow) }
      if let style = reader.optional("style") {
        throw style.error(
          .invalidValue, "cannot be combined with a split; give each variant its own style")
      }
      target = .split(try readSplit(split))
    } else {
      target = .destination(try readDestination(&reader))
    }
    return Route(when: when, target: target, unknown: reader.unknown(except: NativeKeys.route))
  }

  private static var targetKeys: [StaticString] { ["to", "finish", "flow"] }
  private static var thenWithoutFlow: String { "is allowed only together with `flow`" }

  private static func readDestination(
    _ reader: inout ObjectReader
  ) throws(FlowError) -> Destination {
    let step = reader.member("to")
    let outcome = reader.member("finish")
    let flow = reader.member("flow")
    let then = reader.member("then")
    let style = try readStyle(reader.optional("style"))
    let kind: DestinationKind
    switch (step, outcome, flow) {
    case (let step?, nil, nil): kind = .step(try step.requireName())
    case (nil, let outcome?, nil): kind = .finish(try outcome.requireName())
    case (nil, nil, let flow?):
      kind = .flow(try flow.requireName(), then: try readContinuations(then))
    case (nil, nil, nil):
      let message = "leads nowhere; it needs one of `to`, `finish` and `flow`"
      throw reader.view.error(.missingKey, message)
    default: throw reader.view.twoTargets
    }
    if let then, flow == nil {
      throw then.error(.invalidValue, thenWithoutFlow)
    }
    return Destination(kind, style: style)
  }

  private static func readStyle(_ view: JSONView?) throws(FlowError) -> Destination.Style {
    guard let view else { return .push }
    let name = try view.requireName()
    for style in Destination.Style.allCases where Name(style.rawValue) == name { return style }
    throw view.invalidValue(expected: "one of push, sheet, cover, replace and root")
  }

  private static func readContinuations(_ view: JSONView?) throws(FlowError) -> [Continuation] {
    guard let view else { return [] }
    // A string or a destination applies to every outcome; otherwise the keys are outcomes. An
    // outcome that is itself named `to`, `finish` or `flow` must have an object as its value.
    if view.isString || isDestination(view) { return [try readContinuation(nil, view)] }
    try view.requireObject()
    var continuations: [Continuation] = []
    continuations.reserveCapacity(view.count)
    for member in view.members {
      let outcome = member.hasKey("*") ? nil : member.key
      continuations.append(try readContinuation(outcome, member.value))
    }
    return continuations
  }

  private static func isDestination(_ view: JSONView) -> Bool {
    targetKeys.contains { view[$0]?.isString == true }
  }

  private static func readContinuation(
    _ outcome: Name?, _ view: JSONView
  ) throws(FlowError) -> Continuation {
    if let step = view.name {
      return Continuation(outcome: outcome, destination: Destination(.step(step)))
    }
    var reader = try ObjectReader(view)
    let destination = try readDestination(&reader)
    let unknown = reader.unknown(except: NativeKeys.destination)
    return Continuation(outcome: outcome, destination: destination, unknown: unknown)
  }

  private static func readSplit(_ view: JSONView) throws(FlowError) -> Split {
    var reader = try ObjectReader(view)
    var split = Split(experiment: try reader.requiredName("experiment"), variants: [])
    split.by = try reader.name("by")
    split.fallbackBy = try reader.name("fallbackBy")
    split.seed = try reader.name("seed")
    if let version = reader.optional("hashVersion") {
      let number = try version.requireInt()
      guard number == 1 || number == 2 else { throw version.invalidValue(expected: "1 or 2") }
      split.hashVersion = number
    }
    split.coverage = try reader.number("coverage")
    if let namespace = reader.optional("namespace") {
      split.namespace = try readNamespace(namespace)
    }
    for element in try reader.required("variants").requireArray() {
      split.variants.append(try readVariant(element))
    }
    split.unknown = reader.unknown(except: NativeKeys.split)
    return split
  }

  private static func readNamespace(_ view: JSONView) throws(FlowError) -> Split.Namespace {
    var parts = try view.requireArray()
    guard view.count == 3, let name = parts.next(), let from = parts.next(), let to = parts.next()
    else { throw view.invalidValue(expected: "[name, from, to]") }
    return Split.Namespace(
      name: try name.requireName(), from: try from.requireNumber(), to: try to.requireNumber())
  }

  private static func readVariant(_ view: JSONView) throws(FlowError) -> Split.Variant {
    var reader = try ObjectReader(view)
    let weight = try reader.number("weight")
    var range: Split.Range?
    if let view = reader.optional("range") {
      var parts = try view.requireArray()
      guard view.count == 2, let from = parts.next(), let to = parts.next()
      else { throw view.invalidValue(expected: "[from, to]") }
      range = Split.Range(from: try from.requireNumber(), to: try to.requireNumber())
    }
    let key = try reader.name("key")
    let destination = try readDestination(&reader)
    return Split.Variant(
      key: key, weight: weight, range: range, destination: destination,
      unknown: reader.unknown(except: NativeKeys.variant))
  }
}

extension JSONView {
  /// The error for a route, a variant or a continuation with two targets.
  fileprivate var twoTargets: FlowError {
    error(.invalidValue, "has two destinations; keep one of `to`, `finish`, `flow` and `split`")
  }
}
