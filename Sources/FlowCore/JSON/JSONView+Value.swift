extension JSONView {
  /// The value as a tree that does not keep the text alive.
  ///
  /// Time and memory: linear in the value.
  public var value: JSON { source.tree(at: index) }
}

extension ParsedJSON {
  // NB: recursive, but the parser limits the number of levels.
  fileprivate func tree(at index: Int) -> JSON {
    let node = nodes[index]
    switch node.kind {
    case .null: return .null
    case .bool: return .bool(node.hasFlag)
    case .number: return .number(JSONNumber(validated: text(at: index)))
    case .string: return .string(string(at: index))
    case .array: return .array(elements(of: index, node))
    case .object: return .object(JSONObject(members(of: index, node)))
    }
  }

  private func elements(of index: Int, _ node: JSONNode) -> [JSON] {
    var elements: [JSON] = []
    elements.reserveCapacity(node.count)
    let end = Int(node.next)
    var child = index + 1
    while child < end {
      elements.append(tree(at: child))
      child = Int(nodes[child].next)
    }
    return elements
  }

  private func members(of index: Int, _ node: JSONNode) -> [JSONObject.Member] {
    var members: [JSONObject.Member] = []
    members.reserveCapacity(node.count)
    let end = Int(node.next)
    // A member's key precedes its value.
    var child = index + 2
    while child <= end {
      members.append(JSONObject.Member(key: Name(string(at: child - 1)), value: tree(at: child)))
      child = Int(nodes[child].next) + 1
    }
    return members
  }
}

extension JSON {
  /// Parses JSON text in UTF-8 into a tree.
  ///
  /// - Throws: the errors of ``ParsedJSON/init(_:limits:)-([UInt8],_)``.
  public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(FlowError) {
    self = try ParsedJSON(bytes, limits: limits).root.value
  }

  /// Parses JSON text into a tree.
  ///
  /// - Throws: the errors of ``ParsedJSON/init(_:limits:)-(String,_)``.
  public init(parsing text: String, limits: JSONLimits = .standard) throws(FlowError) {
    self = try ParsedJSON(text, limits: limits).root.value
  }
}
