extension JSONView {
  /// The value as a tree of its own that does not keep the text alive.
  ///
  /// Time and memory: linear in the value.
  public var value: JSON {
    guard node.tag & 7 >= UInt32(JSONKind.array.rawValue) else { return scalar(at: index) }
    var open: [Container] = []
    var at = index
    let end = Int(node.next)
    while true {
      let node = source.nodes[at]
      if node.isKind(.array) || node.isKind(.object) {
        open.append(Container(node: at, of: node))
        at += 1
      } else {
        at += 1
        open[open.count - 1].append(scalar(at: at - 1), source)
      }
      // A container is finished when the next node stands behind it.
      while let last = open.last, at == last.end {
        let value = open.removeLast().value
        if open.isEmpty { return value }
        open[open.count - 1].append(value, source)
      }
      if at < end, let last = open.last, last.isObject { at += 1 }
    }
  }

  private func scalar(at index: Int) -> JSON {
    let node = source.nodes[index]
    switch node.kind {
    case .bool: return .bool(node.hasFlag)
    case .number: return .number(JSONNumber(validated: source.text(at: index)))
    case .string: return .string(source.string(at: index))
    default: return .null
    }
  }

  /// A container whose children are still being made.
  private struct Container {
    let isObject: Bool
    let end: Int
    /// The node of the next child's key.
    var key: Int
    var elements: [JSON] = []
    var members: [JSONObject.Member] = []

    init(node index: Int, of node: JSONNode) {
      isObject = node.isKind(.object)
      end = Int(node.next)
      key = index + 1
      if isObject {
        members.reserveCapacity(node.count)
      } else {
        elements.reserveCapacity(node.count)
      }
    }

    var value: JSON { isObject ? .object(JSONObject(members)) : .array(elements) }

    mutating func append(_ value: JSON, _ source: ParsedJSON) {
      guard isObject else { return elements.append(value) }
      members.append(JSONObject.Member(key: Name(source.string(at: key)), value: value))
      key = Int(source.nodes[key + 1].next)
    }
  }
}

extension JSON {
  /// Reads UTF-8 bytes into a tree.
  ///
  /// - Throws: the errors of ``ParsedJSON/init(_:limits:)-([UInt8],_)``.
  public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(FlowError) {
    self = try ParsedJSON(bytes, limits: limits).root.value
  }

  /// Reads a text into a tree.
  ///
  /// - Throws: the errors of ``ParsedJSON/init(_:limits:)-(String,_)``.
  public init(parsing text: String, limits: JSONLimits = .standard) throws(FlowError) {
    self = try ParsedJSON(text, limits: limits).root.value
  }
}
