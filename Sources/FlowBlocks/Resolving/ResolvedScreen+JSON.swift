public import FlowCore

extension ResolvedScreen {
  /// The screen as JSON, as the vectors of `Conformance/` compare it and as the browser build
  /// returns it.
  ///
  /// `{"name": "Goal", "title": "Your goal", "root": block, "errors": [error]}`. A block has its
  /// `type`, its `key`, and its properties under the names that documents use; `title` and `root`
  /// are left out if nil.
  public var json: JSON {
    var object: JSONObject = ["name": .string(name.string)]
    if let title { object["title"] = .string(title) }
    if let root { object["root"] = root.json }
    object["errors"] = .array(errors.map { $0.json })
    return .object(object)
  }
}

extension ResolvedBlock {
  /// The block as JSON, with its children: `{"type": "text", "key": "/root", "text": "Hello"}`.
  public var json: JSON {
    var object: JSONObject = ["type": .string(type.name.string), "key": .string(key.string)]
    for property in properties { object[property.key.name] = property.json }
    return .object(object)
  }
}

extension ResolvedBlock.Property {
  fileprivate var json: JSON {
    switch value {
    case .text(let text): .string(text)
    case .name(let name): .string(name.string)
    case .names(let names): .array(names.map { .string($0.string) })
    case .json(let json): json
    case .actions(let actions): .array(actions.map { $0.json })
    case .blocks(let blocks) where key == .ended: blocks.first?.json ?? .null
    case .blocks(let blocks): .array(blocks.map { $0.json })
    case .items(let items) where key == .a11y: .object(Self.object(items.first ?? []))
    case .items(let items): .array(items.map { .object(Self.object($0)) })
    case .noTextAlternative: key == .captions ? ["silent": true] : ["decorative": true]
    }
  }

  private static func object(_ properties: [ResolvedBlock.Property]) -> JSONObject {
    var object = JSONObject()
    for property in properties { object[property.key.name] = property.json }
    return object
  }
}

extension FieldError {
  /// The error as JSON: `{"field": "email", "kind": "missing", "message": "Fill this in."}`.
  public var json: JSON {
    [
      "field": .string(field.string), "kind": .string(kind.name.string),
      "message": .string(message),
    ]
  }
}

extension FieldError.Kind {
  /// The name of the kind: the key of its sentence without `error.`.
  public var name: Name {
    Name(String(decoding: Array(textKey.string.utf8.dropFirst(6)), as: UTF8.self))
  }
}

extension BlockAction {
  /// The action as JSON, as documents write it.
  public var json: JSON {
    switch self {
    case .fire(let port): return ["fire": .string(port.string)]
    case .back: return ["back": true]
    case .set(let key, .literal(let value)): return ["set": .string(key.string), "to": value]
    case .set(let key, .event): return ["set": .string(key.string), "to": "$value"]
    case .open(let url, let inBrowser):
      return ["open": .string(url), "in": inBrowser ? "browser" : "sheet"]
    case .call(let name, let arguments, let outcomes):
      var with = JSONObject()
      for argument in arguments { with[argument.name] = argument.value.simpleJSON }
      var then = JSONObject()
      for outcome in outcomes { then[outcome.name] = outcome.action.json }
      return ["call": .string(name.string), "with": .object(with), "then": .object(then)]
    }
  }
}
