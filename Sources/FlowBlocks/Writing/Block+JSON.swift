public import FlowCore

extension BlockScreen {
  /// The screen as JSON, as documents write it; ``FlowCore/ScreenParser`` reads it back unchanged.
  public var json: JSON {
    var object: JSONObject = ["name": .string(name.string)]
    if let title { object["title"] = title.json }
    if let parameters { object["params"] = parameters }
    if !state.isEmpty {
      var declared = JSONObject()
      for value in state {
        declared[value.key] = ["type": .string(value.type.rawValue), "default": value.initial]
      }
      object["state"] = .object(declared)
    }
    object["root"] = root.json
    return .object(object)
  }
}

extension Block {
  /// The block as JSON, as documents write it: `{"type": "text", "text": "Hello"}`.
  ///
  /// Reading it back yields the same block; its ``FlowCore/Block/pointer`` is not written.
  public var json: JSON {
    let type = JSONObject.Member(key: "type", value: .string(type.name.string))
    return .object(JSONObject([type] + properties.jsonMembers))
  }
}

extension Array where Element == Block.Property {
  fileprivate var jsonMembers: [JSONObject.Member] {
    map { .init(key: $0.key.name, value: $0.value.json(as: $0.key)) }
  }

  fileprivate var json: JSON { .object(JSONObject(jsonMembers)) }
}

extension BlockValue {
  /// Returns the value as JSON.
  ///
  /// - Parameter key: The property that has the value: `a11y` is written as one object instead of
  ///   an array, and `captions` as `silent` instead of `decorative`.
  /// - Returns: The value.
  fileprivate func json(as key: BlockKey) -> JSON {
    switch self {
    case .block(let block): block.json
    case .blocks(let blocks): .array(blocks.map { $0.json })
    case .objects(let objects) where key == .a11y: objects.first?.json ?? [:]
    case .objects(let objects): .array(objects.map { $0.json })
    case .options(let options):
      [
        "from": options.from.json, "value": options.value.json, "title": options.title.json,
      ]
    case .actions(let actions): .array(actions.map { $0.json })
    case .noTextAlternative: key == .captions ? ["silent": true] : ["decorative": true]
    default: simpleJSON
    }
  }

  /// A value without blocks and actions as JSON; null for others.
  var simpleJSON: JSON {
    switch self {
    case .flag(let flag): .bool(flag)
    case .number(let number): .number(number)
    case .name(let name): .string(name.string)
    case .names(let names): .array(names.map { .string($0.string) })
    case .text(let text): text.json
    case .binding(let binding): binding.json
    case .path(let path): path.json
    case .condition(let json), .json(let json): json
    case .actions, .block, .blocks, .objects, .options, .noTextAlternative: .null
    }
  }
}

extension BlockText {
  fileprivate var json: JSON {
    switch self {
    case .literal(let text): return .string(text)
    case .key(let key, let count):
      var object: JSONObject = ["$text": .string(key.string)]
      if let count { object["count"] = count.json }
      return .object(object)
    }
  }
}

extension BlockBinding {
  fileprivate var json: JSON {
    var object: JSONObject = ["$": path.json]
    if let format { object["as"] = .string(format.name.string) }
    if let fallback { object["else"] = fallback }
    return .object(object)
  }
}

extension BindingPath {
  fileprivate var json: JSON { .string(name.string) }
}
