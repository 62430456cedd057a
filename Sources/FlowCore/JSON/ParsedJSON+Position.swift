extension ParsedJSON {
  /// Calls `visit` for each level on the path from the root to a value, with the container, the
  /// node of the child, and its position among its siblings.
  ///
  /// Time: linear in the number of siblings on the path.
  private func walk(to index: Int, _ visit: (Int, Int, Int) -> Void) {
    var container = 0
    while container != index {
      let isObject = nodes[container].isKind(.object)
      var child = container + (isObject ? 2 : 1)
      var position = 0
      while Int(nodes[child].next) <= index {
        child = Int(nodes[child].next) + (isObject ? 1 : 0)
        position += 1
      }
      visit(container, child, position)
      container = child
    }
  }

  /// The JSON Pointer of a value.
  package func pointer(to index: Int) -> String {
    var pointer = JSONPointer()
    walk(to: index) { container, child, position in
      if nodes[container].isKind(.object) {
        pointer.append(key: string(at: child - 1))
      } else {
        pointer.append(index: position)
      }
    }
    return pointer.text
  }

  /// Appends a value's name for a sentence, followed by a space: "`steps` " or "`steps[3]` ".
  package func appendName(of index: Int, to sentence: inout UTF8Builder) {
    var key = -1
    var positions: [Int] = []
    walk(to: index) { container, child, position in
      if nodes[container].isKind(.object) {
        key = child - 1
        positions = []
      } else {
        positions.append(position)
      }
    }
    sentence.append("`")
    if key >= 0 { sentence.append(string: string(at: key)) }
    for position in positions {
      sentence.append("[")
      sentence.append(int: position)
      sentence.append("]")
    }
    sentence.append("` ")
  }

  /// The position of a value, or of a byte in it.
  package func position(at index: Int, offset: Int) -> SourcePosition {
    bytes.withUnsafeBufferPointer {
      SourcePosition(bytes: $0, offset: offset, pointer: pointer(to: index))
    }
  }
}

extension JSONView {
  /// The position of the value in the text.
  ///
  /// Time: linear in the text before the value; intended for messages.
  public var position: SourcePosition { source.position(at: index, offset: node.offset) }
}
