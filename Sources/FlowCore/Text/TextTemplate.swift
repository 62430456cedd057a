/// A text with `{name}` placeholders; `{{` and `}}` are literal braces.
package enum TextTemplate {
  /// The names of the placeholders, in order.
  package static func placeholders(_ template: String) -> [Name] {
    var names: [Name] = []
    _ = fill(template) { name in
      names.append(name)
      return ""
    }
    return names
  }

  /// The text with every placeholder replaced by its value.
  ///
  /// A brace that is never closed is literal.
  package static func fill(_ template: String, _ value: (Name) -> String) -> String {
    let bytes = Array(template.utf8)
    guard bytes.contains(where: { $0 == 0x7B || $0 == 0x7D }) else { return template }
    var filled: [UInt8] = []
    filled.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let isDoubled = index + 1 < bytes.count && bytes[index + 1] == byte
      if (byte == 0x7B || byte == 0x7D) && isDoubled {
        filled.append(byte)
        index += 2
      } else if byte == 0x7B, let end = bytes[index...].firstIndex(of: 0x7D) {
        let name = Name(String(decoding: bytes[(index + 1)..<end], as: UTF8.self))
        filled.append(contentsOf: value(name).utf8)
        index = end + 1
      } else {
        filled.append(byte)
        index += 1
      }
    }
    return String(decoding: filled, as: UTF8.self)
  }
}
