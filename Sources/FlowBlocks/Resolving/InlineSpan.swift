import FlowCore

/// A part of a text that stands out.
struct InlineSpan {
  enum Kind {
    case bold, emphasis
    case link(String)
  }

  let kind: Kind
  let text: String
  let end: Int

  /// The span that begins at an index; nil where none does.
  init?(_ bytes: [UInt8], at start: Int) {
    let rest = bytes[start...]
    if rest.starts(with: Array("**".utf8)) {
      guard let end = Self.find("**", in: bytes, from: start + 2), end > start + 2 else {
        return nil
      }
      self.init(.bold, bytes[(start + 2)..<end], end: end + 2)
    } else if rest.first == UInt8(ascii: "_") {
      guard let end = Self.find("_", in: bytes, from: start + 1), end > start + 1 else {
        return nil
      }
      self.init(.emphasis, bytes[(start + 1)..<end], end: end + 1)
    } else if rest.first == UInt8(ascii: "[") {
      guard let middle = Self.find("](https://", in: bytes, from: start + 1),
        let end = Self.find(")", in: bytes, from: middle), middle > start + 1
      else { return nil }
      let address = String(decoding: Array(bytes[(middle + 2)..<end]), as: UTF8.self)
      self.init(.link(address), bytes[(start + 1)..<middle], end: end + 1)
    } else {
      return nil
    }
  }

  private init(_ kind: Kind, _ text: ArraySlice<UInt8>, end: Int) {
    self.kind = kind
    self.text = String(decoding: Array(text), as: UTF8.self)
    self.end = end
  }

  private static func find(_ sign: StaticString, in bytes: [UInt8], from start: Int) -> Int? {
    let sign = sign.withUTF8Buffer { Array($0) }
    var index = start
    while index + sign.count <= bytes.count {
      if bytes[index..<(index + sign.count)].elementsEqual(sign) { return index }
      index += 1
    }
    return nil
  }
}
