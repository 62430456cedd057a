/// The name–value pairs of a submitted form, in order.
///
/// They are an array instead of a dictionary: only the screen's few names are looked up, and a
/// client cannot choose names that make a hash table slow.
struct FormBody: Sendable {
  struct Pair: Sendable {
    let name: [UInt8]
    let value: String
  }

  /// The maximum size of a form, in bytes.
  static let maximumBytes = 64 << 10
  private static let maximumPairs = 400

  let pairs: [Pair]

  /// Parses a body of the type `application/x-www-form-urlencoded`; nil for invalid escapes,
  /// values that are not UTF-8, and too many pairs.
  init?(_ body: [UInt8]) {
    var pairs: [Pair] = []
    for part in body.split(separator: UInt8(ascii: "&")) {
      guard pairs.count < Self.maximumPairs else { return nil }
      let halves = part.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(halves[0]),
        let value = Self.decoded(halves.count == 2 ? halves[1] : []),
        let text = String(validating: value, as: UTF8.self)
      else { return nil }
      pairs.append(Pair(name: name, value: text))
    }
    self.pairs = pairs
  }

  /// The first value of a name; nil if there is none.
  func first(_ name: String) -> String? {
    pairs.first { $0.name.elementsEqual(name.utf8) }?.value
  }

  /// All values of a name, at most 250.
  func all(_ name: String) -> [String] {
    Array(pairs.lazy.filter { $0.name.elementsEqual(name.utf8) }.map { $0.value }.prefix(250))
  }

  private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      switch text[index] {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard index + 2 < text.endIndex, let high = digit(text[index + 1]),
          let low = digit(text[index + 2])
        else { return nil }
        bytes.append(high << 4 | low)
        index += 2
      default: bytes.append(text[index])
      }
      index += 1
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
