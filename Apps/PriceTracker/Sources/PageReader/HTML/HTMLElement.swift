internal import CLibXML2

/// One element of a page.
///
/// It retains the page.
package struct HTMLElement {
  let page: HTMLPage
  let node: xmlNodePtr

  /// The length in bytes that is enough for an element's text: once it is reached, no further text
  /// node is added.
  static let sufficientTextBytes = 100_000

  /// The value of an attribute.
  func attribute(_ name: String) -> String? {
    guard let value = xmlGetProp(node, name) else { return nil }
    defer { cxml_free(value) }
    return String(cString: value)
  }

  /// The element and its ancestors, innermost first; at most `levels` elements.
  func selfAndAncestors(_ levels: Int) -> [HTMLElement] {
    var elements = [self]
    while elements.count < levels, let parent = elements[elements.count - 1].node.pointee.parent,
      parent.pointee.type == XML_ELEMENT_NODE
    {
      elements.append(HTMLElement(page: page, node: parent))
    }
    return elements
  }

  /// The name of the element in lowercase.
  var name: String { node.pointee.name.map { String(cString: $0) } ?? "" }

  /// The text without scripts, styles, `noscript` and templates, with single spaces.
  package var text: String {
    var words = WordCollector()
    walk { words.append($0) }
    return words.text
  }

  /// The raw text, for scripts.
  var rawText: String {
    var bytes: [UInt8] = []
    var child = node.pointee.children
    while let current = child {
      if let content = current.pointee.content {
        bytes.append(contentsOf: UnsafeBufferPointer(start: content, count: strlen(content)))
      }
      child = current.pointee.next
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func strlen(_ text: UnsafePointer<xmlChar>) -> Int { Int(xmlStrlen(text)) }

  /// Visits the visible text nodes below until `visit` returns false; without recursion, because a
  /// page may be a million elements deep.
  private func walk(_ visit: (UnsafeBufferPointer<UInt8>) -> Bool) {
    var current = node.pointee.children
    while let node = current {
      var goesDown = false
      switch node.pointee.type {
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
        if let content = node.pointee.content {
          let text = UnsafeBufferPointer(start: content, count: strlen(content))
          guard visit(text) else { return }
        }
      case XML_ELEMENT_NODE:
        goesDown = node.pointee.children != nil && !Self.isHidden(node)
      default: break
      }
      current = goesDown ? node.pointee.children : next(after: node)
    }
  }

  private func next(after node: xmlNodePtr) -> xmlNodePtr? {
    var current = node
    while current.pointee.next == nil {
      guard let parent = current.pointee.parent, parent != self.node else { return nil }
      current = parent
    }
    return current.pointee.next
  }

  private static func isHidden(_ node: xmlNodePtr) -> Bool {
    guard let name = node.pointee.name else { return false }
    return xmlStrEqual(name, "script") == 1 || xmlStrEqual(name, "style") == 1
      || xmlStrEqual(name, "noscript") == 1 || xmlStrEqual(name, "template") == 1
  }
}

/// Collects text with single spaces between words.
private struct WordCollector {
  private var bytes: [UInt8] = []
  private var needsSpace = false

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends the whole text; returns false once the collected text is long enough.
  mutating func append(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in text {
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        needsSpace = !bytes.isEmpty
      } else {
        if needsSpace { bytes.append(0x20) }
        needsSpace = false
        bytes.append(byte)
      }
    }
    return bytes.count < HTMLElement.sufficientTextBytes
  }
}
