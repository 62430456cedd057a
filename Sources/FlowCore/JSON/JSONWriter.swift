/// Writes a JSON tree without recursion.
struct JSONWriter {
  private(set) var text = UTF8Builder()
  private let style: JSONStyle
  private var openContainers: [Container] = []

  init(_ style: JSONStyle) { self.style = style }

  /// A container that is being written.
  private struct Container {
    let isObject: Bool
    var elements: [JSON] = []
    var members: [JSONObject.Member] = []
    var next = 0

    var count: Int { isObject ? members.count : elements.count }
  }

  mutating func write(_ root: JSON) {
    begin(root)
    while !openContainers.isEmpty {
      let last = openContainers.count - 1
      let next = openContainers[last].next
      if next == openContainers[last].count {
        end(openContainers[last])
        continue
      }
      if next > 0 { text.append(UInt8(ascii: ",")) }
      newLine(openContainers.count)
      openContainers[last].next = next + 1
      if openContainers[last].isObject {
        let member = openContainers[last].members[next]
        writeString(member.key.string)
        text.append(UInt8(ascii: ":"))
        if case .pretty = style { text.append(0x20) }
        begin(member.value)
      } else {
        begin(openContainers[last].elements[next])
      }
    }
  }

  /// Writes a scalar, or a container's opening bracket.
  private mutating func begin(_ value: JSON) {
    switch value {
    case .null: text.append("null")
    case .bool(let value): text.append(value ? "true" : "false")
    case .number(let number): text.append(string: number.text)
    case .string(let value): writeString(value)
    case .array(let elements):
      text.append(UInt8(ascii: "["))
      openContainers.append(Container(isObject: false, elements: elements))
    case .object(let object):
      text.append(UInt8(ascii: "{"))
      var members = object.members
      if case .canonical = style { JSONMemberOrder.sort(&members) }
      openContainers.append(Container(isObject: true, members: members))
    }
  }

  private mutating func end(_ container: Container) {
    openContainers.removeLast()
    if container.count > 0 { newLine(openContainers.count) }
    text.append(container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
  }

  private mutating func newLine(_ depth: Int) {
    guard case .pretty = style else { return }
    text.append(0x0A)
    for _ in 0..<depth { text.append("  ") }
  }

  /// Writes a string, copying sequences without escapes at once.
  @inline(never)
  private mutating func writeString(_ value: String) {
    text.append(UInt8(ascii: "\""))
    UTF8Bytes.with(value) { bytes in
      var start = 0
      for index in 0..<bytes.count {
        let byte = bytes[index]
        if byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") { continue }
        text.append(UnsafeBufferPointer(rebasing: bytes[start..<index]))
        escape(byte)
        start = index + 1
      }
      text.append(UnsafeBufferPointer(rebasing: bytes[start...]))
    }
    text.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case 8: text.append("\\b")
    case 9: text.append("\\t")
    case 10: text.append("\\n")
    case 12: text.append("\\f")
    case 13: text.append("\\r")
    case UInt8(ascii: "\""): text.append("\\\"")
    case UInt8(ascii: "\\"): text.append("\\\\")
    default:
      text.append(byte < 16 ? "\\u000" : "\\u001")
      let digit = byte & 15
      text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}

/// The order of members in canonical JSON.
enum JSONMemberOrder {
  /// Sorts by the UTF-8 bytes of the keys; stable for equal keys, which a parsed object never has.
  ///
  /// Time: linear if already sorted, else n log n. The standard library's sort takes several times
  /// as much code in the browser build as this merge sort.
  @inline(never)
  static func sort(_ members: inout [JSONObject.Member]) {
    if isSorted(members) { return }
    var width = 1
    var source = members
    while width < source.count {
      members.removeAll(keepingCapacity: true)
      var start = 0
      while start < source.count {
        merge(source, start, width, into: &members)
        start += 2 * width
      }
      swap(&source, &members)
      width *= 2
    }
    members = source
  }

  private static func isSorted(_ members: [JSONObject.Member]) -> Bool {
    var index = 1
    while index < members.count {
      if members[index].key < members[index - 1].key { return false }
      index += 1
    }
    return true
  }

  private static func merge(
    _ source: [JSONObject.Member], _ start: Int, _ width: Int,
    into target: inout [JSONObject.Member]
  ) {
    var left = start
    let middle = min(start + width, source.count)
    var right = middle
    let end = min(start + 2 * width, source.count)
    while left < middle || right < end {
      if right == end || left < middle && !(source[right].key < source[left].key) {
        target.append(source[left])
        left += 1
      } else {
        target.append(source[right])
        right += 1
      }
    }
  }
}
